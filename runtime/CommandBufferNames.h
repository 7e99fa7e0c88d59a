// Names of cl_khr_command_buffer 0.9.8, its mutable dispatch 0.9.5 and its multi-device 0.9.2 (values and prototypes of
// the OpenCL registry). The extensions are experimental: their prototypes and structures change from version to version
// under the same names, and headers have those of some other version. So these stand in our namespace, where they hide
// what the headers have.
#pragma once
#include <CL/cl_ext.h>

#ifndef CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR // 0.9.6
#define CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR 0x129A
#endif
#ifndef CL_COMMAND_BUFFER_CONTEXT_KHR // 0.9.2
#define CL_COMMAND_BUFFER_CONTEXT_KHR 0x1299
#endif
#ifndef CL_COMMAND_BUFFER_STATE_FINALIZED_KHR // mutable dispatch 0.9.5
#define CL_COMMAND_BUFFER_STATE_FINALIZED_KHR 2
#endif
#ifndef CL_MUTABLE_DISPATCH_ASSERTS_KHR // mutable dispatch 0.9.1
#define CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR 0x12B7
#define CL_MUTABLE_DISPATCH_ASSERTS_KHR 0x12B8
#define CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR (1 << 0)
#endif
#ifndef CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR // mutable dispatch 0.9.2
#define CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR 0x12A2
#endif
#ifndef CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR // multi-device
#define CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR 0x0908
#define CL_COMMAND_BUFFER_PLATFORM_UNIVERSAL_SYNC_KHR (1 << 0)
#define CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR (1 << 1)
#define CL_COMMAND_BUFFER_PLATFORM_AUTOMATIC_REMAP_KHR (1 << 2)
#define CL_DEVICE_COMMAND_BUFFER_NUM_SYNC_DEVICES_KHR 0x12AB
#define CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR 0x12AC
#define CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR (1 << 4)
#define CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR (1 << 2)
#endif

