#include "runtime/CommandQueue.h"
#include "runtime/Clock.h"
#include "runtime/Dispatcher.h"
#include "runtime/Executor.h"
#include "runtime/QueueList.h"
#include <algorithm>
#include <new>
#include <optional>

namespace lanecl {
namespace {

/// Work in the queue, in nanoseconds, from which on waking a thread pays even when the host waits soon after.
constexpr uint64_t HandOverCost = 200'000;
/// Part of each task's cost, so that many small ones do not pile up.
constexpr uint64_t TaskCost = 100;

/// The queue whose next task this thread is about to look for.
thread_local const CommandQueue *returningTo = nullptr;

} // namespace

/// Holds the queue's lock; on release does what must happen without it.
class CommandQueue::Lock {
public:
  explicit Lock(CommandQueue &queue) : queue_(queue), lock_(queue.mutex_) {}
  ~Lock() { release(); }
  Lock(const Lock &) = delete;
  Lock &operator=(const Lock &) = delete;

  Afterwards &after() { return after_; }
  /// `taken`: what this thread has taken out to run next; the host's call-backs may not wait for it.
  void release(const Task *taken = nullptr) {
    if (!lock_.owns_lock())
      return;
    lock_.unlock();
    ended_ = nullptr;
    if (after_.submitted.empty() && !after_.schedule)
      return;
    std::optional<Task::Beginning> beginning;
    if (taken)
      beginning.emplace(*taken);
    settle(std::exchange(after_, {}));
  }
  void take() { lock_.lock(); }
  /// Drops that reference, maybe the last one, without the lock.
  void dropLater(Ref<Task> task) { ended_ = std::move(task); }

private:
  void settle(const Afterwards &after) {
    if (after.schedule && !dispatcher::schedule(Ref<CommandQueue>(&queue_)))
      queue_.serve(); // no thread to be had: the host's does it
    for (const Ref<Task> &task : after.submitted)
      Task::call(task->takeCallbacks(CL_SUBMITTED), CL_SUBMITTED);
  }

