// Markers, barriers and waiting in a queue (OpenCL API 5.12), the legacy forms included.
#include "icd/api/EnqueueCommon.h"

namespace lanecl::api {
namespace {

Result<> synchronize(CommandQueue &queue, CommandQueue::Submission how, CommandQueue::Order order,
                     cl_command_type type) {
  how.order = order;
  return queue.submit(Ref<Task>::adopt(new Task(&queue, type)), how);
}

} // namespace

cl_int CL_API_CALL clEnqueueMarkerWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list,
                                               const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                 [](CommandQueue &queue, const auto &how) {
                   return synchronize(queue, how, CommandQueue::Order::Marker, CL_COMMAND_MARKER);
                 });
}

cl_int CL_API_CALL clEnqueueBarrierWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list,
                                                const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                 [](CommandQueue &queue, const auto &how) {
                   return synchronize(queue, how, CommandQueue::Order::Barrier, CL_COMMAND_BARRIER);
                 });
}

cl_int CL_API_CALL clEnqueueMarker(cl_command_queue command_queue, cl_event *event) {
  return enqueue(command_queue, {0, nullptr, event}, [&](CommandQueue &queue, const auto &how) -> Result<> {
    // CL_INVALID_VALUE if event is NULL.
    if (!event)
      return fail(CL_INVALID_VALUE);
    return synchronize(queue, how, CommandQueue::Order::Marker, CL_COMMAND_MARKER);
  });
}

cl_int CL_API_CALL clEnqueueBarrier(cl_command_queue command_queue) {
  return enqueue(command_queue, {0, nullptr, nullptr}, [](CommandQueue &queue, const auto &how) {
    return synchronize(queue, how, CommandQueue::Order::Barrier, CL_COMMAND_BARRIER);
  });
}

cl_int CL_API_CALL clEnqueueWaitForEvents(cl_command_queue command_queue, cl_uint num_events,
                                          const cl_event *event_list) {
  return entryUnlessTerminated(on(command_queue), [&](CommandQueue &queue) -> Result<> {
    // CL_INVALID_VALUE if num_events is 0 or event_list is NULL.
    if (num_events == 0 || event_list == nullptr)
      return fail(CL_INVALID_VALUE);
    // CL_INVALID_EVENT if event objects specified in event_list are not valid events (OpenCL 1.1, 5.9).
    for (cl_event event : std::span(event_list, num_events))
      if (auto object = objectOf(event); !object)
        return fail(object.error());
    WaitList waitList;
    if (auto ok = waitList.read(queue.context(), {num_events, event_list, nullptr}); !ok)
      return ok;
    return synchronize(queue, {.waitList = waitList.events()}, CommandQueue::Order::Barrier, CL_COMMAND_BARRIER);
  });
}

} // namespace lanecl::api
