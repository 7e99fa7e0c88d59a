#include "runtime/Event.h"
#include "runtime/CommandQueue.h"

namespace lanecl {

Ref<Event> Event::create(Context &context, Ref<Task> task) {
  return Ref<Event>::adopt(new Event(context, std::move(task)));
}

Ref<Event> Event::createUser(Context &context) {
  return create(context, Ref<Task>::adopt(new Task(nullptr, CL_COMMAND_USER)));
}

void Event::addCallback(cl_int status, Task::Callback function, void *userData) {
  // "A command's event object is deleted once its reference count is zero and the command has ended" (clReleaseEvent):
  // the callback may use the handle even when the host has let go of it.
  retainForHost();
  callbacks_.fetch_add(1, std::memory_order_relaxed);
  task_->addCallback(Ref<Event>(this), status, function, userData);
  // A callback is of use only for a command that runs by itself.
  if (CommandQueue *queue = task_->queue())
    queue->flush();
}

void Event::callbackDone() {
  callbacks_.fetch_sub(1, std::memory_order_relaxed);
  releaseForHost();
}

Result<> Event::wait(std::span<const Ref<Event>> events) {
  for (const Ref<Event> &event : events)
    if (Task &task = event->task();
        task.queue() && !task.isDone() && Task::isBeginningOnThisThread(*task.queue(), &task))
      return fail(CL_INVALID_OPERATION);
  // This thread works for the first queue; the others get going meanwhile.
  CommandQueue *own = events.front()->task().queue();
  for (const Ref<Event> &event : events)
    if (CommandQueue *queue = event->task().queue(); queue && queue != own && !event->task().isDone())
      queue->flush();
  bool failed = false;
  for (const Ref<Event> &event : events) {
    // The host may let go of its handle on another thread while this one waits.
    Ref<Task> task(&event->task());
    if (CommandQueue *queue = task->queue())
      queue->wait(*task);
    else
      task->block();
    failed |= task->status() < 0;
  }
  if (failed)
    return fail(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  return {};
}

} // namespace lanecl
