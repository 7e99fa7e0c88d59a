// All queues of the process, for what concerns more than one: waiting for everything that a context has under way, and
// commands that must run though the host does not ask for them. Thread safe.
#pragma once

namespace lanecl {

class CommandQueue;
class Context;

namespace queues {

/// Of CommandQueue's constructor and destructor.
void add(CommandQueue &queue);
void remove(CommandQueue &queue);

/// Everything that is in the context's queues is done. Costs a look at each queue that has nothing to do.
void finishAll(const Context &context);

/// Everything that is in the context's queues and does not run yet ends soon, with what it waits for or without; the
/// context is terminated.
void abandonAll(const Context &context);

/// Some queue expects progress (CommandQueue::expectProgress): a thread of its own hands over such queues after a
/// moment, and sleeps when there is none. A child after fork() starts with none.
void expectProgress();

} // namespace queues
} // namespace lanecl
