// cl_command_queue (OpenCL API 5.1). A queue holds its unfinished tasks. Nothing runs before it must: the thread that
// waits (clFinish, a blocking call, clWaitForEvents) runs the tasks itself, so that no thread is woken for a short
// command. A flush, a status query, or enough work in the queue to be worth a wake-up hands the queue to a background
// thread. In-order queues run their tasks one by one; out-of-order queues run whatever is ready, on several threads.
#pragma once
#include "runtime/Context.h"
#include "runtime/Device.h"
#include "runtime/Event.h"
#include "runtime/Object.h"
#include "runtime/Ref.h"
#include "runtime/Result.h"
#include "runtime/Task.h"
#include <atomic>
#include <mutex>
#include <span>
#include <vector>

namespace lanecl {

/// Thread safe. No lock is held while commands or callbacks run.
class CommandQueue : public Handle<CommandQueue, Kind::Queue> {
public:
  /// `propertyList`: as the host gave it to clCreateCommandQueueWithProperties, the final 0 included
  /// (CL_QUEUE_PROPERTIES_ARRAY); empty when it gave none.
  static Ref<CommandQueue> create(Context &context, Device &device, cl_command_queue_properties properties,
                                  std::vector<cl_queue_properties> propertyList = {});

  Context &context() const { return *context_; }
  Device &device() const { return *device_; }
  cl_command_queue_properties properties() const { return properties_; }
  std::span<const cl_queue_properties> propertyList() const { return propertyList_; }
  bool isInOrder() const { return !(properties_ & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE); }
  bool isProfiling() const { return properties_ & CL_QUEUE_PROFILING_ENABLE; }

  /// How a task stands to the queue's other tasks.
  enum class Order {
    Normal,
    Marker, ///< waits for all earlier tasks when its own wait list is empty
    Barrier ///< a marker that later tasks wait for
  };
  struct Submission {
    std::span<const Ref<Event>> waitList;
    cl_event *event = nullptr; ///< gets a handle that the caller owns; may be null
    bool blocking = false;     ///< returns when the task is done
    Order order = Order::Normal;
    bool ofSeveralQueues = false;          ///< the event is that of a command which takes its turn in other queues, too
    std::span<const Ref<Task>> after = {}; ///< tasks of other queues that it waits for, whether they fail or not
  };
  /// Takes the task in; with `blocking` runs it. Fails with CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST when a
  /// blocking task could not run because of its wait list, or with the task's own error.
  Result<> submit(Ref<Task> task, const Submission &how);
  /// The same for work given as a function object `cl_int()`.
  template <typename Work> Result<> submit(cl_command_type type, uint64_t cost, Work &&work, const Submission &how) {
    static_assert(!std::is_reference_v<Work>, "the task takes the work over");
    return submit(Ref<Task>::adopt(new CommandTask<Work>(this, type, cost, std::forward<Work>(work))), how);
  }

  /// clFlush: everything that is in the queue starts without further help.
  void flush();
  /// The host may look for what commands do without another call (shared virtual memory): what is in the queue starts
  /// after a moment even if nobody asks for it.
  void expectProgress();
  /// clFinish: everything that is in the queue is done. CL_INVALID_OPERATION in a call-back before one of its commands
  /// can run (Task::isBeginningOnThisThread): that one would wait for itself.
  Result<> finish();
  /// The context is terminated: all that is in the queue may end at once.
  void abandon();
  /// Runs the tasks of this queue that `task` needs, or waits for them.
  void wait(Task &task);

private:
  friend class Handle<CommandQueue, Kind::Queue>;
  friend class Task;
  friend struct QueueService;
  CommandQueue(Context &context, Device &device, cl_command_queue_properties properties,
               std::vector<cl_queue_properties> propertyList);
  ~CommandQueue();

  /// What must happen once the lock is released.
  struct Afterwards {
    std::vector<Ref<Task>> submitted; ///< with callbacks for CL_SUBMITTED
    bool schedule = false;            ///< tell the dispatcher
  };
  class Lock;

  // All with mutex_ held:
  void append(Task &task);
  void remove(Task &task);
  void pushReady(Task &task);
  void unlinkReady(Task &task);
  /// What it waits for is done, or does not count any more.
  bool mayRun(const Task &task) const;
  void orderAfterEarlier(Task &task, const Submission &how);
  /// The next task that may run, or null; `wanted` goes first when it may. It is CL_SUBMITTED then.
  Task *take(Task *wanted, Afterwards &after);
  void markSubmitted(Task &task, Afterwards &after);
  void submitThrough(const Task *last, Afterwards &after);
  /// Asks for a background thread when submitted work is ready and nobody is on it.
  void kick(Afterwards &after);
  /// After fork(), in the child: the background threads that were on the queue stayed with the parent.
  void forgetThreads();

  /// With the lock, which is released while others' code runs and held again at the end (waitFor: or released).
  void waitFor(Task &task, Lock &lock);
  /// Without it at the beginning.
  void runTaken(Task &task, bool servant, Lock &lock);

  /// Without it:
  void becameReady(Task &task);
  void handOver(); ///< flush, without the promise to the host
  void serve();    ///< a background thread's part

  const Ref<Context> context_;
  const Ref<Device> device_;
  const cl_command_queue_properties properties_;
  const std::vector<cl_queue_properties> propertyList_;

  std::atomic<bool> expectsProgress_{false};

  std::mutex mutex_;                                  ///< guards what follows
  Task *first_ = nullptr, *last_ = nullptr;           ///< unfinished tasks in the order of enqueueing, each owned
  Task *firstReady_ = nullptr, *lastReady_ = nullptr; ///< out of order: those that may run
  Task *firstQueued_ = nullptr;                       ///< the tasks from here on may still be CL_QUEUED
  Ref<Task> barrier_;                                 ///< out of order: later tasks wait for it
  uint64_t backlog_ = 0;                              ///< cost of the tasks that are still CL_QUEUED
  unsigned servants_ = 0;                             ///< background threads asked for or at work
  bool busy_ = false;                                 ///< in order: first_ runs
};

} // namespace lanecl
