// The commands on semaphores (cl_khr_semaphore). Neither holds up a thread while it waits. Thread safe.
#pragma once
#include "runtime/CommandQueue.h"
#include "runtime/Semaphore.h"
#include <span>

namespace lanecl::commands {

/// The command is done when every semaphore has been signalled, which it resets. Fails with the errors of
/// CommandQueue::submit.
Result<> waitSemaphores(CommandQueue &queue, std::span<Semaphore *const> semaphores,
                        const CommandQueue::Submission &how);
/// Signals all of them when it runs. Fails with the errors of CommandQueue::submit.
Result<> signalSemaphores(CommandQueue &queue, std::span<Semaphore *const> semaphores,
                          const CommandQueue::Submission &how);

} // namespace lanecl::commands
