// Commands on unified shared memory (cl_intel_unified_shared_memory): any address of the process will do.
#include "icd/api/EnqueueAddresses.h"

namespace lanecl::api {

cl_int CL_API_CALL clEnqueueMemcpyINTEL(cl_command_queue command_queue, cl_bool blocking, void *dst_ptr,
                                        const void *src_ptr, size_t size, cl_uint num_events_in_wait_list,
                                        const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event}, [&](CommandQueue &queue, auto how) {
    how.blocking = blocking;
    return copyAddresses({queue, how}, CL_COMMAND_MEMCPY_INTEL, dst_ptr, src_ptr, size);
  });
}

cl_int CL_API_CALL clEnqueueMemFillINTEL(cl_command_queue command_queue, void *dst_ptr, const void *pattern,
                                         size_t pattern_size, size_t size, cl_uint num_events_in_wait_list,
                                         const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                 [&](CommandQueue &queue, const auto &how) {
                   return fillAddress({queue, how}, CL_COMMAND_MEMFILL_INTEL, dst_ptr, pattern, pattern_size, size);
                 });
}

// Of the extension's drafts, in which clients still ask for it: a fill with a byte.
cl_int CL_API_CALL clEnqueueMemsetINTEL(cl_command_queue command_queue, void *dst_ptr, cl_int value, size_t size,
                                        cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                        cl_event *event) {
  const auto byte = static_cast<unsigned char>(value);
  return api::clEnqueueMemFillINTEL(command_queue, dst_ptr, &byte, 1, size, num_events_in_wait_list, event_wait_list,
                                    event);
}

cl_int CL_API_CALL clEnqueueMigrateMemINTEL(cl_command_queue command_queue, const void *, size_t,
                                            cl_mem_migration_flags flags, cl_uint num_events_in_wait_list,
                                            const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                 [&](CommandQueue &queue, const auto &how) -> Result<> {
                   // CL_INVALID_VALUE if flags is not a supported combination of memory migration flags. Zero, which
                   // was invalid before version 1.2.0, is "to the queue's device".
                   if (hasUnknownBits(flags, knownMigrationFlags))
                     return fail(CL_INVALID_VALUE);
                   return commands::takeTurn(queue, CL_COMMAND_MIGRATEMEM_INTEL, how);
                 });
}

cl_int CL_API_CALL clEnqueueMemAdviseINTEL(cl_command_queue command_queue, const void *, size_t,
                                           cl_mem_advice_intel advice, cl_uint num_events_in_wait_list,
                                           const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                 [&](CommandQueue &queue, const auto &how) -> Result<> {
                   // CL_INVALID_VALUE if advice is not supported advice for the device: none is defined, 0 is none.
                   if (advice)
                     return fail(CL_INVALID_VALUE);
                   return commands::takeTurn(queue, CL_COMMAND_MEMADVISE_INTEL, how);
                 });
}

} // namespace lanecl::api
