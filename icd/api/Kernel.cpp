// Kernel objects (OpenCL API 5.9).
#include "icd/Entry.h"
#include "icd/InfoWriter.h"
#include "icd/Validate.h"
#include "icd/api/CheckedCommands.h"

#include "runtime/Kernel.h"
#include <algorithm>

namespace lanecl::api {
namespace {

using compiler::ArgInfo;
using compiler::ArgKind;
using compiler::KernelInfo;

/// The kernel as built for the device that a query means.
Result<const KernelInfo *> infoOf(const Kernel &kernel, cl_device_id device) {
  auto devices = kernel.program().devices();
  const Device *target = nullptr;
  // CL_INVALID_DEVICE if device is not in the list of devices associated with kernel, or if device is NULL but there is
  // more than one device associated with kernel.
  if (!device) {
    if (devices.size() != 1)
      return fail(CL_INVALID_DEVICE);
    target = devices.front().get();
  } else {
    auto object = objectOf(device);
    if (!object)
      return fail(object.error());
    target = object->get();
  }
  const KernelInfo *info = kernel.infoFor(*target);
  if (!info)
    return fail(CL_INVALID_DEVICE);
  return info;
}

cl_kernel_arg_address_qualifier addressQualifier(ArgKind kind) {
  switch (kind) {
  case ArgKind::Global:
  case ArgKind::Image: // "image types are always in global memory": the address space that the tests of Khronos expect
  case ArgKind::Pipe:
    return CL_KERNEL_ARG_ADDRESS_GLOBAL;
  case ArgKind::Constant:
    return CL_KERNEL_ARG_ADDRESS_CONSTANT;
  case ArgKind::Local:
    return CL_KERNEL_ARG_ADDRESS_LOCAL;
  case ArgKind::Value:
  case ArgKind::Sampler:
  case ArgKind::Queue:
    break;
  }
  return CL_KERNEL_ARG_ADDRESS_PRIVATE;
}

cl_kernel_arg_access_qualifier accessQualifier(compiler::AccessQualifier access) {
  using enum compiler::AccessQualifier;
  switch (access) {
  case ReadOnly:
    return CL_KERNEL_ARG_ACCESS_READ_ONLY;
  case WriteOnly:
    return CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
  case ReadWrite:
    return CL_KERNEL_ARG_ACCESS_READ_WRITE;
  case None:
    break;
  }
  return CL_KERNEL_ARG_ACCESS_NONE;
}

cl_kernel_arg_type_qualifier typeQualifiers(uint8_t bits) {
  return (bits & compiler::QualifierConst ? CL_KERNEL_ARG_TYPE_CONST : 0) |
         (bits & compiler::QualifierRestrict ? CL_KERNEL_ARG_TYPE_RESTRICT : 0) |
         (bits & compiler::QualifierVolatile ? CL_KERNEL_ARG_TYPE_VOLATILE : 0) |
         (bits & compiler::QualifierPipe ? CL_KERNEL_ARG_TYPE_PIPE : 0);
}

using Size3 = std::array<size_t, 3>;

/// Work-groups of the local size that a sub-group query names; the number of dimensions is inferred from its size.
Result<Size3> localSizeOf(size_t bytes, const void *value) {
  // CL_INVALID_VALUE if the size in bytes specified by input_value_size is not valid or if input_value is NULL.
  if (!value || bytes == 0 || bytes % sizeof(size_t) || bytes > sizeof(Size3))
    return fail(CL_INVALID_VALUE);
  Size3 local = {1, 1, 1};
  std::memcpy(local.data(), value, bytes);
  return local;
}

/// Work-items in the order of their linear ids, as many as lanes; the last sub-group may be smaller.
size_t subGroupsIn(const Size3 &local, size_t width) { return (local[0] * local[1] * local[2] + width - 1) / width; }

/// CL_KERNEL_MAX_NUM_SUB_GROUPS
size_t mostSubGroups(const KernelInfo &kernel) {
  const auto &required = kernel.requiredWorkGroupSize;
  if (kernel.requiredSubGroupsPerGroup)
    return kernel.requiredSubGroupsPerGroup;
  return required[0] ? subGroupsIn({required[0], required[1], required[2]}, kernel.subGroupSize)
                     : Device::maxWorkGroupSize / kernel.subGroupSize;
}

/// CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT: "Any returned work-group will have one dimension ... an exact number of
/// sub-groups and result in no partial groups". "If no work-group size can accommodate the requested number of
/// sub-groups, 0 will be returned in each element of the return array."
Size3 localSizeFor(size_t count, const KernelInfo &kernel) {
  const auto &required = kernel.requiredWorkGroupSize;
  const Size3 local = {count * kernel.subGroupSize, 1, 1};
  bool fits = count && count <= Device::maxWorkGroupSize / kernel.subGroupSize;
  bool allowed = (!kernel.requiredSubGroupsPerGroup || count == kernel.requiredSubGroupsPerGroup) &&
                 (!required[0] || std::ranges::equal(local, required));
  return fits && allowed ? local : Size3{};
}

Result<> writeSubGroupInfo(const KernelInfo &kernel, cl_kernel_sub_group_info name, size_t inputSize, const void *input,
                           size_t outputSize, const InfoWriter &info) {
  const size_t width = kernel.subGroupSize;
  switch (name) {
  case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
  case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE: {
    auto local = localSizeOf(inputSize, input);
    if (!local)
      return fail(local.error());
    return info.write<size_t>(name == CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE ? width : subGroupsIn(*local, width));
  }
  case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT: {
    // CL_INVALID_VALUE if the size in bytes specified by input_value_size is not valid or if input_value is NULL.
    if (!input || inputSize != sizeof(size_t))
      return fail(CL_INVALID_VALUE);
    size_t count;
    std::memcpy(&count, input, sizeof count);
    const Size3 local = localSizeFor(count, kernel);
    // The number of dimensions is the host's: as many as param_value_size has room for.
    size_t dimensions = std::clamp<size_t>(outputSize / sizeof(size_t), 1, 3);
    return info.write(std::span<const size_t>(local.data(), dimensions));
  }
  case CL_KERNEL_MAX_NUM_SUB_GROUPS:
    return info.write<size_t>(mostSubGroups(kernel));
  case CL_KERNEL_COMPILE_NUM_SUB_GROUPS:
    return info.write<size_t>(kernel.requiredSubGroupsPerGroup);
  case CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL:
    return info.write<size_t>(kernel.requiredSubGroupSize);
  default:
    return fail(CL_INVALID_VALUE);
  }
}

} // namespace

cl_kernel clCreateKernel(cl_program program, const char *kernel_name, cl_int *errcode_ret) {
  return create(errcode_ret, on(program), [&](Program &object) -> Result<Ref<Kernel>> {
    // CL_INVALID_VALUE if kernel_name is NULL.
    if (!kernel_name)
      return fail(CL_INVALID_VALUE);
    return Kernel::create(object, kernel_name);
  });
}

cl_int clCreateKernelsInProgram(cl_program program, cl_uint num_kernels, cl_kernel *kernels, cl_uint *num_kernels_ret) {
  return entryUnlessTerminated(on(program), [&](Program &object) -> Result<> {
    auto list = Kernel::createAll(object);
    if (!list)
      return fail(list.error());
    // CL_INVALID_VALUE if kernels is not NULL and num_kernels is less than the number of kernels in program.
    if (kernels && num_kernels < list->size())
      return fail(CL_INVALID_VALUE);
    if (num_kernels_ret)
      *num_kernels_ret = list->size();
    if (kernels)
      std::ranges::transform(*list, kernels, [](Ref<Kernel> &kernel) { return handleOf(kernel.detach()); });
    return {};
  });
}

cl_kernel clCloneKernel(cl_kernel source_kernel, cl_int *errcode_ret) {
  return create(errcode_ret, on(source_kernel), [](Kernel &object) -> Result<Ref<Kernel>> { return object.clone(); });
}

cl_int clRetainKernel(cl_kernel kernel) {
  return entry(on(kernel), [](Kernel &object) -> Result<> { return object.retainForHost(), Result<>(); });
}

cl_int clReleaseKernel(cl_kernel kernel) {
  return entry(on(kernel), [](Kernel &object) -> Result<> {
    // CL_INVALID_KERNEL when the host holds no reference any more.
    return object.releaseForHost() ? Result<>() : fail(CL_INVALID_KERNEL);
  });
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size, const void *arg_value) {
  return entry(on(kernel), [&](Kernel &object) { return object.setArg(arg_index, arg_size, arg_value); });
}

cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint arg_index, const void *arg_value) {
  return entry(on(kernel), [&](Kernel &object) { return object.setAddress(arg_index, arg_value); });
}