namespace lanecl {

using cl_command_properties_khr = cl_properties;
using cl_mutable_dispatch_asserts_khr = cl_bitfield;
using cl_platform_command_buffer_capabilities_khr = cl_bitfield;

using cl_command_buffer_update_type_khr = cl_uint;
/// CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR, which was 1 before 0.9.2.
inline constexpr cl_command_buffer_update_type_khr MutableDispatchConfigType = 0;

struct cl_mutable_dispatch_arg_khr {
  cl_uint arg_index;
  size_t arg_size;
  const void *arg_value;
};
struct cl_mutable_dispatch_exec_info_khr {
  cl_uint param_name;
  size_t param_value_size;
  const void *param_value;
};
struct cl_mutable_dispatch_config_khr {
  cl_mutable_command_khr command = nullptr;
  cl_uint num_args = 0;
  cl_uint num_svm_args = 0;
  cl_uint num_exec_infos = 0;
  cl_uint work_dim = 0;
  const cl_mutable_dispatch_arg_khr *arg_list = nullptr;
  const cl_mutable_dispatch_arg_khr *arg_svm_list = nullptr;
  const cl_mutable_dispatch_exec_info_khr *exec_info_list = nullptr;
  const size_t *global_work_offset = nullptr;
  const size_t *global_work_size = nullptr;
  const size_t *local_work_size = nullptr;
};

using clCreateCommandBufferKHR_fn =
    cl_command_buffer_khr(CL_API_CALL *)(cl_uint num_queues, const cl_command_queue *queues,
                                         const cl_command_buffer_properties_khr *properties, cl_int *errcode_ret);
using clFinalizeCommandBufferKHR_fn = cl_int(CL_API_CALL *)(cl_command_buffer_khr command_buffer);
using clRetainCommandBufferKHR_fn = cl_int(CL_API_CALL *)(cl_command_buffer_khr command_buffer);
using clReleaseCommandBufferKHR_fn = cl_int(CL_API_CALL *)(cl_command_buffer_khr command_buffer);
using clEnqueueCommandBufferKHR_fn = cl_int(CL_API_CALL *)(cl_uint num_queues, cl_command_queue *queues,
                                                           cl_command_buffer_khr command_buffer,
                                                           cl_uint num_events_in_wait_list,
                                                           const cl_event *event_wait_list, cl_event *event);
using clCommandBarrierWithWaitListKHR_fn = cl_int(CL_API_CALL *)(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue, const cl_command_properties_khr *properties,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point,
    cl_mutable_command_khr *mutable_handle);
using clCommandCopyBufferKHR_fn = cl_int(CL_API_CALL *)(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue, const cl_command_properties_khr *properties,
    cl_mem src_buffer, cl_mem dst_buffer, size_t src_offset, size_t dst_offset, size_t size,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point,
    cl_mutable_command_khr *mutable_handle);
using clCommandCopyBufferRectKHR_fn = cl_int(CL_API_CALL *)(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue, const cl_command_properties_khr *properties,
    cl_mem src_buffer, cl_mem dst_buffer, const size_t *src_origin, const size_t *dst_origin, const size_t *region,
    size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch, size_t dst_slice_pitch,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point,
    cl_mutable_command_khr *mutable_handle);
using clCommandCopyBufferToImageKHR_fn = cl_int(CL_API_CALL *)(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue, const cl_command_properties_khr *properties,
    cl_mem src_buffer, cl_mem dst_image, size_t src_offset, const size_t *dst_origin, const size_t *region,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point,
    cl_mutable_command_khr *mutable_handle);
using clCommandCopyImageKHR_fn = cl_int(CL_API_CALL *)(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue, const cl_command_properties_khr *properties,
    cl_mem src_image, cl_mem dst_image, const size_t *src_origin, const size_t *dst_origin, const size_t *region,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point,
    cl_mutable_command_khr *mutable_handle);
using clCommandCopyImageToBufferKHR_fn = cl_int(CL_API_CALL *)(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue, const cl_command_properties_khr *properties,
    cl_mem src_image, cl_mem dst_buffer, const size_t *src_origin, const size_t *region, size_t dst_offset,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point,
    cl_mutable_command_khr *mutable_handle);
using clCommandFillBufferKHR_fn = cl_int(CL_API_CALL *)(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue, const cl_command_properties_khr *properties,
    cl_mem buffer, const void *pattern, size_t pattern_size, size_t offset, size_t size,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point,
    cl_mutable_command_khr *mutable_handle);
using clCommandFillImageKHR_fn = cl_int(CL_API_CALL *)(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue, const cl_command_properties_khr *properties,
    cl_mem image, const void *fill_color, const size_t *origin, const size_t *region,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point,
    cl_mutable_command_khr *mutable_handle);
using clCommandNDRangeKernelKHR_fn = cl_int(CL_API_CALL *)(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue, const cl_command_properties_khr *properties,
    cl_kernel kernel, cl_uint work_dim, const size_t *global_work_offset, const size_t *global_work_size,
    const size_t *local_work_size, cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);
using clCommandSVMMemcpyKHR_fn =
    cl_int(CL_API_CALL *)(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                          const cl_command_properties_khr *properties, void *dst_ptr, const void *src_ptr, size_t size,
                          cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
                          cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);
using clCommandSVMMemFillKHR_fn = cl_int(CL_API_CALL *)(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue, const cl_command_properties_khr *properties,
    void *svm_ptr, const void *pattern, size_t pattern_size, size_t size, cl_uint num_sync_points_in_wait_list,
    const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point,
    cl_mutable_command_khr *mutable_handle);
using clGetCommandBufferInfoKHR_fn = cl_int(CL_API_CALL *)(cl_command_buffer_khr command_buffer,
                                                           cl_command_buffer_info_khr param_name,
                                                           size_t param_value_size, void *param_value,
                                                           size_t *param_value_size_ret);
using clRemapCommandBufferKHR_fn = cl_command_buffer_khr(CL_API_CALL *)(
    cl_command_buffer_khr command_buffer, cl_bool automatic, cl_uint num_queues, const cl_command_queue *queues,
    cl_uint num_handles, const cl_mutable_command_khr *handles, cl_mutable_command_khr *handles_ret,
    cl_int *errcode_ret);
using clUpdateMutableCommandsKHR_fn = cl_int(CL_API_CALL *)(cl_command_buffer_khr command_buffer, cl_uint num_configs,
                                                            const cl_command_buffer_update_type_khr *config_types,
                                                            const void **configs);
using clGetMutableCommandInfoKHR_fn = cl_int(CL_API_CALL *)(cl_mutable_command_khr command,
                                                            cl_mutable_command_info_khr param_name,
                                                            size_t param_value_size, void *param_value,
                                                            size_t *param_value_size_ret);

} // namespace lanecl
