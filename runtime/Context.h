// A context (OpenCL API 4.4): its devices, its allocations, the host's error call-back and destructor call-backs.
// Immutable after creation but for the allocations, the list of destructor call-backs and its termination; thread safe.
// Queues, programs, buffers and events own a reference to it.
#pragma once
#include "runtime/Allocations.h"
#include "runtime/Device.h"
#include "runtime/Object.h"
#include "runtime/OwnThreads.h"
#include "runtime/Ref.h"
#include <atomic>
#include <mutex>
#include <span>
#include <vector>

namespace lanecl {

/// Destructor call-backs of a context or memory object; called in the reverse order of registration
/// (clSetContextDestructorCallback, clSetMemObjectDestructorCallback). Thread safe.
template <typename H> class DestructorCallbacks {
public:
  using Function = void(CL_CALLBACK *)(H, void *);
  void add(Function function, void *userData) {
    std::lock_guard lock(mutex_);
    list_.push_back({function, userData});
  }
  /// Calls and forgets all; no lock is held meanwhile.
  void run(H handle) {
    for (std::vector<Entry> list = take(); !list.empty(); list.pop_back())
      callHost(list.back().function, handle, list.back().userData);
  }

private:
  struct Entry {
    Function function;
    void *userData;
  };
  std::vector<Entry> take() {
    std::lock_guard lock(mutex_);
    return std::move(list_);
  }
  std::mutex mutex_;
  std::vector<Entry> list_;
};

class Context : public Handle<Context, Kind::Context> {
public:
  using Notify = void(CL_CALLBACK *)(const char *, const void *, size_t, void *);

  /// properties: the host's list with the closing 0, or empty when it gave NULL.
  Context(std::vector<Ref<Device>> devices, std::vector<cl_context_properties> properties, Notify notify,
          void *userData);
  ~Context();

  std::span<const Ref<Device>> devices() const { return devices_; }
  /// The device is one of the context's (the specification's "associated with").
  bool has(const Device *device) const;
  std::span<const cl_context_properties> properties() const { return properties_; }
  /// Tells the host's pfn_notify of an error that has no return value to stand in (build and run-time errors).
  void notify(const char *message) const;
  /// clTerminateContextKHR: what is under way and what is queued ends with CL_CONTEXT_TERMINATED_KHR, without waiting
  /// for any of it. False when it was before.
  bool terminate();
  bool isTerminated() const { return terminated_.load(std::memory_order_acquire); }
  /// Kernels in it may have to be ended early (CL_CONTEXT_TERMINATE_KHR).
  bool mayTerminate() const;
  /// The same of what a checking mode found; to stderr where the host gave no pfn_notify.
  void report(const char *message) const;
  DestructorCallbacks<cl_context> &destructorCallbacks() { return destructorCallbacks_; }
  /// What the host knows by its address; goes with the context.
  Allocations &allocations() { return allocations_; }
  const Allocations &allocations() const { return allocations_; }

private:
  std::vector<Ref<Device>> devices_;
  Allocations allocations_;
  std::vector<cl_context_properties> properties_;
  Notify notify_;
  void *userData_;
  DestructorCallbacks<cl_context> destructorCallbacks_;
  std::atomic<bool> terminated_{false};
};

} // namespace lanecl
