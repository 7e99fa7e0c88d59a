// clEnqueueSVMFree (OpenCL API 5.6). Thread safe.
#pragma once
#include "runtime/CommandQueue.h"
#include <vector>

namespace lanecl::commands {

struct SvmFree {
  std::vector<void *> pointers; ///< the host's, copied
  /// Frees them; null: each is freed as by clSVMFree.
  void(CL_CALLBACK *function)(cl_command_queue, cl_uint, void **, void *) = nullptr;
  void *userData = nullptr;
};
/// Fails with the errors of CommandQueue::submit.
Result<> freeSvm(CommandQueue &queue, SvmFree call, const CommandQueue::Submission &how);

} // namespace lanecl::commands
