// A node of the command graph: one command, or a user event. A task counts what it waits for; it may start when the
// count is zero, and when it ends it lowers the counts of those that wait for it. Tasks are the state behind events
// (OpenCL API 5.11); an Event is only the host's handle of a task.
#pragma once
#include "runtime/Ref.h"
#include "runtime/Result.h"
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace lanecl {

class CommandQueue;
class Event;

/// Nanoseconds of clockNow(), 0 until the task has got there. Taken only by queues with CL_QUEUE_PROFILING_ENABLE.
struct TaskTimes {
  uint64_t queued = 0, submit = 0, start = 0, end = 0;
};

/// Thread safe. Lock order: a queue's mutex, then one task's mutex; never two tasks'.
class Task {
public:
  using Callback = void(CL_CALLBACK *)(cl_event, cl_int, void *);
  /// A command of `queue`; null: a user event, which is CL_SUBMITTED from the start and ends by setUserStatus().
  /// `cost`: what running it roughly takes, nanoseconds.
  Task(CommandQueue *queue, cl_command_type type, uint64_t cost = 0);
  Task(const Task &) = delete;
  Task &operator=(const Task &) = delete;

  void addRef() { owners_.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    if (owners_.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete this;
  }

  cl_command_type type() const { return type_; }
  CommandQueue *queue() const { return queue_.get(); }
  /// CL_QUEUED, CL_SUBMITTED, CL_RUNNING, CL_COMPLETE or a negative error.
  cl_int status() const { return status_.load(std::memory_order_acquire); }
  bool isDone() const { return status() <= CL_COMPLETE; }
  /// All four are valid once isDone().
  const TaskTimes &times() const { return times_; }

  /// Makes this task wait for `other`; with `inherits` it fails when `other` does (wait lists), without it only the
  /// order counts (barriers). Only before it is published by its queue.
  void waitFor(Task &other, bool inherits = true);
  /// Blocks until the task is done, without running anything.
  void block() const;
  /// clSetUserEventStatus: false when it was set before.
  bool setUserStatus(cl_int status);
  /// clSetEventCallback; called at once, on this thread, when the status is reached already.
  void addCallback(Ref<Event> event, cl_int status, Callback function, void *userData);

  /// While it lives, on a thread's stack, that thread has taken a command and calls the host back before it runs it.
  class Beginning {
  public:
    explicit Beginning(const Task &task);
    ~Beginning();
    Beginning(const Beginning &) = delete;
    Beginning &operator=(const Beginning &) = delete;

  private:
    friend class Task;
    const Task &task_;
    const Beginning *const outer_; ///< of another command, in whose call-back the thread took this one
  };
  /// This thread is in a call-back that comes before a command of the queue can run (a queue in order: that one and all
  /// behind it, else that one alone): waiting for it would be waiting for itself. `task`: null for all of the queue.
  static bool isBeginningOnThisThread(const CommandQueue &queue, const Task *task);

protected:
  virtual ~Task();
  /// Does the work, on no lock; CL_SUCCESS or a negative error.
  virtual cl_int run() { return CL_SUCCESS; }
  /// Lets go of the memory objects and the code that the command used.
  virtual void drop() {}

private:
  friend class CommandQueue;
  struct Pending { ///< a callback not yet called
    Ref<Event> event;
    cl_int status; ///< that it waits for
    Callback function;
    void *userData;
  };
  using Callbacks = std::vector<Pending>;
  struct Successor {
    Ref<Task> task;
    bool inherits;
  };

  /// Runs the command; its final status, for finish(). Not on any lock.
  cl_int execute();
  /// Makes the final status known: wakes those that block and lowers the counts. The callbacks that are due are the
  /// caller's to call.
  Callbacks finish(cl_int status);
  /// One of those that it waits for is done.
  void predecessorDone(bool failed);
  /// The callbacks that are due in that status.
  Callbacks takeCallbacks(cl_int status);
  static void call(const Callbacks &callbacks, cl_int status);
  bool isProfiled() const;

  std::atomic<uint32_t> owners_{1};
  std::atomic<cl_int> status_;
  std::atomic<uint32_t> waits_{1};  ///< unfinished predecessors, and one until the queue publishes the task
  std::atomic<bool> failed_{false}; ///< a predecessor ended with an error
  std::atomic<bool> hasCallbacks_{false};
  const cl_command_type type_;
  const Ref<CommandQueue> queue_;
  const uint64_t cost_;
  TaskTimes times_;

  std::mutex mutex_; ///< guards what follows
  bool userStatusSet_ = false;
  std::vector<Successor> successors_;
  std::vector<Pending> callbacks_;

  // Of the queue, guarded by its mutex.
  Task *previous_ = nullptr, *next_ = nullptr;           ///< in the list of unfinished tasks
  Task *readyPrevious_ = nullptr, *readyNext_ = nullptr; ///< in the list of ready tasks
  bool isReady_ = false, isTaken_ = false;               ///< isTaken_: it runs, or did
};

/// A task whose work is a function object: cl_int operator()(). It is destroyed as soon as it has run.
template <typename Work> class CommandTask final : public Task {
public:
  CommandTask(CommandQueue *queue, cl_command_type type, uint64_t cost, Work &&work)
      : Task(queue, type, cost), work_(std::move(work)) {}

protected:
  cl_int run() override { return (*work_)(); }
  void drop() override { work_.reset(); }

private:
  std::optional<Work> work_;
};

} // namespace lanecl
