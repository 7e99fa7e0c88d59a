// Kernels that do not end, and kernels that fault: a contained launch can be ended from outside, and what would kill
// the process (a wild pointer, a stack overflow, a trap) ends the launch alone. For launches that ask for it: the time
// limit and the catching of faults (LANECL_TIME_LIMIT, LANECL_CATCH_FAULTS), contexts that may be terminated.
//
// Compiled kernels hold no lock and no resource, so a thread may leave one anywhere: it is sent a signal, whose handler
// jumps back to where the kernel was called. In the runtime's call-backs (NotInKernel) it is left alone until they end.
#pragma once
#include "compiler/Compiler.h"
#include "compiler/KernelAbi.h"
#include <atomic>
#include <csignal>
#include <cstdint>
#include <mutex>
#include <pthread.h>
#include <string>
#include <vector>

namespace lanecl {

class Context;

/// One launch. All functions but the constructor and the destructor may be called from any thread at the same time.
class ContainedLaunch {
public:
  enum class End {
    Normal,
    Stopped, ///< stop()
    Late,    ///< beyond its time limit
    Fault
  };

  /// `context`: whose termination stops it; outlives it. `seconds`: of its time limit; 0: none.
  ContainedLaunch(const Context &context, uint64_t seconds);
  /// No thread is in the kernel any more.
  ~ContainedLaunch();
  ContainedLaunch(const ContainedLaunch &) = delete;
  ContainedLaunch &operator=(const ContainedLaunch &) = delete;

  /// Runs groups on this thread, one by one where faults are caught, to know which. False when they did not all come to
  /// their end; nothing runs any more then.
  bool run(KernelEntry entry, const void *args, const LaunchInfo *launch, WorkerInfo *worker, uint64_t firstGroup,
           uint64_t groupCount);

  End end() const { return end_.load(std::memory_order_acquire); }
  /// What the fault was, and where it happened, as far as that is known: the line and the first of the sub-group's
  /// work-items that ran it, or the work-group.
  std::string describeFault(const compiler::KernelInfo &kernel, const LaunchInfo &launch) const;

  /// Ends all launches of the context that are under way, within milliseconds; returns at once.
  static void stopAll(const Context &context);
  /// HostCallbacks: faults where this thread runs a contained launch.
  static void trap(void *sink);
  /// Handlers are in place, and the thread that watches runs. False: no thread or signal is to be had.
  static bool prepare();

private:
  friend class Watch;
  struct Frame;
  struct Fault {
    int signal = 0, code = 0;
    uintptr_t address = 0;
    uint64_t group = 0;
    WorkerInfo::Place place;
  };
  static thread_local Frame *current __attribute__((tls_model("initial-exec")));
  friend class NotInKernel;
  static void onFault(int signal, siginfo_t *info, void *context);
  static void onStop(int);
  static bool installHandlers();

  bool enter();
  void leave();
  static bool isGroupByGroup();
  std::string describeGroup(const compiler::KernelInfo &kernel, const LaunchInfo &launch) const;
  bool call(Frame &frame, KernelEntry entry, const void *args, const LaunchInfo *launch, WorkerInfo *worker,
            uint64_t firstGroup, uint64_t groupCount);
  /// The first reason counts.
  void endWith(End end);
  /// Sends the signal to all threads in the kernel; false when there is none.
  bool interrupt();

  const Context &context_;
  const uint64_t deadline_; ///< of clockNow(); 0: none
  std::atomic<End> end_{End::Normal};
  Fault fault_; ///< of the first fault, written before end_
  mutable std::mutex mutex_;
  std::vector<pthread_t> threads_; ///< in the kernel
};

/// While it lives, this thread is in the runtime, called by a kernel: it may hold locks and is not made to leave.
class NotInKernel {
public:
  NotInKernel();
  ~NotInKernel();
  NotInKernel(const NotInKernel &) = delete;
  NotInKernel &operator=(const NotInKernel &) = delete;

private:
  ContainedLaunch::Frame *const frame_;
};

} // namespace lanecl