// cl_intel_unified_shared_memory 1.1.0: "For all devices, any pointer value is valid".
cl_int clSetKernelArgMemPointerINTEL(cl_kernel kernel, cl_uint arg_index, const void *arg_value) {
  return api::clSetKernelArgSVMPointer(kernel, arg_index, arg_value);
}

cl_int clSetKernelArgDevicePointerEXT(cl_kernel kernel, cl_uint arg_index, cl_mem_device_address_ext arg_value) {
  return entry(on(kernel), [&](Kernel &object) -> Result<> {
    const auto &args = object.info().args;
    // CL_INVALID_ARG_INDEX if arg_index is not a valid argument index, or corresponds to an argument that is not a
    // pointer to the global address space.
    if (arg_index >= args.size() || args[arg_index].kind != ArgKind::Global)
      return fail(CL_INVALID_ARG_INDEX);
    return object.setAddress(arg_index, reinterpret_cast<const void *>(arg_value));
  });
}

namespace {

/// What a param_name of clSetKernelExecInfo takes.
enum class ExecInfo { None, Addresses, Flag };
ExecInfo execInfoOf(cl_kernel_exec_info name) {
  switch (name) {
  case CL_KERNEL_EXEC_INFO_SVM_PTRS:
  case CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL:
  case CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT:
    return ExecInfo::Addresses;
  case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM:
  case CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL:
  case CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL:
  case CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL:
    return ExecInfo::Flag;
  default:
    return ExecInfo::None;
  }
}

bool isSize(ExecInfo kind, size_t bytes) {
  return kind == ExecInfo::Flag ? bytes == sizeof(cl_bool) : bytes % sizeof(void *) == 0;
}

} // namespace

