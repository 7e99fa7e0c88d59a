// cl_event: the host's handle of a task (OpenCL API 5.11).
#pragma once
#include "runtime/Context.h"
#include "runtime/Object.h"
#include "runtime/Ref.h"
#include "runtime/Result.h"
#include "runtime/Task.h"
#include <atomic>
#include <span>

namespace lanecl {

class Event : public Handle<Event, Kind::Event> {
public:
  /// The handle of a command's task.
  static Ref<Event> create(Context &context, Ref<Task> task);
  /// clCreateUserEvent.
  static Ref<Event> createUser(Context &context);

  Context &context() const { return *context_; }
  Task &task() const { return *task_; }
  /// CL_EVENT_COMMAND_QUEUE: null for user events and for commands of several queues.
  CommandQueue *queue() const { return isOfSeveralQueues_ ? nullptr : task_->queue(); }
  void setOfSeveralQueues() { isOfSeveralQueues_ = true; }
  bool isUser() const { return task_->type() == CL_COMMAND_USER; }

  /// clSetEventCallback. The handle stays live until the callback has returned, whatever the host releases.
  void addCallback(cl_int status, Task::Callback function, void *userData);
  /// CL_EVENT_REFERENCE_COUNT: the host's references, without those that callbacks hold.
  uint32_t referenceCount() const { return hostCount() - callbacks_.load(std::memory_order_relaxed); }
  /// clWaitForEvents for events of one context: CL_SUCCESS, or
  /// CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST when one of them failed.
  static Result<> wait(std::span<const Ref<Event>> events);

private:
  friend class Handle<Event, Kind::Event>;
  friend class Task;
  Event(Context &context, Ref<Task> task) : context_(&context), task_(std::move(task)) {}
  ~Event() = default;
  void callbackDone();

  Ref<Context> context_;
  Ref<Task> task_;
  std::atomic<uint32_t> callbacks_{0};
  bool isOfSeveralQueues_ = false; ///< constant once the host has the handle
};

} // namespace lanecl
