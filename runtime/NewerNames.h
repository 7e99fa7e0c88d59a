// Names of extensions that are newer than the headers of Debian 12 (values of the OpenCL registry).
#pragma once
#include <CL/cl_ext.h>

#ifndef CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR
#define CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR 0x1076
#define CL_DEVICE_KERNEL_CLOCK_SCOPE_DEVICE_KHR (1 << 0)
#define CL_DEVICE_KERNEL_CLOCK_SCOPE_WORK_GROUP_KHR (1 << 1)
#define CL_DEVICE_KERNEL_CLOCK_SCOPE_SUB_GROUP_KHR (1 << 2)
#endif

#ifndef CL_DEVICE_TERMINATE_CAPABILITY_CONTEXT_KHR
#define CL_DEVICE_TERMINATE_CAPABILITY_CONTEXT_KHR (1 << 0)
using cl_device_terminate_capability_khr = cl_bitfield;
#endif

#ifndef CL_DEVICE_SPIRV_EXTENSIONS_KHR
#define CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR 0x12B9
#define CL_DEVICE_SPIRV_EXTENSIONS_KHR 0x12BA
#define CL_DEVICE_SPIRV_CAPABILITIES_KHR 0x12BB
#endif

#ifndef cl_ext_float_atomics
using cl_device_fp_atomic_capabilities_ext = cl_bitfield;
constexpr cl_device_info CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT = 0x4231,
                         CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT = 0x4232,
                         CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT = 0x4233;
constexpr cl_bitfield CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT = 1 << 0, CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT = 1 << 1,
                      CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT = 1 << 2,
                      CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT = 1 << 16, CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT = 1 << 17,
                      CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT = 1 << 18;
#endif

#ifndef cl_ext_image_unorm_int_2_101010
constexpr cl_channel_type CL_UNORM_INT_2_101010_EXT = 0x10E5;
#endif

#ifndef cl_ext_image_unsigned_10x6_12x4_14x2
constexpr cl_channel_type CL_UNORM_INT10X6_EXT = 0x10E1, CL_UNSIGNED_INT10X6_EXT = 0x10E6,
                          CL_UNSIGNED_INT12X4_EXT = 0x10E7, CL_UNSIGNED_INT14X2_EXT = 0x10E8,
                          CL_UNORM_INT12X4_EXT = 0x10E9, CL_UNORM_INT14X2_EXT = 0x10EA;
#endif

#ifndef cl_ext_image_raw10_raw12
constexpr cl_channel_type CL_UNSIGNED_INT_RAW10_EXT = 0x10E3, CL_UNSIGNED_INT_RAW12_EXT = 0x10E4;
#endif

#ifndef cl_ext_buffer_device_address
using cl_mem_device_address_ext = cl_ulong;
constexpr cl_mem_properties CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT = 0x5000;
constexpr cl_mem_info CL_MEM_DEVICE_ADDRESS_EXT = 0x5001;
constexpr cl_kernel_exec_info CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT = 0x5002;
using clSetKernelArgDevicePointerEXT_fn = cl_int(CL_API_CALL *)(cl_kernel kernel, cl_uint arg_index,
                                                                cl_mem_device_address_ext arg_value);
#endif

#ifndef CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR // of cl_khr_semaphore since 0.9.1
constexpr cl_semaphore_properties_khr CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR = 0x2053,
                                      CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR = 0;
#endif

#ifndef CL_SEMAPHORE_EXPORTABLE_KHR // of cl_khr_external_semaphore since 0.9.1, 0.9.2
constexpr cl_semaphore_info_khr CL_SEMAPHORE_EXPORTABLE_KHR = 0x2054;
using cl_semaphore_reimport_properties_khr = cl_properties;
using clReImportSemaphoreSyncFdKHR_fn = cl_int(CL_API_CALL *)(cl_semaphore_khr sema_object,
                                                              cl_semaphore_reimport_properties_khr *reimport_props,
                                                              int fd);
#endif

#ifndef CL_MEM_DEVICE_HANDLE_LIST_KHR // of cl_khr_external_memory since 0.9.2, 0.9.3
constexpr cl_mem_properties CL_MEM_DEVICE_HANDLE_LIST_KHR = 0x2051, CL_MEM_DEVICE_HANDLE_LIST_END_KHR = 0;
constexpr cl_device_info CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR = 0x2052;
#endif

#ifndef CL_MEM_IMMUTABLE_EXT
constexpr cl_mem_flags CL_MEM_IMMUTABLE_EXT = 1 << 6;
#endif

// In no registry: as Intel's runtimes have them and those of SYCL call them.
using clGetDeviceGlobalVariablePointerINTEL_fn = cl_int(CL_API_CALL *)(cl_device_id device, cl_program program,
                                                                       const char *name, size_t *size_ret,
                                                                       void **pointer_ret);
using clGetDeviceFunctionPointerINTEL_fn = cl_int(CL_API_CALL *)(cl_device_id device, cl_program program,
                                                                 const char *name, cl_ulong *pointer_ret);
using clEnqueueReadGlobalVariableINTEL_fn = cl_int(CL_API_CALL *)(cl_command_queue command_queue, cl_program program,
                                                                  const char *name, cl_bool blocking, size_t size,
                                                                  size_t offset, void *ptr,
                                                                  cl_uint num_events_in_wait_list,
                                                                  const cl_event *event_wait_list, cl_event *event);
using clEnqueueWriteGlobalVariableINTEL_fn = cl_int(CL_API_CALL *)(cl_command_queue command_queue, cl_program program,
                                                                   const char *name, cl_bool blocking, size_t size,
                                                                   size_t offset, const void *ptr,
                                                                   cl_uint num_events_in_wait_list,
                                                                   const cl_event *event_wait_list, cl_event *event);
