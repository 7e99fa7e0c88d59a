// Commands that wait for semaphores and signal them (cl_khr_semaphore). Payload values are of no use to binary ones.
#include "icd/api/EnqueueCommon.h"
#include "runtime/commands/Semaphores.h"

namespace lanecl::api {
namespace {

/// The rules that both functions share.
Result<Objects<cl_semaphore_khr>> semaphoresFor(const CommandQueue &queue, cl_uint count, const cl_semaphore_khr *list,
                                                std::span<const Ref<Event>> waitList) {
  // CL_INVALID_VALUE if num_sema_objects is 0.
  if (count == 0 || !list)
    return fail(CL_INVALID_VALUE);
  // CL_INVALID_SEMAPHORE_KHR if any of the semaphore objects specified by sema_objects is not valid.
  auto semaphores = Objects<cl_semaphore_khr>::read(std::span(list, count));
  if (!semaphores)
    return semaphores;
  for (const Semaphore *semaphore : semaphores->get())
    if (auto ok = check({
            // CL_INVALID_COMMAND_QUEUE if the device associated with command_queue is not same as one of the devices
            // specified by CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR at the time of creating one or more of sema_objects, or
            // if one or more of sema_objects belong to a context that does not contain a device associated with
            // command_queue.
            {!semaphore->has(queue.device()), CL_INVALID_COMMAND_QUEUE},
            // CL_INVALID_CONTEXT if the context associated with command_queue and any of the semaphore objects in
            // sema_objects are not the same.
            {&semaphore->context() != &queue.context(), CL_INVALID_CONTEXT},
        });
        !ok)
      return fail(ok.error());
  if (hasFailed(waitList))
    return fail(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  return semaphores;
}

template <typename Command>
cl_int enqueueSemaphores(cl_command_queue command_queue, cl_uint count, const cl_semaphore_khr *list,
                         const EventArguments &events, Command command) {
  return enqueue(command_queue, events, [&](CommandQueue &queue, const auto &how) -> Result<> {
    auto semaphores = semaphoresFor(queue, count, list, how.waitList);
    if (!semaphores)
      return fail(semaphores.error());
    return command(queue, semaphores->get(), how);
  });
}

} // namespace

cl_int CL_API_CALL clEnqueueWaitSemaphoresKHR(cl_command_queue command_queue, cl_uint num_sema_objects,
                                              const cl_semaphore_khr *sema_objects, const cl_semaphore_payload_khr *,
                                              cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                              cl_event *event) {
  return enqueueSemaphores(command_queue, num_sema_objects, sema_objects,
                           {num_events_in_wait_list, event_wait_list, event}, commands::waitSemaphores);
}

cl_int CL_API_CALL clEnqueueSignalSemaphoresKHR(cl_command_queue command_queue, cl_uint num_sema_objects,
                                                const cl_semaphore_khr *sema_objects, const cl_semaphore_payload_khr *,
                                                cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                cl_event *event) {
  return enqueueSemaphores(command_queue, num_sema_objects, sema_objects,
                           {num_events_in_wait_list, event_wait_list, event}, commands::signalSemaphores);
}

} // namespace lanecl::api
