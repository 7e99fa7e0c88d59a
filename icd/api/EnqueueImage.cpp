// Commands on images (OpenCL API 5.3). The device has none, so no handle is a valid image.
#include "icd/api/EnqueueCommon.h"

namespace lanecl::api {
namespace {

Result<> imageCommand(CommandQueue &, const CommandQueue::Submission &) {
  // CL_INVALID_OPERATION if the device associated with command_queue does not support images (i.e.
  // CL_DEVICE_IMAGE_SUPPORT is CL_FALSE).
  return fail(CL_INVALID_OPERATION);
}

} // namespace

cl_int CL_API_CALL clEnqueueReadImage(cl_command_queue command_queue, cl_mem, cl_bool, const size_t *, const size_t *,
                                      size_t, size_t, void *, cl_uint num_events_in_wait_list,
                                      const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event}, imageCommand);
}

cl_int CL_API_CALL clEnqueueWriteImage(cl_command_queue command_queue, cl_mem, cl_bool, const size_t *, const size_t *,
                                       size_t, size_t, const void *, cl_uint num_events_in_wait_list,
                                       const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event}, imageCommand);
}

cl_int CL_API_CALL clEnqueueFillImage(cl_command_queue command_queue, cl_mem, const void *, const size_t *,
                                      const size_t *, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                      cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event}, imageCommand);
}

cl_int CL_API_CALL clEnqueueCopyImage(cl_command_queue command_queue, cl_mem, cl_mem, const size_t *, const size_t *,
                                      const size_t *, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                      cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event}, imageCommand);
}

cl_int CL_API_CALL clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem, cl_mem, const size_t *,
                                              const size_t *, size_t, cl_uint num_events_in_wait_list,
                                              const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event}, imageCommand);
}

cl_int CL_API_CALL clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem, cl_mem, size_t, const size_t *,
                                              const size_t *, cl_uint num_events_in_wait_list,
                                              const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event}, imageCommand);
}

void *CL_API_CALL clEnqueueMapImage(cl_command_queue command_queue, cl_mem, cl_bool, cl_map_flags, const size_t *,
                                    const size_t *, size_t *, size_t *, cl_uint num_events_in_wait_list,
                                    const cl_event *event_wait_list, cl_event *event, cl_int *errcode_ret) {
  return create(errcode_ret, [&]() -> Result<void *> {
    return fail(enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event}, imageCommand));
  });
}

} // namespace lanecl::api