  CommandQueue &queue_;
  Ref<Task> ended_; // outlives the lock
  std::unique_lock<std::mutex> lock_;
  Afterwards after_;
};

Ref<CommandQueue> CommandQueue::create(Context &context, Device &device, cl_command_queue_properties properties,
                                       std::vector<cl_queue_properties> propertyList) {
  return Ref<CommandQueue>::adopt(new CommandQueue(context, device, properties, std::move(propertyList)));
}

CommandQueue::CommandQueue(Context &context, Device &device, cl_command_queue_properties properties,
                           std::vector<cl_queue_properties> propertyList)
    : context_(&context), device_(&device), properties_(properties), propertyList_(std::move(propertyList)) {
  queues::add(*this);
}

CommandQueue::~CommandQueue() { queues::remove(*this); }

void CommandQueue::append(Task &task) {
  task.addRef();
  task.previous_ = last_;
  (last_ ? last_->next_ : first_) = &task;
  last_ = &task;
  if (!firstQueued_)
    firstQueued_ = &task;
}

void CommandQueue::remove(Task &task) {
  if (firstQueued_ == &task)
    firstQueued_ = task.next_;
  (task.previous_ ? task.previous_->next_ : first_) = task.next_;
  (task.next_ ? task.next_->previous_ : last_) = task.previous_;
  if (barrier_.get() == &task)
    barrier_ = nullptr;
}

void CommandQueue::pushReady(Task &task) {
  task.isReady_ = true;
  task.readyNext_ = nullptr;
  task.readyPrevious_ = lastReady_;
  (lastReady_ ? lastReady_->readyNext_ : firstReady_) = &task;
  lastReady_ = &task;
}

void CommandQueue::unlinkReady(Task &task) {
  task.isReady_ = false;
  (task.readyPrevious_ ? task.readyPrevious_->readyNext_ : firstReady_) = task.readyNext_;
  (task.readyNext_ ? task.readyNext_->readyPrevious_ : lastReady_) = task.readyPrevious_;
}

void CommandQueue::orderAfterEarlier(Task &task, const Submission &how) {
  // "If event_wait_list is NULL, then this particular command waits until all previous enqueued commands to
  // command_queue have completed" (clEnqueueMarkerWithWaitList, clEnqueueBarrierWithWaitList).
  if (how.order != Order::Normal && how.waitList.empty()) {
    for (Task *earlier = first_; earlier; earlier = earlier->next_)
      task.waitFor(*earlier, false);
  } else if (barrier_) {
    task.waitFor(*barrier_, false);
  }
  // "The barrier command ... blocks command execution, that is, any following commands enqueued after it do not
  // execute until it completes."
  if (how.order == Order::Barrier)
    barrier_ = Ref<Task>(&task);
}

Result<> CommandQueue::submit(Ref<Task> task, const Submission &how) {
  if (how.blocking && Task::isBeginningOnThisThread(*this, task.get()))
    return fail(CL_INVALID_OPERATION);
  Ref<Event> event;
  if (how.event)
    event = Event::create(*context_, task);
  if (event && how.ofSeveralQueues)
    event->setOfSeveralQueues();
  auto waitFor = [&](Task &earlier, bool inherits) {
    // Commands of another queue that this one depends on must run without the host's flush of that queue, or a host
    // that waits here would wait for ever.
    if (CommandQueue *queue = earlier.queue(); queue && queue != this && !earlier.isDone())
      queue->handOver();
    task->waitFor(earlier, inherits);
  };
  for (const Ref<Event> &other : how.waitList)
    waitFor(other->task(), true);
  for (const Ref<Task> &earlier : how.after)
    waitFor(*earlier, false);
  {
    Lock lock(*this);
    if (!isInOrder())
      orderAfterEarlier(*task, how);
    append(*task);
    task->waits_.fetch_sub(1, std::memory_order_acq_rel);
    if (!isInOrder() && !task->isReady_ && mayRun(*task))
      pushReady(*task);
    backlog_ += std::min(task->cost_, HandOverCost) + TaskCost;
    if (!how.blocking && backlog_ > HandOverCost) {
      submitThrough(nullptr, lock.after());
      kick(lock.after());
    }
  }
  if (how.blocking) {
    wait(*task);
    // "In case of an error enqueuing the command in the command-queue the event argument does not return an event
    // object" (OpenCL API 5.11).
    if (cl_int status = task->status(); status < 0) {
      if (event)
        event.detach()->releaseForHost();
      return fail(status);
    }
  }
  if (event)
    *how.event = reinterpret_cast<cl_event>(event.detach());
  return {};
}

Task *CommandQueue::take(Task *wanted, Afterwards &after) {
  Task *task;
  if (isInOrder()) {
    if (busy_ || !first_ || !mayRun(*first_))
      return nullptr;
    task = first_;
    busy_ = true;
  } else {
    task = wanted && wanted->isReady_ ? wanted : firstReady_;
    if (!task)
      return nullptr;
    unlinkReady(*task);
  }
  task->isTaken_ = true;
  markSubmitted(*task, after);
  return task;
}

void CommandQueue::markSubmitted(Task &task, Afterwards &after) {
  if (task.status() != CL_QUEUED)
    return;
  if (isProfiling())
    task.times_.submit = clockNow();
  task.status_.store(CL_SUBMITTED);
  if (!task.hasCallbacks_.load())
    return;
  try {
    after.submitted.emplace_back(&task);
  } catch (const std::bad_alloc &) {
    return; // its call-backs are called when it ends
  }
}

void CommandQueue::submitThrough(const Task *last, Afterwards &after) {
  while (firstQueued_) {
    Task *task = firstQueued_;
    firstQueued_ = task->next_;
    markSubmitted(*task, after);
    if (task == last)
      break;
  }
  if (!firstQueued_)
    backlog_ = 0;
}

void CommandQueue::kick(Afterwards &after) {
  bool wanted;
  if (isInOrder())
    wanted = servants_ == 0 && !busy_ && first_ && first_->status() != CL_QUEUED && mayRun(*first_);
  else
    wanted = firstReady_ && servants_ < device_->computeUnits();
  if (!wanted)
    return;
  ++servants_;
  after.schedule = true;
}

void CommandQueue::runTaken(Task &task, bool servant, Lock &lock) {
  cl_int status = [&] {
    OnTeam onTeam(device_->team());
    return task.execute();
  }();
  const CommandQueue *outer = std::exchange(returningTo, this);
  Task::Callbacks callbacks = task.finish(status);
  returningTo = outer;
  lock.take();
  lock.dropLater(Ref<Task>::adopt(&task)); // the list's reference
  remove(task);
  busy_ = false;
  if (callbacks.empty())
    return;
  // The callbacks may take their time, or wait for this very queue: others take over meanwhile.
  if (servant)
    --servants_;
  kick(lock.after());
  lock.release();
  Task::call(callbacks, status);
  lock.take();
  if (servant)
    ++servants_;
}

void CommandQueue::becameReady(Task &task) {
  Lock lock(*this);
  if (!isInOrder() && !task.isReady_ && !task.isTaken_)
    pushReady(task);
  // What the end of this thread's own task made ready, this thread takes next.
  bool taken = returningTo == this && firstReady_ == lastReady_;
  if (task.status() != CL_QUEUED && !taken)
    kick(lock.after());
}

void CommandQueue::forgetThreads() {
  servants_ = 0;
  for (Task *task = first_, *next; task; task = next) {
    next = task->next_;
    // Done, but the thread that ran it had yet to take it out; its reference is left alone.
    if (task->isDone()) {
      remove(*task);
      busy_ = false;
    }
  }
}

bool CommandQueue::mayRun(const Task &task) const {
  return task.waits_.load(std::memory_order_acquire) == 0 || context_->isTerminated();
}

void CommandQueue::abandon() {
  Lock lock(*this);
  submitThrough(nullptr, lock.after());
  for (Task *task = first_; !isInOrder() && task; task = task->next_)
    if (!task->isReady_ && !task->isTaken_)
      pushReady(*task);
  kick(lock.after());
}

void CommandQueue::handOver() {
  Lock lock(*this);
  submitThrough(nullptr, lock.after());
  kick(lock.after());
}

void CommandQueue::flush() { handOver(); }

void CommandQueue::expectProgress() {
  if (!expectsProgress_.exchange(true))
    queues::expectProgress();
}

void CommandQueue::serve() {
  Lock lock(*this);
  while (Task *task = take(nullptr, lock.after())) {
    // One thread at a time wakes the next: out of order, several may find work.
    if (!isInOrder())
      kick(lock.after());
    lock.release(task);
    runTaken(*task, true, lock);
  }
  --servants_;
}

void CommandQueue::wait(Task &task) {
  const Ref<CommandQueue> self(this);
  Lock lock(*this);
  waitFor(task, lock);
}

void CommandQueue::waitFor(Task &task, Lock &lock) {
  // "Any blocking commands ... perform an implicit flush" (clFlush). In order, what comes later is left for later.
  submitThrough(isInOrder() ? &task : nullptr, lock.after());
  while (!task.isDone()) {
    Task *next = take(&task, lock.after());
    if (!next) {
      lock.release();
      task.block();
      return;
    }
    if (!isInOrder() && next != &task)
      kick(lock.after());
    lock.release(next);
    runTaken(*next, false, lock);
  }
  kick(lock.after());
}

Result<> CommandQueue::finish() {
  if (Task::isBeginningOnThisThread(*this, nullptr))
    return fail(CL_INVALID_OPERATION);
  const Ref<CommandQueue> self(this);
  Ref<Task> last;
  Lock lock(*this);
  if (!last_)
    return {};
  if (isInOrder()) {
    last = Ref<Task>(last_);
    waitFor(*last, lock);
    return {};
  }
  lock.release();
  (void)submit(Ref<Task>::adopt(new Task(this, CL_COMMAND_MARKER)),
               {.waitList = {}, .blocking = true, .order = Order::Marker});
  return {};
}

void QueueService::serve(CommandQueue &queue) { queue.serve(); }

Ref<CommandQueue> QueueService::ifBusy(CommandQueue &queue) {
  std::lock_guard lock(queue.mutex_);
  return queue.first_ ? Ref<CommandQueue>(&queue) : nullptr; // each task owns its queue
}

void QueueService::beforeFork(CommandQueue &queue) { queue.mutex_.lock(); }

void QueueService::afterFork(CommandQueue &queue, bool isChild) {
  if (isChild)
    queue.forgetThreads();
  queue.mutex_.unlock();
}

bool QueueService::takeExpectation(CommandQueue &queue) {
  return queue.expectsProgress_.load(std::memory_order_relaxed) && queue.expectsProgress_.exchange(false);
}

} // namespace lanecl
