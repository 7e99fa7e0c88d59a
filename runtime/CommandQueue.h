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
    std::span<Event *const> waitList;
    cl_event *event = nullptr; ///< gets a handle that the caller owns; may be null
    bool blocking = false;     ///< returns when the task is done
    Order order = Order::Normal;
  };
  /// Takes the task in; with `blocking` runs it. Fails with CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST when a
  /// blocking task could not run because of its wait list, or with the task's own error.
  Result<> submit(Ref<Task> task, const Submission &how);
  /// The same for work given as a function object `cl_int()`.
  template <typename Work> Result<> submit(cl_command_type type, uint64_t cost, Work work, const Submission &how) {
    return submit(Ref<Task>::adopt(new CommandTask<Work>(this, type, cost, std::move(work))), how);
  }

  /// clFlush: everything that is in the queue starts without further help.
  void flush();
  /// clFinish: everything that is in the queue is done.
  void finish();
  /// Runs the tasks of this queue that `task` needs, or waits for them.
  void wait(Task &task);

private:
  friend class Handle<CommandQueue, Kind::Queue>;
  friend class Task;
  friend class Dispatcher;
  CommandQueue(Context &context, Device &device, cl_command_queue_properties properties,
               std::vector<cl_queue_properties> propertyList);
  ~CommandQueue() = default;

  const Ref<Context> context_;
  Device *const device_; ///< lives as long as the platform
  const cl_command_queue_properties properties_;
  const std::vector<cl_queue_properties> propertyList_;
};

} // namespace lanecl
