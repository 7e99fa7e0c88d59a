// Taking over memory objects of other APIs and handing them back (cl_khr_external_memory).
#include "icd/api/EnqueueCommon.h"
#include "runtime/ExternalMemory.h"
#include "runtime/commands/ExternalMemory.h"

namespace lanecl::api {
namespace {

/// The rules that both functions share.
Result<Objects<cl_mem>> objectsFor(const CommandQueue &queue, cl_uint count, const cl_mem *list,
                                   std::span<const Ref<Event>> waitList) {
  // CL_INVALID_VALUE if num_mem_objects is zero and mem_objects is not a NULL value, or if num_mem_objects is greater
  // than 0 and mem_objects is NULL.
  if (isListMismatch(count, list))
    return fail(CL_INVALID_VALUE);
  // CL_INVALID_MEM_OBJECT if any of the memory objects in mem_objects is not a valid OpenCL memory object created using
  // an external memory handle.
  auto objects = Objects<cl_mem>::read(std::span(list, count));
  if (!objects)
    return objects;
  for (const MemObject *object : objects->get()) {
    if (!object->external())
      return fail(CL_INVALID_MEM_OBJECT);
    if (auto ok = check({
            // CL_INVALID_COMMAND_QUEUE if device associated with command_queue is not one of the devices specified by
            // CL_MEM_DEVICE_HANDLE_LIST_KHR at the time of creating one or more of mem_objects, or if one or more of
            // mem_objects belong to a context that does not contain a device associated with command_queue.
            {!object->external()->isFor(queue.device()) || !object->context().has(&queue.device()),
             CL_INVALID_COMMAND_QUEUE},
            // Of any command and its objects: CL_INVALID_CONTEXT if their contexts are not the same.
            {&object->context() != &queue.context(), CL_INVALID_CONTEXT},
        });
        !ok)
      return fail(ok.error());
  }
  if (hasFailed(waitList))
    return fail(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  return objects;
}

template <typename Command>
cl_int enqueueExternal(cl_command_queue command_queue, cl_uint count, const cl_mem *list, const EventArguments &events,
                       Command command) {
  return enqueue(command_queue, events, [&](CommandQueue &queue, const auto &how) -> Result<> {
    auto objects = objectsFor(queue, count, list, how.waitList);
    if (!objects)
      return fail(objects.error());
    return command(queue, objects->get(), how);
  });
}

} // namespace

cl_int CL_API_CALL clEnqueueAcquireExternalMemObjectsKHR(cl_command_queue command_queue, cl_uint num_mem_objects,
                                                         const cl_mem *mem_objects, cl_uint num_events_in_wait_list,
                                                         const cl_event *event_wait_list, cl_event *event) {
  return enqueueExternal(command_queue, num_mem_objects, mem_objects, {num_events_in_wait_list, event_wait_list, event},
                         commands::acquireExternal);
}

cl_int CL_API_CALL clEnqueueReleaseExternalMemObjectsKHR(cl_command_queue command_queue, cl_uint num_mem_objects,
                                                         const cl_mem *mem_objects, cl_uint num_events_in_wait_list,
                                                         const cl_event *event_wait_list, cl_event *event) {
  return enqueueExternal(command_queue, num_mem_objects, mem_objects, {num_events_in_wait_list, event_wait_list, event},
                         commands::releaseExternal);
}

} // namespace lanecl::api
