#include "runtime/Kernel.h"
#include "runtime/Extensions.h"
#include "runtime/MemObject.h"
#include "runtime/Sampler.h"
#include <algorithm>
#include <cstring>

namespace lanecl {
namespace {

using compiler::ArgInfo;
using compiler::ArgKind;
using compiler::KernelInfo;

std::optional<std::size_t> indexOf(std::span<const KernelInfo> kernels, std::string_view name) {
  auto found = std::ranges::find(kernels, name, &KernelInfo::name);
  if (found == kernels.end())
    return std::nullopt;
  return found - kernels.begin();
}

/// The rules about which image an argument takes: its type, and CL_DEPTH for depth images alone.
bool isImageFor(compiler::ImageKind kind, const Image &image) {
  using enum compiler::ImageDimension;
  const ImageType &type = image.type();
  const bool isBuffer = type.type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
  const compiler::ImageDimension dimension = isBuffer ? Buffer : type.hasDepth ? Three : type.hasHeight ? Two : One;
  if (kind.dimension == Unknown)
    return true;
  return kind.dimension == dimension && kind.arrayed == type.isArray &&
         kind.depth == (image.format().format.image_channel_order == CL_DEPTH);
}

/// CL_INVALID_ARG_VALUE if the argument is an image declared with the read_only qualifier and arg_value points to an
/// image object created with the memory flag CL_MEM_WRITE_ONLY, or with the write_only qualifier and CL_MEM_READ_ONLY.
/// What is read_write needs both ("Image Format Mapping").
bool isAccessFor(compiler::AccessQualifier access, const MemObject &object) {
  using enum compiler::AccessQualifier;
  return (object.deviceMayRead() || access == WriteOnly || access == None) &&
         (object.deviceMayWrite() || access == ReadOnly || access == None);
}

/// The object that clSetKernelArg was given for a memory object's argument; null for NULL.
Result<MemObject *> memoryIn(std::size_t size, const void *value) {
  MemObject *object = nullptr;
  if (value) {
    // CL_INVALID_ARG_SIZE if arg_value points to a memory object and arg_size is not equal to sizeof(cl_mem).
    if (size != sizeof(cl_mem))
      return fail(CL_INVALID_ARG_SIZE);
    std::memcpy(&object, value, sizeof object);
  }
  return object;
}

bool isSameDefinition(const KernelInfo &a, const KernelInfo &b) {
  return std::ranges::equal(a.args, b.args, [](const ArgInfo &x, const ArgInfo &y) {
    return x.kind == y.kind && x.bytes == y.bytes && x.offset == y.offset;
  });
}

bool isPointer(const ArgInfo &info) { return info.kind == ArgKind::Global || info.kind == ArgKind::Constant; }

/// As far as the declaration tells: a pointer to global memory that is not const. The kernel may not be given what
/// nothing changes (cl_ext_immutable_memory_objects, as the OpenCL-CTS has it for buffers).
bool mayWrite(const ArgInfo &info) {
  return info.kind == ArgKind::Global && !info.typeName.empty() && !(info.typeQualifiers & compiler::QualifierConst);
}

/// What stands in a pointer's entry.
uint64_t addressIn(std::span<const std::byte> block, const ArgInfo &info) {
  uint64_t address = 0;
  std::memcpy(&address, block.data() + info.offset, sizeof address);
  return address;
}

} // namespace

Kernel::Kernel(Program &program, std::vector<Instance> instances, std::vector<const Device *> without)
    : program_(&program), instances_(std::move(instances)), without_(std::move(without)), block_(info().argBlockBytes),
      arguments_(info().args.size()) {
  program_->attachKernel();
}

Kernel::~Kernel() { program_->detachKernel(); }

Result<Ref<Kernel>> Kernel::create(Program &program, std::string_view name) {
  std::vector<Instance> instances;
  std::vector<const Device *> without;
  bool built = false;
  for (const Ref<Device> &device : program.devices()) {
    auto build = program.buildOf(*device);
    built |= build->code != nullptr;
    if (auto index = build->code ? indexOf(build->code->kernels(), name) : std::nullopt)
      instances.push_back({device.get(), std::move(build), *index});
    else if (build->status != CL_BUILD_NONE)
      without.push_back(device.get());
  }
  // CL_INVALID_PROGRAM_EXECUTABLE if there is no successfully built executable for program.
  if (!built)
    return fail(CL_INVALID_PROGRAM_EXECUTABLE);
  // CL_INVALID_KERNEL_NAME if kernel_name is not found in program.
  if (instances.empty())
    return fail(CL_INVALID_KERNEL_NAME);
  // CL_INVALID_KERNEL_DEFINITION if the function definition for the kernel function given by kernel_name, such as the
  // number of arguments and the argument types, is not the same for all devices for which the program has been built.
  auto differs = [&](const Instance &other) { return !isSameDefinition(instances.front().info(), other.info()); };
  if (std::ranges::any_of(instances, differs))
    return fail(CL_INVALID_KERNEL_DEFINITION);
  return Ref<Kernel>::adopt(new Kernel(program, std::move(instances), std::move(without)));
}

Result<std::vector<Ref<Kernel>>> Kernel::createAll(Program &program) {
  // CL_INVALID_PROGRAM_EXECUTABLE if there is no successfully built executable for any device in program.
  auto build = program.executable();
  if (!build)
    return fail(CL_INVALID_PROGRAM_EXECUTABLE);
  std::vector<Ref<Kernel>> kernels;
  for (const KernelInfo &info : build->code->kernels()) {
    auto kernel = create(program, info.name);
    if (kernel)
      kernels.push_back(std::move(*kernel));
    // Kernel objects are not created for any kernel functions that do not have the same function definition across all
    // devices for which a program executable has been successfully built.
    else if (kernel.error() != CL_INVALID_KERNEL_DEFINITION)
      return fail(kernel.error());
  }
  return kernels;
}

Ref<Kernel> Kernel::clone() const {
  auto copy = Ref<Kernel>::adopt(new Kernel(*program_, instances_, without_));
  std::lock_guard lock(mutex_);
  copy->block_ = block_;
  copy->arguments_ = arguments_;
  copy->reachesOthers_ = reachesOthers_;
  return copy;
}

Result<> Kernel::setArg(cl_uint index, std::size_t size, const void *value) {
  // CL_INVALID_ARG_INDEX if arg_index is not a valid argument index.
  if (index >= info().args.size())
    return fail(CL_INVALID_ARG_INDEX);
  const ArgInfo &arg = info().args[index];
  Argument &argument = arguments_[index];
  switch (arg.kind) {
  case ArgKind::Value:
    return setValue(arg, argument, size, value);
  case ArgKind::Global:
  case ArgKind::Constant:
    return setMemory(arg, argument, size, value);
  case ArgKind::Local:
    return setLocal(arg, argument, size, value);
  case ArgKind::Image:
    return setImage(arg, argument, size, value);
  case ArgKind::Sampler:
    return setSampler(arg, argument, size, value);
  // No object of these kinds can be made on this platform, so none is valid.
  case ArgKind::Pipe:
    return fail(CL_INVALID_MEM_OBJECT);
  case ArgKind::Queue:
    return fail(CL_INVALID_DEVICE_QUEUE);
  }
  return fail(CL_INVALID_ARG_VALUE);
}

Result<> Kernel::setValue(const ArgInfo &info, Argument &argument, std::size_t size, const void *value) {
  // CL_INVALID_ARG_SIZE if arg_size does not match the size of the data type for the argument.
  if (size != info.bytes)
    return fail(CL_INVALID_ARG_SIZE);
  // CL_INVALID_ARG_VALUE if arg_value specified is not a valid value: there is nothing to copy.
  if (!value)
    return fail(CL_INVALID_ARG_VALUE);
  std::lock_guard lock(mutex_);
  std::memcpy(block_.data() + info.offset, value, size);
  argument.set = true;
  return {};
}

Result<> Kernel::setLocal(const ArgInfo &, Argument &argument, std::size_t size, const void *value) {
  // For a pointer to the local address space arg_value must be NULL.
  if (value)
    return fail(CL_INVALID_ARG_VALUE);
  // Since OpenCL 3.1 arg_size may be zero: memory that the kernel does not touch.
  std::lock_guard lock(mutex_);
  argument.localBytes = size;
  argument.set = true;
  return {};
}

Result<> Kernel::setMemory(const ArgInfo &info, Argument &argument, std::size_t size, const void *value) {
  auto given = memoryIn(size, value);
  if (!given)
    return fail(given.error());
  // If arg_value is NULL or points to NULL, then the kernel argument will be set to NULL.
  if (*given) {
    const Ref<MemObject> object = MemObject::hold(*given);
    // CL_INVALID_MEM_OBJECT if arg_value does not point to a valid memory object, or the memory object is not valid for
    // the argument.
    if (!object || !object->isBuffer())
      return fail(CL_INVALID_MEM_OBJECT);
    // CL_INVALID_CONTEXT if the context associated with kernel and an OpenCL object pointed to by arg_value are not the
    // same.
    if (&object->context() != &context())
      return fail(CL_INVALID_CONTEXT);
    if (object->isImmutable() && mayWrite(info))
      return fail(CL_INVALID_ARG_VALUE);
  }
  return setMemory(info, argument, *given, nullptr);
}

Result<> Kernel::setMemory(const ArgInfo &info, Argument &argument, MemObject *object, const void *address) {
  const uint64_t entry = reinterpret_cast<uintptr_t>(address);
  std::lock_guard lock(mutex_);
  std::memcpy(block_.data() + info.offset, &entry, sizeof entry);
  argument.memory = object;
  argument.set = true;
  return {};
}

Result<> Kernel::setImage(const ArgInfo &info, Argument &argument, std::size_t size, const void *value) {
  auto given = memoryIn(size, value);
  if (!given)
    return fail(given.error());
  const Ref<MemObject> object = MemObject::hold(*given);
  // CL_INVALID_MEM_OBJECT if arg_value is NULL, or points to NULL, and it must point to a valid memory object; if the
  // memory object is not valid for the kernel argument.
  if (!object || object->isBuffer() || !isImageFor(info.image, *object->image()))
    return fail(CL_INVALID_MEM_OBJECT);
  // CL_INVALID_CONTEXT if the context associated with kernel and an OpenCL object pointed to by arg_value are not the
  // same.
  if (&object->context() != &context())
    return fail(CL_INVALID_CONTEXT);
  if (!isAccessFor(info.access, *object))
    return fail(CL_INVALID_ARG_VALUE);
  std::lock_guard lock(mutex_);
  argument.memory = object.get();
  argument.set = true;
  return {};
}

// The block takes the sampler's bits: the kernel has no more to do with the object.
Result<> Kernel::setSampler(const ArgInfo &info, Argument &argument, std::size_t size, const void *value) {
  Sampler *given = nullptr;
  if (value) {
    // CL_INVALID_ARG_SIZE if arg_value points to a sampler object and arg_size is not equal to sizeof(cl_sampler).
    if (size != sizeof(cl_sampler))
      return fail(CL_INVALID_ARG_SIZE);
    std::memcpy(&given, value, sizeof given);
  }
  // CL_INVALID_SAMPLER if the kernel argument is a sampler, but arg_value does not point to a valid sampler object.
  const Ref<Sampler> sampler = Sampler::hold(given);
  if (!sampler)
    return fail(CL_INVALID_SAMPLER);
  if (&sampler->context() != &context())
    return fail(CL_INVALID_CONTEXT);
  const uint32_t bits = sampler->bits();
  std::lock_guard lock(mutex_);
  std::memcpy(block_.data() + info.offset, &bits, sizeof bits);
  argument.set = true;
  return {};
}

Result<> Kernel::setAddress(cl_uint index, const void *address) {
  // CL_INVALID_ARG_INDEX if arg_index is not a valid argument index.
  if (index >= info().args.size())
    return fail(CL_INVALID_ARG_INDEX);
  const ArgInfo &arg = info().args[index];
  // CL_INVALID_ARG_VALUE if arg_value specified is not a valid value: "The SVM pointer can only be used for arguments
  // that are declared to be a pointer to global or constant memory."
  if (!isPointer(arg))
    return fail(CL_INVALID_ARG_VALUE);
  return setMemory(arg, arguments_[index], nullptr, address);
}

void Kernel::setReachesOthers() {
  std::lock_guard lock(mutex_);
  reachesOthers_ = true;
}

uint64_t Kernel::bytesOf(const ArgInfo &info, const Argument &argument, uint64_t address) const {
  if (info.kind == ArgKind::Local)
    return argument.localBytes;
  if (argument.memory)
    return argument.memory->size();
  if (!address)
    return 0;
  const void *pointer = reinterpret_cast<const void *>(address);
  auto allocation = context().allocations().find(pointer);
  return allocation ? allocation->bytesFrom(pointer) : ~uint64_t{0}; // the host's own pointer: of unknown extent
}

bool Kernel::isComplete() const {
  std::lock_guard lock(mutex_);
  return std::ranges::all_of(arguments_, &Argument::set);
}

Result<> Kernel::launch(const Device &device, KernelLaunch &launch, bool mayBeUnset) const {
  // CL_INVALID_PROGRAM_EXECUTABLE if there is no successfully built program executable available for device.
  const Instance *instance = instanceFor(device);
  if (!instance)
    return fail(CL_INVALID_PROGRAM_EXECUTABLE);
  launch.code = instance->build->code;
  launch.kernel = instance->index;
  launch.info = &instance->info();
  launch.nonUniformGroups = instance->build->nonUniformGroups;

  Ref<MemObject> memory; // it may be the last reference, whose end calls the host back: not under the lock
  std::lock_guard lock(mutex_);
  launch.args = block_;
  launch.sharesMemory = reachesOthers_;
  launch.memory.reserve(arguments_.size());
  for (std::size_t i = 0; i < arguments_.size(); ++i) {
    const Argument &argument = arguments_[i];
    const ArgInfo &arg = launch.info->args[i];
    // CL_INVALID_KERNEL_ARGS if all the kernel arguments have not been specified, or one is gone meanwhile; its handle
    // may be another object's now.
    memory = MemObject::hold(argument.memory);
    if ((!argument.set && !mayBeUnset) ||
        (argument.memory && (!memory || memory->isBuffer() != (arg.kind != ArgKind::Image))))
      return fail(CL_INVALID_KERNEL_ARGS);
    if (arg.sizeOffset) {
      const uint64_t bytes = bytesOf(arg, argument, addressIn(launch.args, arg));
      std::memcpy(launch.args.data() + arg.sizeOffset, &bytes, sizeof bytes);
    }
    if (arg.kind == ArgKind::Local)
      launch.locals.push_back({arg.offset, arg.pointeeAlign, argument.localBytes});
    if (!memory) {
      launch.sharesMemory |= isPointer(arg) && addressIn(launch.args, arg);
      continue;
    }
    launch.sharesMemory |= memory->usesSvmPointer();
    if (const Image *image = memory->image()) {
      const ImageDescriptor descriptor = image->descriptor(memory->data());
      std::memcpy(launch.args.data() + arg.offset, &descriptor, sizeof descriptor);
    } else {
      uint64_t address = reinterpret_cast<uintptr_t>(memory->data());
      std::memcpy(launch.args.data() + arg.offset, &address, sizeof address);
    }
    launch.memory.push_back({arg.offset, std::move(memory), arg.kind});
  }
  return {};
}

bool Kernel::hasSubGroups() { return Extensions::get().conditions().subGroups; }

uint64_t Kernel::localBytes() const {
  uint64_t bytes = info().localBytes;
  std::lock_guard lock(mutex_);
  for (const Argument &argument : arguments_)
    bytes += argument.localBytes;
  return bytes;
}

const Kernel::Instance *Kernel::instanceFor(const Device &device) const {
  // "If a program binary has not been built for a sub-device, the program binary associated with the parent device will
  // be used": not so when it was built and is of no use.
  for (const Device *at = &device; at && std::ranges::find(without_, at) == without_.end(); at = at->parent())
    if (auto found = std::ranges::find(instances_, at, &Instance::device); found != instances_.end())
      return &*found;
  return nullptr;
}

const compiler::KernelInfo *Kernel::infoFor(const Device &device) const {
  const Instance *instance = instanceFor(device);
  return instance ? &instance->info() : nullptr;
}

} // namespace lanecl
