// cl_semaphore_khr (cl_khr_semaphore): a binary semaphore that commands signal and wait for, again and again.
//
// What pairs a wait with a signal is the order in which the host enqueued them: "clEnqueueWaitSemaphoresKHR will not
// return until the binary semaphores are in a state that makes them safe to re-signal", and likewise the other way
// round, so that a signal may run long before the wait of an earlier one has. A signal whose command failed is as if
// it had never been enqueued; one whose wait failed is there for the next wait.
#pragma once
#include "runtime/Context.h"
#include "runtime/FenceWatch.h"
#include "runtime/Object.h"
#include "runtime/Ref.h"
#include "runtime/Task.h"
#include <CL/cl_ext.h>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace lanecl {

/// The state of a semaphore, which outlives its handle as long as commands use it. Commands are known by their tasks,
/// which own their queues; a task that names a semaphore twice counts twice. Thread safe; no lock is held while tasks
/// are made ready.
class SemaphorePayload {
public:
  /// The payload of a fence (cl_khr_external_semaphore_sync_fd): its one signal is the fence's; none: signalled. On
  /// failure (CL_OUT_OF_RESOURCES) the fence stays the caller's.
  static Result<std::shared_ptr<SemaphorePayload>> ofFence(FileDescriptor &fence);

  /// A signal is enqueued. True when a wait is there for it already: its queue must run without the host's flush.
  bool addSignal(const Task &signal);
  /// The signal's command has run, or never will.
  void signal(const Task &signal);
  void withdraw(const Task &signal);

  /// A wait's place in line.
  struct Place {
    Ref<Task> gate;             ///< done when the wait may go on, fails when it never may; null: it may already
    Ref<CommandQueue> waitsFor; ///< whose command is to signal, and must run without the host's flush; or null
  };
  Place addWait(const Task &wait);
  /// The wait's command has run, or never will: it may have failed before its gate opened.
  void consume(const Task &wait);
  void giveBack(const Task &wait);

  /// CL_SEMAPHORE_PAYLOAD_KHR. What is under way towards another answer is started.
  bool isSignaled();
  /// The host has no handle any more: waits that no signal can reach fail.
  void close();

private:
  struct Signal {
    const Task *by; ///< alive until it has signalled or withdrawn
    bool isDone;
  };
  struct Wait {
    const Task *by;
    Ref<Task> gate;
  };
  struct Settled; ///< what must happen once the lock is released

  // All with mutex_ held:
  void bind(std::size_t index, Settled &settled);
  void rebind(std::size_t from, Settled &settled);
  void merge();
  void giveUp(Settled &settled);

  std::mutex mutex_; ///< guards what follows
  std::deque<Signal> signals_;
  std::deque<Wait> waits_;          ///< each waits for the signal at its own index
  std::vector<const Task *> bound_; ///< waits that have got their signal and not run yet
  bool isClosed_ = false;

  // Of an imported payload, constant.
  Ref<Task> imported_; ///< stands for the command that signals
  FenceWatch watch_;
};

class Semaphore : public Handle<Semaphore, Kind::Semaphore> {
public:
  /// What clCreateSemaphoreWithPropertiesKHR was given; checked by the caller.
  struct Request {
    std::vector<Ref<Device>> devices;
    std::vector<cl_semaphore_properties_khr> properties; ///< as the host gave them, with the closing 0
    bool isImported = false;                             ///< of CL_SEMAPHORE_HANDLE_SYNC_FD_KHR
  };
  Semaphore(Context &context, Request request);

  Context &context() const { return *context_; }
  std::span<const Ref<Device>> devices() const { return request_.devices; }
  bool has(const Device &device) const;
  std::span<const cl_semaphore_properties_khr> properties() const { return request_.properties; }
  bool isImported() const { return request_.isImported; }
  std::shared_ptr<SemaphorePayload> payload() const;
  /// Commands that were enqueued before stay with the payload that they found.
  void replacePayload(std::shared_ptr<SemaphorePayload> payload);

private:
  friend class Handle<Semaphore, Kind::Semaphore>;
  ~Semaphore() = default;

  const Ref<Context> context_;
  const Request request_;
  mutable std::mutex mutex_; ///< guards what follows
  std::shared_ptr<SemaphorePayload> payload_ = std::make_shared<SemaphorePayload>();
};

} // namespace lanecl
