// The commands that run code: kernels over an NDRange and the host's own functions (OpenCL API 5.10). Thread safe.
#pragma once
#include "runtime/CommandQueue.h"
#include "runtime/MemObject.h"
#include "runtime/commands/LaunchShape.h"
#include <span>
#include <vector>

namespace lanecl {
class Kernel;
}

namespace lanecl::commands {

/// clEnqueueNDRangeKernel, clEnqueueTask. The kernel's arguments are taken along; its code for this shape of launch is
/// compiled now, if it is the first of its kind. Fails with the errors of LaunchShape.h, Kernel::launch and
/// CommandQueue::submit, with CL_MISALIGNED_SUB_BUFFER_OFFSET, or with CL_OUT_OF_RESOURCES when the kernel wants more
/// local memory than there is or its code could not be made.
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