Result<> setExecInfo(Kernel &kernel, cl_kernel_exec_info param_name, size_t param_value_size, const void *param_value) {
  const ExecInfo kind = execInfoOf(param_name);
  // CL_INVALID_VALUE if param_name is not valid, if param_value is NULL and param_value_size is greater than zero, or
  // if the size specified by param_value_size is not valid.
  if (kind == ExecInfo::None || (!param_value && param_value_size) || !isSize(kind, param_value_size))
    return fail(CL_INVALID_VALUE);
  // Kernels may use any address as it is; that they do, tells that the host may watch them at it. The system's memory
  // may be used anyhow.
  cl_bool flag = CL_FALSE;
  if (kind == ExecInfo::Flag && param_name != CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM)
    std::memcpy(&flag, param_value, sizeof flag);
  if (flag || (kind == ExecInfo::Addresses && param_value_size))
    kernel.setReachesOthers();
  return {};
}

cl_int clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info param_name, size_t param_value_size,
                           const void *param_value) {
  return entry(on(kernel),
               [&](Kernel &object) { return setExecInfo(object, param_name, param_value_size, param_value); });
}

cl_int clGetKernelInfo(cl_kernel kernel, cl_kernel_info param_name, size_t param_value_size, void *param_value,
                       size_t *param_value_size_ret) {
  return entry(on(kernel), [&](Kernel &object) -> Result<> {
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_KERNEL_FUNCTION_NAME:
      return info.write(object.info().name);
    case CL_KERNEL_NUM_ARGS:
      return info.write<cl_uint>(object.info().args.size());
    case CL_KERNEL_REFERENCE_COUNT:
      return info.write<cl_uint>(object.hostCount());
    case CL_KERNEL_CONTEXT:
      return info.write<cl_context>(handleOf(&object.context()));
    case CL_KERNEL_PROGRAM:
      return info.write<cl_program>(handleOf(&object.program()));
    case CL_KERNEL_ATTRIBUTES: {
      // "For kernels not created from OpenCL C source and the clCreateProgramWithSource API call the string returned
      // from this query will be empty."
      auto origin = object.program().origin();
      bool fromSource = origin == Program::Origin::Source || origin == Program::Origin::Link;
      return info.write(fromSource ? std::string_view(object.info().attributes) : std::string_view());
    }
    default:
      return fail(CL_INVALID_VALUE);
    }
  });
}

