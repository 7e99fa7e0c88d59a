// The background threads that work off queues when no host thread waits for them. Threads start when one is needed and
// none is idle; they stay for the life of the process. A child after fork() starts with none.
#pragma once
#include "runtime/Ref.h"

namespace lanecl {

class CommandQueue;

/// Thread safe.
namespace dispatcher {

/// Lets a background thread call CommandQueue::serve() once. False when no thread could be started.
bool schedule(Ref<CommandQueue> queue) noexcept;

/// Lets the process's exit wait for the work under way, so that no kernel runs while libraries are torn down. Exit
/// handlers run in the reverse order of their registration: to be called when everything that kernels need is loaded;
/// more than one call does no harm.
void waitAtExit();

} // namespace dispatcher

/// CommandQueue's door for the dispatcher and the list of queues.
struct QueueService {
  static void serve(CommandQueue &queue);
  /// The queue while it has unfinished work, which keeps it alive; else null.
  static Ref<CommandQueue> ifBusy(CommandQueue &queue);
  /// CommandQueue::expectProgress was called since the last time.
  static bool takeExpectation(CommandQueue &queue);
  /// fork() meets no queue in the midst of a change; the child's have none of the parent's threads on them.
  static void beforeFork(CommandQueue &queue);
  static void afterFork(CommandQueue &queue, bool isChild);
};

} // namespace lanecl
