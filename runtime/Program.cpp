#include "runtime/Program.h"
#include "runtime/BinaryFormat.h"
#include "runtime/Modules.h"
#include "runtime/Platform.h"
#include <algorithm>

namespace lanecl {
namespace {

std::vector<Ref<Device>> devicesOf(const Context &context) {
  return {context.devices().begin(), context.devices().end()};
}

} // namespace

Program::Program(Context &context, std::vector<Ref<Device>> devices, Origin origin)
    : context_(&context), devices_(std::move(devices)), origin_(origin),
      builds_(devices_.size(), std::make_shared<const Build>()) {}

std::vector<Ref<Device>> Program::refsTo(std::span<Device *const> devices) {
  std::vector<Ref<Device>> refs;
  for (Device *device : devices)
    refs.emplace_back(device);
  return refs;
}

Result<Ref<Program>> Program::fromSource(Context &context, std::string source) {
  auto program = Ref<Program>::adopt(new Program(context, devicesOf(context), Origin::Source));
  program->source_ = std::move(source);
  return program;
}

Result<Ref<Program>> Program::fromIl(Context &context, std::span<const std::byte> il) {
  std::string log;
  auto imported = importIl(il, log);
  if (!imported)
    return fail(CL_COMPILER_NOT_AVAILABLE);
  // CL_INVALID_VALUE if the length-byte block of memory pointed to by il does not contain well-formed intermediate
  // language input that can be consumed by the OpenCL runtime. (There is no program yet that could keep the log: the
  // context's call-back gets it.)
  if (imported->status != compiler::Status::Ok) {
    context.notify(imported->log.c_str());
    return fail(imported->status == compiler::Status::OutOfMemory ? CL_OUT_OF_HOST_MEMORY : CL_INVALID_VALUE);
  }
  auto program = Ref<Program>::adopt(new Program(context, devicesOf(context), Origin::Il));
  program->il_.assign(il.begin(), il.end());
  program->ilModule_ = std::move(imported->value.module);
  program->specConstants_ = std::move(imported->value.constants);
  return program;
}

Result<Ref<Program>> Program::fromBinaries(Context &context, std::span<Device *const> devices,
                                           std::span<const std::span<const std::byte>> binaries,
                                           std::span<cl_int> statuses) {
  auto program = Ref<Program>::adopt(new Program(context, refsTo(devices), Origin::Binary));
  cl_int error = CL_SUCCESS;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    // CL_INVALID_VALUE in binary_status[i] if lengths[i] is zero or if binaries[i] is NULL, CL_INVALID_BINARY if the
    // program binary is not a valid binary for the specified device.
    auto build = binaries[i].empty() ? Result<Build>(fail(CL_INVALID_VALUE))
                                     : decodeBinary(binaries[i], Platform::driverVersion);
    cl_int status = build ? CL_SUCCESS : build.error();
    if (!statuses.empty())
      statuses[i] = status;
    if (build)
      program->builds_[i] = std::make_shared<const Build>(std::move(*build));
    else if (error == CL_SUCCESS || status == CL_INVALID_VALUE)
      error = status;
  }
  if (error != CL_SUCCESS)
    return fail(error);
  program->loaded_ = program->builds_;
  return program;
}

Result<> Program::setSpecConstant(cl_uint id, std::span<const std::byte> value) {
  // CL_INVALID_PROGRAM if program is not a valid program object created from an intermediate language.
  if (origin_ != Origin::Il)
    return fail(CL_INVALID_PROGRAM);
  // CL_INVALID_SPEC_ID if spec_id is not a valid specialization constant identifier.
  auto constant = std::ranges::find(specConstants_, id, &compiler::SpecConstant::id);
  if (constant == specConstants_.end())
    return fail(CL_INVALID_SPEC_ID);
  // CL_INVALID_VALUE if spec_size does not match the size of the specialization constant in the module, or if
  // spec_value is NULL.
  if (value.size() != constant->bytes || !value.data())
    return fail(CL_INVALID_VALUE);
  std::lock_guard lock(mutex_);
  auto known = std::ranges::find(specValues_, id, [](const auto &entry) { return entry.first; });
  if (known == specValues_.end())
    known = specValues_.insert(known, {id, {}});
  known->second.assign(value.begin(), value.end());
  return {};
}

std::optional<std::size_t> Program::indexOf(const Device &device) const {
  auto found = std::ranges::find(devices_, &device, [](const Ref<Device> &entry) { return entry.get(); });
  if (found == devices_.end())
    return std::nullopt;
  return found - devices_.begin();
}

std::shared_ptr<const Build> Program::buildOf(const Device &device) const {
  std::lock_guard lock(mutex_);
  BuildPtr own;
  // "If a program binary has not been built for a sub-device, the program binary associated with the parent device will
  // be used" (OpenCL API 5.8, clGetProgramBuildInfo).
  for (const Device *at = &device; at; at = at->parent())
    if (auto index = indexOf(*at)) {
      const BuildPtr &build = builds_[*index];
      if (build->status != CL_BUILD_NONE || build->type != CL_PROGRAM_BINARY_TYPE_NONE)
        return build;
      own = own ? own : build;
    }
  return own ? own : std::make_shared<const Build>();
}

std::shared_ptr<const Build> Program::executable() const {
  std::lock_guard lock(mutex_);
  auto found = std::ranges::find_if(builds_, [](const auto &build) { return build->code != nullptr; });
  return found == builds_.end() ? nullptr : *found;
}

std::vector<std::byte> Program::binaryOf(const Device &device, bool anew) {
  auto build = buildOf(device);
  if (build->type == CL_PROGRAM_BINARY_TYPE_NONE)
    return {};
  const std::size_t index = indexOf(device).value_or(devices_.size());
  if (!anew) {
    std::lock_guard lock(mutex_);
    if (auto known = binaries_.find(index); known != binaries_.end() && known->second.first == build)
      return known->second.second;
  }
  std::vector<std::byte> binary = encodeBinary(*build, Platform::driverVersion);
  std::lock_guard lock(mutex_);
  binaries_.insert_or_assign(index, std::pair(std::move(build), binary));
  return binary;
}

void Program::attachKernel() {
  std::lock_guard lock(mutex_);
  ++kernels_;
}

void Program::detachKernel() {
  std::lock_guard lock(mutex_);
  --kernels_;
}

} // namespace lanecl
