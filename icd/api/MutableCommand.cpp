// Changing and asking recorded kernels (OpenCL API, "Mutable Commands"; cl_khr_command_buffer_mutable_dispatch).
#include "runtime/MutableCommand.h"
#include "icd/Entry.h"
#include "icd/InfoWriter.h"
#include "icd/Validate.h"
#include "icd/api/CheckedCommands.h"
#include "runtime/CommandBuffer.h"
#include "runtime/commands/LaunchShape.h"
#include <algorithm>

namespace lanecl::api {
namespace {

using commands::NDRange;

Result<> checkConfig(const MutableCommand &command, const cl_mutable_dispatch_config_khr &config) {
  auto isRefused = [&](bool isWanted, cl_mutable_dispatch_fields_khr field) {
    return isWanted && !command.mayChange(field);
  };
  return check({
      // CL_INVALID_OPERATION if work_dim is not zero and different from the work_dim set on command recording.
      {config.work_dim && config.work_dim != command.dimensions(), CL_INVALID_OPERATION},
      // CL_INVALID_OPERATION if the property of the field was not set on command recording: for global_work_offset,
      // global_work_size and local_work_size not NULL, for num_args or num_svm_args non-zero, for num_exec_infos
      // non-zero.
      {isRefused(config.global_work_offset, CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR), CL_INVALID_OPERATION},
      {isRefused(config.global_work_size, CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR), CL_INVALID_OPERATION},
      {isRefused(config.local_work_size, CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR), CL_INVALID_OPERATION},
      {isRefused(config.num_args || config.num_svm_args, CL_MUTABLE_DISPATCH_ARGUMENTS_KHR), CL_INVALID_OPERATION},
      {isRefused(config.num_exec_infos, CL_MUTABLE_DISPATCH_EXEC_INFO_KHR), CL_INVALID_OPERATION},
      // CL_INVALID_VALUE if arg_list is NULL and num_args > 0, or arg_list is not NULL and num_args is 0; likewise
      // arg_svm_list and num_svm_args, exec_info_list and num_exec_infos.
      {isListMismatch(config.num_args, config.arg_list), CL_INVALID_VALUE},
      {isListMismatch(config.num_svm_args, config.arg_svm_list), CL_INVALID_VALUE},
      {isListMismatch(config.num_exec_infos, config.exec_info_list), CL_INVALID_VALUE},
  });
}

/// Work-groups are all of one size; those of the runtime's choice count as such.
bool isUniform(const NDRange &range) {
  for (unsigned i = 0; range.local && i < range.workDim; ++i)
    if (range.global[i] % std::max<uint64_t>((*range.local)[i], 1))
      return false;
  return true;
}

Result<NDRange> changedRange(const NDRange &before, const cl_mutable_dispatch_config_khr &config) {
  auto read = commands::readNDRange(
      before.workDim, config.global_work_offset ? config.global_work_offset : before.offset.data(),
      config.global_work_size ? config.global_work_size : before.global.data(),
      config.local_work_size ? config.local_work_size : (before.local ? before.local->data() : nullptr));
  // CL_INVALID_OPERATION if the values of local_work_size and/or global_work_size result in a change to work-group
  // uniformity.
  if (read && isUniform(*read) != isUniform(before))
    return fail(CL_INVALID_OPERATION);
  return read;
}

Result<> changeArguments(Kernel &kernel, const cl_mutable_dispatch_config_khr &config) {
  for (const cl_mutable_dispatch_arg_khr &argument : std::span(config.arg_list, config.num_args))
    if (auto ok = kernel.setArg(argument.arg_index, argument.arg_size, argument.arg_value); !ok)
      return ok;
  for (const cl_mutable_dispatch_arg_khr &argument : std::span(config.arg_svm_list, config.num_svm_args))
    if (auto ok = kernel.setAddress(argument.arg_index, argument.arg_value); !ok)
      return ok;
  for (const cl_mutable_dispatch_exec_info_khr &info : std::span(config.exec_info_list, config.num_exec_infos))
    if (auto ok = setExecInfo(kernel, info.param_name, info.param_value_size, info.param_value); !ok)
      return ok;
  return {};
}

Result<> change(const CommandBuffer &buffer, MutableUpdate &update, const cl_mutable_dispatch_config_khr &config) {
  // CL_INVALID_MUTABLE_COMMAND_KHR if command is not a valid mutable command object returned from
  // clCommandNDRangeKernelKHR, or created from command_buffer.
  auto command = objectOf(config.command);
  if (!command)
    return fail(command.error());
  if (&(*command)->buffer() != &buffer)
    return fail(CL_INVALID_MUTABLE_COMMAND_KHR);
  if (auto ok = checkConfig(**command, config); !ok)
    return ok;
  MutableUpdate::Staged &staged = update.stage(**command);
  auto range = changedRange(staged.range, config);
  if (!range)
    return fail(range.error());
  staged.range = *range;
  return changeArguments(*staged.arguments, config);
}

} // namespace

cl_int CL_API_CALL clUpdateMutableCommandsKHR(cl_command_buffer_khr command_buffer, cl_uint num_configs,
                                              const cl_command_buffer_update_type_khr *config_types,
                                              const void **configs) {
  return entry(on(command_buffer), [&](CommandBuffer &buffer) -> Result<> {
    if (auto ok = check({
            // CL_INVALID_OPERATION if command_buffer has not been finalized.
            {buffer.isRecording(), CL_INVALID_OPERATION},
            // CL_INVALID_OPERATION if command_buffer was not created with the CL_COMMAND_BUFFER_MUTABLE_KHR flag.
            {!buffer.isMutable(), CL_INVALID_OPERATION},
            // CL_INVALID_VALUE if config_types is NULL and num_configs > 0, or config_types is not NULL and num_configs
            // is 0; likewise configs.
            {isListMismatch(num_configs, config_types) || isListMismatch(num_configs, configs), CL_INVALID_VALUE},
        });
        !ok)
      return ok;
    // "Otherwise, none of the updates to mutable-command objects are preserved and one of the errors below is
    // returned."
    MutableUpdate update(buffer);
    for (cl_uint i = 0; i < num_configs; ++i) {
      // CL_INVALID_VALUE if any element of config_types is not a valid cl_command_buffer_update_type_khr enum, or if
      // any element of configs is NULL.
      if (config_types[i] != MutableDispatchConfigType || !configs[i])
        return fail(CL_INVALID_VALUE);
      if (auto ok = change(buffer, update, *static_cast<const cl_mutable_dispatch_config_khr *>(configs[i])); !ok)
        return ok;
    }
    return update.commit();
  });
}

cl_int CL_API_CALL clGetMutableCommandInfoKHR(cl_mutable_command_khr command, cl_mutable_command_info_khr param_name,
                                              size_t param_value_size, void *param_value,
                                              size_t *param_value_size_ret) {
  return entry(on(command), [&](MutableCommand &object) -> Result<> {
    // "The lifetime of this handle is tied to the parent command-buffer."
    const Ref<CommandBuffer> buffer = CommandBuffer::hold(&object.buffer());
    if (!buffer)
      return fail(CL_INVALID_MUTABLE_COMMAND_KHR);
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    auto writeSize = [&](const commands::Size3 &size) {
      return info.write(std::span<const size_t>(size.data(), object.dimensions()));
    };
    switch (param_name) {
    case CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR:
      return info.write<cl_command_queue>(handleOf(&object.queue()));
    case CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR:
      return info.write<cl_command_buffer_khr>(handleOf(&object.buffer()));
    case CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR:
      return info.write<cl_command_type>(CL_COMMAND_NDRANGE_KERNEL); // no other command has a handle
    case CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR:
      return info.write(object.properties());
    case CL_MUTABLE_DISPATCH_KERNEL_KHR:
      return info.write<cl_kernel>(handleOf(&object.kernel()));
    case CL_MUTABLE_DISPATCH_DIMENSIONS_KHR:
      return info.write<cl_uint>(object.dimensions());
    case CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR:
      return writeSize(object.range().offset);
    case CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR:
      return writeSize(object.range().global);
    case CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR:
      // "If a local work-item size was not set, zero is returned for each element in the array."
      return writeSize(object.range().local.value_or(commands::Size3{}));
    default:
      // CL_INVALID_VALUE if param_name is not one of the supported values.
      return fail(CL_INVALID_VALUE);
    }
  });
}

} // namespace lanecl::api
