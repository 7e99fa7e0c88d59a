// Taking over memory objects of other APIs and handing them back (cl_khr_external_memory). Thread safe.
#pragma once
#include "runtime/CommandQueue.h"
#include "runtime/MemObject.h"
#include <span>

namespace lanecl::commands {

/// `objects`: made of external memory. Fail with the errors of CommandQueue::submit.
Result<> acquireExternal(CommandQueue &queue, std::span<MemObject *const> objects, const CommandQueue::Submission &how);
Result<> releaseExternal(CommandQueue &queue, std::span<MemObject *const> objects, const CommandQueue::Submission &how);

} // namespace lanecl::commands
