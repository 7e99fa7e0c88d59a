// The commands that run code: kernels over an NDRange and the host's own functions (OpenCL API 5.10). Thread safe.
#pragma once
#include "runtime/CommandQueue.h"
#include "runtime/Kernel.h"
#include "runtime/MemObject.h"
#include "runtime/commands/LaunchShape.h"
#include <span>
#include <vector>

namespace lanecl::commands {

/// A kernel with all that it needs to run, any number of times, also at the same time: its code for one shape of
/// launch, its arguments, its local memory laid out. Keeps the code and the memory objects alive; not the context.
struct PreparedLaunch {
  KernelLaunch kernel;
  LaunchInfo shape{};
  const compiler::Variant *variant = nullptr; ///< null: there are no work-items, and nothing to do
  uint64_t localBytes = 0;
  const Context *context = nullptr;

  /// Runs it on the team of this thread. CL_SUCCESS or CL_OUT_OF_RESOURCES.
  cl_int operator()() const;
  /// Nanoseconds on one thread, as far as known (executor::estimate).
  uint64_t cost() const;
};
/// The kernel as it is now, for that device. Its code for this shape of launch is compiled, if it is the first of its
/// kind. Fails with the errors of LaunchShape.h and Kernel::launch, with CL_MISALIGNED_SUB_BUFFER_OFFSET, or with
/// CL_OUT_OF_RESOURCES when the kernel wants more local memory than there is or its code could not be made.
/// `prepared`: new; of no use after a failure.
/// `tier`: that of the code, at the least.
Result<> prepare(const Device &device, const Kernel &kernel, const NDRange &range, PreparedLaunch &prepared,
                 compiler::Tier tier = compiler::Tier::Best);

/// The errors of `prepare` that do not depend on arguments which are not set yet.
Result<> checkIncomplete(const Device &device, const Kernel &kernel, const NDRange &range);

/// clEnqueueNDRangeKernel, clEnqueueTask. Fails with the errors of `prepare` and CommandQueue::submit.
Result<> launch(CommandQueue &queue, Kernel &kernel, cl_command_type type, const NDRange &range,
                const CommandQueue::Submission &how);

/// clGetKernelSuggestedLocalWorkSize: what a launch of `range`, which has no local size, would take as one. Fails as
/// `launch` does, and with CL_INVALID_GLOBAL_WORK_SIZE where there are no work-items.
Result<Size3> suggestedLocalSize(const CommandQueue &queue, const Kernel &kernel, const NDRange &range);

/// clEnqueueNativeKernel.
struct NativeCall {
  /// Where in `arguments` the address of an object's memory goes; no object: NULL.
  struct Place {
    std::size_t offset;
    Ref<MemObject> object;
  };
  void(CL_CALLBACK *function)(void *);
  std::vector<std::byte> arguments; ///< the host's, copied
  bool hasArguments = false;        ///< the function gets them, else NULL
  std::vector<Place> places;
};
Result<> callNative(CommandQueue &queue, NativeCall call, const CommandQueue::Submission &how);

} // namespace lanecl::commands
