// Commands on shared virtual memory (OpenCL API 5.6). The device reports CL_DEVICE_SVM_CAPABILITIES as 0.
#include "icd/api/EnqueueCommon.h"

namespace lanecl::api {
namespace {

Result<> svmCommand(CommandQueue &, const CommandQueue::Submission &) {
  // CL_INVALID_OPERATION if the device associated with command_queue does not support SVM.
  return fail(CL_INVALID_OPERATION);
}

} // namespace

cl_int CL_API_CALL clEnqueueSVMFree(cl_command_queue command_queue, cl_uint, void **,
                                    void(CL_CALLBACK *)(cl_command_queue, cl_uint, void **, void *), void *,
                                    cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event}, svmCommand);
}

cl_int CL_API_CALL clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool, void *, const void *, size_t,
                                      cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                      cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event}, svmCommand);
}

cl_int CL_API_CALL clEnqueueSVMMemFill(cl_command_queue command_queue, void *, const void *, size_t, size_t,
                                       cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                       cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event}, svmCommand);
}

cl_int CL_API_CALL clEnqueueSVMMap(cl_command_queue command_queue, cl_bool, cl_map_flags, void *, size_t,
                                   cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event}, svmCommand);
}

cl_int CL_API_CALL clEnqueueSVMUnmap(cl_command_queue command_queue, void *, cl_uint num_events_in_wait_list,
                                     const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event}, svmCommand);
}

cl_int CL_API_CALL clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint, const void **, const size_t *,
                                          cl_mem_migration_flags, cl_uint num_events_in_wait_list,
                                          const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event}, svmCommand);
}

} // namespace lanecl::api
