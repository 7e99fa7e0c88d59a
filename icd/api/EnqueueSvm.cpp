// Commands on shared virtual memory (OpenCL API 5.6). All memory is the host's, for fine-grained access at any time:
// mapping, unmapping and migrating are commands that only take their turn.
#include "icd/api/EnqueueAddresses.h"
#include "runtime/commands/FreeSvm.h"

namespace lanecl::api {

cl_int CL_API_CALL clEnqueueSVMFree(cl_command_queue command_queue, cl_uint num_svm_pointers, void *svm_pointers[],
                                    void(CL_CALLBACK *pfn_free_func)(cl_command_queue, cl_uint, void **, void *),
                                    void *user_data, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                    cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                 [&](CommandQueue &queue, const auto &how) -> Result<> {
                   // CL_INVALID_VALUE if num_svm_pointers is 0 and svm_pointers is non-NULL, or if svm_pointers is NULL
                   // and num_svm_pointers is not 0.
                   if (isListMismatch(num_svm_pointers, svm_pointers))
                     return fail(CL_INVALID_VALUE);
                   commands::SvmFree call{.pointers =
                                              std::vector<void *>(svm_pointers, svm_pointers + num_svm_pointers),
                                          .function = pfn_free_func,
                                          .userData = user_data};
                   return expectingProgress({queue, how}, commands::freeSvm(queue, std::move(call), how));
                 });
}

cl_int CL_API_CALL clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool blocking_copy, void *dst_ptr,
                                      const void *src_ptr, size_t size, cl_uint num_events_in_wait_list,
                                      const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event}, [&](CommandQueue &queue, auto how) {
    how.blocking = blocking_copy;
    return copyAddresses({queue, how}, CL_COMMAND_SVM_MEMCPY, dst_ptr, src_ptr, size);
  });
}

cl_int CL_API_CALL clEnqueueSVMMemFill(cl_command_queue command_queue, void *svm_ptr, const void *pattern,
                                       size_t pattern_size, size_t size, cl_uint num_events_in_wait_list,
                                       const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                 [&](CommandQueue &queue, const auto &how) {
                   return fillAddress({queue, how}, CL_COMMAND_SVM_MEMFILL, svm_ptr, pattern, pattern_size, size);
                 });
}

cl_int CL_API_CALL clEnqueueSVMMap(cl_command_queue command_queue, cl_bool blocking_map, cl_map_flags flags,
                                   void *svm_ptr, size_t size, cl_uint num_events_in_wait_list,
                                   const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                 [&](CommandQueue &queue, auto how) -> Result<> {
                   if (auto ok = check({
                           // CL_INVALID_VALUE if svm_ptr is NULL.
                           {svm_ptr == nullptr, CL_INVALID_VALUE},
                           // CL_INVALID_VALUE if size is zero or if values specified in map_flags are not valid.
                           {size == 0 || areInvalidMapFlags(flags), CL_INVALID_VALUE},
                       });
                       !ok)
                     return ok;
                   how.blocking = blocking_map;
                   return commands::takeTurn(queue, CL_COMMAND_SVM_MAP, how);
                 });
}

cl_int CL_API_CALL clEnqueueSVMUnmap(cl_command_queue command_queue, void *svm_ptr, cl_uint num_events_in_wait_list,
                                     const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                 [&](CommandQueue &queue, const auto &how) -> Result<> {
                   // CL_INVALID_VALUE if svm_ptr is NULL.
                   if (!svm_ptr)
                     return fail(CL_INVALID_VALUE);
                   return commands::takeTurn(queue, CL_COMMAND_SVM_UNMAP, how);
                 });
}

namespace {

Result<> checkMigration(const Context &context, std::span<const void *const> pointers, const std::size_t *sizes) {
  for (std::size_t i = 0; sizes && i < pointers.size(); ++i) {
    auto found = context.allocations().find(pointers[i]);
    // CL_INVALID_VALUE if sizes[i] is non-zero and the range svm_pointers[i] to svm_pointers[i] + sizes[i] is not
    // contained within an allocation returned by clSVMAlloc.
    if (sizes[i] && (!found || !isSvm(found->kind) || sizes[i] > found->bytesFrom(pointers[i])))
      return fail(CL_INVALID_VALUE);
  }
  return {};
}

} // namespace

cl_int CL_API_CALL clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint num_svm_pointers,
                                          const void **svm_pointers, const size_t *sizes, cl_mem_migration_flags flags,
                                          cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                          cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                 [&](CommandQueue &queue, const auto &how) -> Result<> {
                   if (auto ok = check({
                           // CL_INVALID_VALUE if num_svm_pointers is zero or svm_pointers is NULL.
                           {num_svm_pointers == 0 || svm_pointers == nullptr, CL_INVALID_VALUE},
                           // CL_INVALID_VALUE if flags is not zero and is not a valid combination of the values
                           // described in the Memory Migration Flags table.
                           {hasUnknownBits(flags, knownMigrationFlags), CL_INVALID_VALUE},
                       });
                       !ok)
                     return ok;
                   if (auto ok = checkMigration(queue.context(), {svm_pointers, num_svm_pointers}, sizes); !ok)
                     return ok;
                   return commands::takeTurn(queue, CL_COMMAND_SVM_MIGRATE_MEM, how);
                 });
}

} // namespace lanecl::api
