#include "runtime/commands/FreeSvm.h"
#include "runtime/OwnThreads.h"
#include <utility>

namespace lanecl::commands {
namespace {

/// A host's function may do anything.
constexpr uint64_t CallCost = 10'000;

} // namespace

Result<> freeSvm(CommandQueue &queue, SvmFree call, const CommandQueue::Submission &how) {
  auto work = [call = std::move(call), &queue]() mutable -> cl_int { // the task keeps its queue
    if (call.function)
      return callHost(call.function, reinterpret_cast<cl_command_queue>(&queue),
                      static_cast<cl_uint>(call.pointers.size()), call.pointers.data(), call.userData)
                 ? CL_SUCCESS
                 : CL_OUT_OF_RESOURCES;
    for (void *pointer : call.pointers)
      queue.context().allocations().remove(pointer, isSvm);
    return CL_SUCCESS;
  };
  return queue.submit(CL_COMMAND_SVM_FREE, CallCost, std::move(work), how);
}

} // namespace lanecl::commands
