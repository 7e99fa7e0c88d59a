#include "runtime/Task.h"
#include "runtime/Clock.h"
#include "runtime/CommandQueue.h"
#include "runtime/Event.h"
#include "runtime/Exceptions.h"
#include "runtime/OwnThreads.h"
#include <algorithm>
#include <new>
#include <utility>

namespace lanecl {
namespace {

/// The innermost one of this thread.
thread_local const Task::Beginning *beginning = nullptr;

} // namespace

Task::Beginning::Beginning(const Task &task) : task_(task), outer_(std::exchange(beginning, this)) {}

Task::Beginning::~Beginning() { beginning = outer_; }

Task::Task(CommandQueue *queue, cl_command_type type, uint64_t cost)
    : status_(queue ? CL_QUEUED : CL_SUBMITTED), type_(type), queue_(queue), cost_(cost) {
  if (isProfiled())
    times_.queued = clockNow();
}

Task::~Task() = default;

bool Task::isProfiled() const { return queue_ && queue_->isProfiling(); }

void Task::waitFor(Task &other, bool inherits) {
  std::unique_lock lock(other.mutex_);
  cl_int status = other.status();
  if (status > CL_COMPLETE) {
    other.successors_.push_back({Ref<Task>(this), inherits});
    waits_.fetch_add(1, std::memory_order_relaxed);
  } else if (status < 0 && inherits) {
    failed_.store(true, std::memory_order_relaxed);
  }
}

void Task::block() const {
  for (cl_int status = this->status(); status > CL_COMPLETE; status = this->status())
    status_.wait(status, std::memory_order_acquire);
}

bool Task::setUserStatus(cl_int status) {
  {
    std::unique_lock lock(mutex_);
    if (userStatusSet_)
      return false;
    userStatusSet_ = true;
  }
  call(finish(status), status);
  return true;
}

void Task::addCallback(Ref<Event> event, cl_int status, Callback function, void *userData) {
  Pending pending{std::move(event), status, function, userData};
  cl_int now;
  {
    std::unique_lock lock(mutex_);
    // Set before the status is read: whoever changes the status writes it before looking at this, so that one of the
    // two sees the other.
    hasCallbacks_.store(true);
    now = status_.load();
    if (now > status) {
      callbacks_.push_back(std::move(pending));
      return;
    }
  }
  Callbacks due;
  due.push_back(std::move(pending));
  call(due, now);
}

Task::Callbacks Task::takeCallbacks(cl_int status) {
  Callbacks due;
  std::unique_lock lock(mutex_);
  const auto isDue = [&](const Pending &pending) { return status <= pending.status; };
  try {
    due.reserve(static_cast<std::size_t>(std::ranges::count_if(callbacks_, isDue)));
  } catch (const std::bad_alloc &) { // they are called when the task ends
    return due;
  }
  std::erase_if(callbacks_, [&](Pending &pending) {
    if (!isDue(pending))
      return false;
    due.push_back(std::move(pending));
    return true;
  });
  return due;
}

void Task::call(const Callbacks &callbacks, cl_int status) {
  for (const Pending &pending : callbacks) {
    // "event_command_status is equal to the command_exec_callback_type used while registering the callback"; an error
    // code when the command was terminated abnormally (clSetEventCallback).
    callHost(pending.function, reinterpret_cast<cl_event>(pending.event.get()), status < 0 ? status : pending.status,
             pending.userData);
    pending.event->callbackDone();
  }
}

bool Task::isBeginningOnThisThread(const CommandQueue &queue, const Task *task) {
  for (const Beginning *at = beginning; at; at = at->outer_)
    if (at->task_.queue() == &queue && (!task || task == &at->task_ || queue.isInOrder()))
      return true;
  return false;
}

cl_int Task::execute() {
  if (isProfiled())
    times_.start = clockNow();
  cl_int result = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  // "In order for the execution status of an enqueued command to change from CL_SUBMITTED to CL_RUNNING, all events
  // that this command is waiting on must have completed successfully" (OpenCL API 5.11).
  if (!queue_->context().isTerminated() && !failed_.load(std::memory_order_relaxed)) {
    status_.store(CL_RUNNING);
    if (hasCallbacks_.load()) {
      const Beginning mine(*this);
      call(takeCallbacks(CL_RUNNING), CL_RUNNING);
    }
    try {
      result = run();
    } catch (...) {
      result = codeOfException();
    }
  }
  // "The execution status of enqueued commands will be CL_CONTEXT_TERMINATED_KHR" (clTerminateContextKHR).
  if (queue_->context().isTerminated())
    result = CL_CONTEXT_TERMINATED_KHR;
  drop();
  if (isProfiled())
    times_.end = clockNow();
  return result;
}

Task::Callbacks Task::finish(cl_int status) {
  std::vector<Successor> successors;
  Callbacks callbacks;
  {
    std::unique_lock lock(mutex_);
    status_.store(status);
    successors.swap(successors_);
    callbacks.swap(callbacks_);
  }
  status_.notify_all();
  for (const Successor &successor : successors)
    successor.task->predecessorDone(status < 0 && successor.inherits);
  return callbacks;
}

void Task::predecessorDone(bool failed) {
  if (failed)
    failed_.store(true, std::memory_order_relaxed);
  if (waits_.fetch_sub(1, std::memory_order_acq_rel) == 1)
    queue_->becameReady(*this);
}

} // namespace lanecl