cl_int clGetKernelArgInfo(cl_kernel kernel, cl_uint arg_indx, cl_kernel_arg_info param_name, size_t param_value_size,
                          void *param_value, size_t *param_value_size_ret) {
  return entry(on(kernel), [&](Kernel &object) -> Result<> {
    // CL_INVALID_ARG_INDEX if arg_index is not a valid argument index.
    if (arg_indx >= object.info().args.size())
      return fail(CL_INVALID_ARG_INDEX);
    // CL_KERNEL_ARG_INFO_NOT_AVAILABLE if the argument information is not available for kernel.
    if (!object.info().hasArgInfo)
      return fail(CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
    const ArgInfo &arg = object.info().args[arg_indx];
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
      return info.write<cl_kernel_arg_address_qualifier>(addressQualifier(arg.kind));
    case CL_KERNEL_ARG_ACCESS_QUALIFIER:
      return info.write<cl_kernel_arg_access_qualifier>(accessQualifier(arg.access));
    case CL_KERNEL_ARG_TYPE_NAME:
      return info.write(arg.typeName);
    case CL_KERNEL_ARG_TYPE_QUALIFIER:
      return info.write<cl_kernel_arg_type_qualifier>(typeQualifiers(arg.typeQualifiers));
    case CL_KERNEL_ARG_NAME:
      return info.write(arg.name);
    default:
      return fail(CL_INVALID_VALUE);
    }
  });
}

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info param_name,
                                size_t param_value_size, void *param_value, size_t *param_value_size_ret) {
  return entry(on(kernel), [&](Kernel &object) -> Result<> {
    auto target = infoOf(object, device);
    if (!target)
      return fail(target.error());
    const KernelInfo &built = **target;
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_KERNEL_WORK_GROUP_SIZE:
      return info.write<size_t>(Device::maxWorkGroupSize);
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE: {
      const auto &size = built.requiredWorkGroupSize;
      return info.write(Size3{size[0], size[1], size[2]});
    }
    case CL_KERNEL_LOCAL_MEM_SIZE:
      return info.write<cl_ulong>(object.localBytes());
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
      return info.write<size_t>(built.subGroupSize);
    case CL_KERNEL_PRIVATE_MEM_SIZE:
      return info.write<cl_ulong>(built.privateBytes);
    // cl_intel_required_subgroup_size: memory for what registers cannot hold. Here it is the threads' stack, which no
    // one has to provide.
    case CL_KERNEL_SPILL_MEM_SIZE_INTEL:
      return info.write<cl_ulong>(0);
    // CL_INVALID_VALUE if param_name is CL_KERNEL_GLOBAL_WORK_SIZE and kernel is not a built-in kernel: none is.
    case CL_KERNEL_GLOBAL_WORK_SIZE:
    default:
      return fail(CL_INVALID_VALUE);
    }
  });
}

cl_int clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info param_name,
                               size_t input_value_size, const void *input_value, size_t param_value_size,
                               void *param_value, size_t *param_value_size_ret) {
  return entry(on(kernel), [&](Kernel &object) -> Result<> {
    auto target = infoOf(object, device);
    if (!target)
      return fail(target.error());
    // CL_INVALID_OPERATION if device does not support sub-groups.
    if (!Kernel::hasSubGroups())
      return fail(CL_INVALID_OPERATION);
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    return writeSubGroupInfo(**target, param_name, input_value_size, input_value, param_value_size, info);
  });
}

cl_int clGetKernelSubGroupInfoKHR(cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info param_name,
                                  size_t input_value_size, const void *input_value, size_t param_value_size,
                                  void *param_value, size_t *param_value_size_ret) {
  return api::clGetKernelSubGroupInfo(kernel, device, param_name, input_value_size, input_value, param_value_size,
                                      param_value, param_value_size_ret);
}

} // namespace lanecl::api
