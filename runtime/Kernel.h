// A kernel of a built program with its arguments (OpenCL API 5.9).
#pragma once
#include "compiler/Compiler.h"
#include "runtime/Object.h"
#include "runtime/Program.h"
#include "runtime/Ref.h"
#include "runtime/Result.h"
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <vector>

namespace lanecl {

class MemObject;

/// Everything that a command takes along from a kernel when it is enqueued; independent of the kernel afterwards. The
/// references keep the memory objects and the code alive.
struct KernelLaunch {
  struct Local {
    uint32_t offset; ///< in `args`, where the uint64_t offset into WorkerInfo::localMemory goes
    uint32_t align;  ///< of its memory
    uint64_t bytes;  ///< as given to clSetKernelArg
  };
  struct Memory {
    uint32_t offset; ///< in `args`, where the uint64_t host address of a buffer stands; NULL arguments are not listed
                     ///< and hold 0
    Ref<MemObject> object;
    compiler::ArgKind kind; ///< Global, Constant or Image, whose entry is an ImageDescriptor
  };
  std::shared_ptr<compiler::ProgramCode> code;
  std::size_t kernel = 0;                     ///< number in code->kernels()
  const compiler::KernelInfo *info = nullptr; ///< of `code`
  std::vector<std::byte> args;                ///< the argument block: values and addresses; __local entries are zero
  std::vector<Local> locals;
  std::vector<Memory> memory;
  bool nonUniformGroups = false; ///< Build::nonUniformGroups
  /// It was given addresses (shared virtual memory, USM), through which the host may follow what it does.
  bool sharesMemory = false;
};

/// Thread safe, beyond what the specification asks: arguments set on several threads at once are each set whole.
class Kernel : public Handle<Kernel, Kind::Kernel> {
public:
  /// CL_INVALID_PROGRAM_EXECUTABLE, CL_INVALID_KERNEL_NAME or CL_INVALID_KERNEL_DEFINITION.
  static Result<Ref<Kernel>> create(Program &program, std::string_view name);
  /// clCreateKernelsInProgram: all of them, in the program's order.
  static Result<std::vector<Ref<Kernel>>> createAll(Program &program);
  /// clCloneKernel.
  Ref<Kernel> clone() const;

  /// clSetKernelArg.
  Result<> setArg(cl_uint index, std::size_t size, const void *value);
  /// clSetKernelArgSVMPointer and its kin: an address, which is not looked at. CL_INVALID_ARG_INDEX, or
  /// CL_INVALID_ARG_VALUE when the argument is not a pointer to global or constant memory.
  Result<> setAddress(cl_uint index, const void *address);
  /// clSetKernelExecInfo: the kernel reaches memory that is not among its arguments. Here it may always.
  void setReachesOthers();

  /// For clEnqueueNDRangeKernel. CL_INVALID_KERNEL_ARGS when an argument is not set, unless that may be, or its memory
  /// object is gone; CL_INVALID_PROGRAM_EXECUTABLE when the program has no executable for that device.
  Result<> launch(const Device &device, KernelLaunch &launch, bool mayBeUnset = false) const;
  /// All arguments are set.
  bool isComplete() const;

  /// The platform's devices have sub-groups (CL_DEVICE_MAX_NUM_SUB_GROUPS is not zero).
  static bool hasSubGroups();

  Program &program() const { return *program_; }
  Context &context() const { return program_->context(); }
  /// Name and arguments, the same for all devices.
  const compiler::KernelInfo &info() const { return instances_.front().info(); }
  /// Bytes of local memory for the kernel's own variables and the __local arguments set so far
  /// (CL_KERNEL_LOCAL_MEM_SIZE).
  uint64_t localBytes() const;
  /// The program was built for that device.
  bool runsOn(const Device &device) const { return infoFor(device) != nullptr; }
  /// The kernel as built for that device; nullptr when it was not.
  const compiler::KernelInfo *infoFor(const Device &device) const;

private:
  friend class Handle<Kernel, Kind::Kernel>;
  struct Argument {
    bool set = false;
    uint64_t localBytes = 0;
    /// Not owned: "implementations shall not allow kernel objects to hold reference counts to kernel arguments"
    /// (clSetKernelArg); looked up among the live handles again at each launch.
    MemObject *memory = nullptr;
  };
  /// The kernel as it was built for one device.
  struct Instance {
    const Device *device;
    std::shared_ptr<const Build> build;
    std::size_t index; ///< in build->code->kernels()
    const compiler::KernelInfo &info() const { return build->code->kernels()[index]; }
  };
  Kernel(Program &program, std::vector<Instance> instances, std::vector<const Device *> without);
  /// The one of the device or, when the program was not built for it, of the nearest device that it is a part of;
  /// nullptr without either.
  const Instance *instanceFor(const Device &device) const;
  ~Kernel();

  // Each takes the lock only to write: an object that it has looked up to check may die here, and call the host back.
  Result<> setLocal(const compiler::ArgInfo &info, Argument &argument, std::size_t size, const void *value);
  Result<> setMemory(const compiler::ArgInfo &info, Argument &argument, std::size_t size, const void *value);
  Result<> setImage(const compiler::ArgInfo &info, Argument &argument, std::size_t size, const void *value);
  Result<> setSampler(const compiler::ArgInfo &info, Argument &argument, std::size_t size, const void *value);
  Result<> setMemory(const compiler::ArgInfo &info, Argument &argument, MemObject *object, const void *address);
  Result<> setValue(const compiler::ArgInfo &info, Argument &argument, std::size_t size, const void *value);
  /// How much memory a pointer of a robust program may reach, bytes from its value on.
  uint64_t bytesOf(const compiler::ArgInfo &info, const Argument &argument, uint64_t address) const;

  Ref<Program> program_;
  std::vector<Instance> instances_;     ///< at least one; alike in their arguments
  std::vector<const Device *> without_; ///< built for, too, but failed or without this kernel

  mutable std::mutex mutex_; ///< guards what follows
  std::vector<std::byte> block_;
  std::vector<Argument> arguments_;
  bool reachesOthers_ = false;
};

} // namespace lanecl
