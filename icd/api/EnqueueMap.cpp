// Mapping, unmapping and migrating memory objects (OpenCL API 5.2.5, 5.5.3, 5.5.5).
#include "icd/api/EnqueueCommon.h"
#include "runtime/commands/Transfer.h"

namespace lanecl::api {
namespace {

Result<> checkMap(const MemObject &buffer, cl_map_flags flags, std::size_t offset, std::size_t size) {
  constexpr cl_map_flags writing = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
  return check({
      // CL_INVALID_VALUE if the region being mapped specified by offset and size is out of bounds.
      {isOutside(offset, size, buffer.size()), CL_INVALID_VALUE},
      // CL_INVALID_VALUE if size is zero.
      {size == 0, CL_INVALID_VALUE},
      // CL_INVALID_VALUE if values specified in map_flags are not valid.
      {hasUnknownBits(flags, CL_MAP_READ | writing), CL_INVALID_VALUE},
      // "CL_MAP_READ or CL_MAP_WRITE and CL_MAP_WRITE_INVALIDATE_REGION are mutually exclusive."
      {(flags & CL_MAP_WRITE_INVALIDATE_REGION) && (flags & (CL_MAP_READ | CL_MAP_WRITE)), CL_INVALID_VALUE},
      // CL_INVALID_OPERATION if buffer was created with CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS and CL_MAP_READ
      // is set in map_flags.
      {!buffer.hostMayRead() && (flags & CL_MAP_READ), CL_INVALID_OPERATION},
      // CL_INVALID_OPERATION if buffer was created with CL_MEM_HOST_READ_ONLY or CL_MEM_HOST_NO_ACCESS and CL_MAP_WRITE
      // or CL_MAP_WRITE_INVALIDATE_REGION is set in map_flags.
      {!buffer.hostMayWrite() && (flags & writing), CL_INVALID_OPERATION},
  });
}

} // namespace

void *CL_API_CALL clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_map,
                                     cl_map_flags map_flags, size_t offset, size_t size,
                                     cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event,
                                     cl_int *errcode_ret) {
  return create(errcode_ret, on(command_queue), [&](CommandQueue &queue) -> Result<void *> {
    WaitList waitList;
    if (auto ok = waitList.read(queue.context(), {num_events_in_wait_list, event_wait_list, event}); !ok)
      return fail(ok.error());
    auto object = bufferFor(queue, buffer);
    if (!object)
      return fail(object.error());
    if (auto ok = checkMap(**object, map_flags, offset, size); !ok)
      return fail(ok.error());
    return commands::map(queue, **object, map_flags, offset, size,
                         {.waitList = waitList.events(), .event = event, .blocking = blocking_map != CL_FALSE});
  });
}

cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj, void *mapped_ptr,
                                           cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                           cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                 [&](CommandQueue &queue, const auto &how) -> Result<> {
                   // CL_INVALID_MEM_OBJECT if memobj is not a valid memory object or is a pipe object.
                   auto object = objectOf(memobj);
                   if (!object)
                     return fail(object.error());
                   // CL_INVALID_CONTEXT if context associated with command_queue and memobj are not the same.
                   if (&(*object)->context() != &queue.context())
                     return fail(CL_INVALID_CONTEXT);
                   // CL_INVALID_VALUE if mapped_ptr is not a valid pointer returned by clEnqueueMapBuffer or
                   // clEnqueueMapImage for memobj.
                   return commands::unmap(queue, **object, mapped_ptr, how);
                 });
}

cl_int CL_API_CALL clEnqueueMigrateMemObjects(cl_command_queue command_queue, cl_uint num_mem_objects,
                                              const cl_mem *mem_objects, cl_mem_migration_flags flags,
                                              cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                              cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                 [&](CommandQueue &queue, const auto &how) -> Result<> {
                   constexpr cl_mem_migration_flags known =
                       CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
                   if (auto ok = check({
                           // CL_INVALID_VALUE if num_mem_objects is zero or if mem_objects is NULL.
                           {num_mem_objects == 0 || mem_objects == nullptr, CL_INVALID_VALUE},
                           // CL_INVALID_VALUE if flags is not 0 or is not any of the values described.
                           {hasUnknownBits(flags, known), CL_INVALID_VALUE},
                       });
                       !ok)
                     return ok;
                   for (cl_mem handle : std::span(mem_objects, num_mem_objects)) {
                     // CL_INVALID_MEM_OBJECT if any of the memory objects in mem_objects is not a valid memory object.
                     auto object = objectOf(handle);
                     if (!object)
                       return fail(object.error());
                     // CL_INVALID_CONTEXT if the context associated with command_queue and memory objects in
                     // mem_objects are not the same.
                     if (&(*object)->context() != &queue.context())
                       return fail(CL_INVALID_CONTEXT);
                   }
                   return commands::migrate(queue, how);
                 });
}

} // namespace lanecl::api
