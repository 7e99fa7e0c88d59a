// Threads with large stacks that are kept between jobs. The C library takes memory for a thread's part of a library at
// its first use there and ends the process when there is none: threads that have worked before have theirs.
#pragma once
#include <condition_variable>
#include <csignal>
#include <cstdint>
#include <mutex>
#include <pthread.h>

namespace lanecl::frontend {

/// One caller uses it at a time. Its stack for signals, and its other one, are as large as compiling takes.
class KeptThread {
public:
  using Work = void(void *);

  /// One that is free, of this process (a child after fork has none), or a new one; null when none can be started.
  static KeptThread *take();
  /// Lets the thread, where the caller may run, run `work(argument)`; after the end of what it ran before.
  void start(Work *work, void *argument);
  /// Waits a second for the end of that.
  bool waitForASecond();
  /// Nanoseconds that the thread has taken of a processor; negative when the system does not tell.
  int64_t processorTime() const;
  /// Sends it a signal.
  void signal(int number) const { pthread_kill(thread_, number); }
  /// The same, with a value; false when the system has no room for it.
  bool ask(int number, void *value) const { return pthread_sigqueue(thread_, number, {.sival_ptr = value}) == 0; }
  /// For the next caller, when nothing is left of what it ran; some are kept, the others end. The thread waits.
  static void giveBack(KeptThread *thread, bool mayRunMore);

private:
  KeptThread() = default;
  ~KeptThread() = default;
  bool begin();
  static void *run(void *thread);
  void runJobs();

  pthread_t thread_{};
  pid_t process_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
  Work *work_ = nullptr; ///< null: waits
  void *argument_ = nullptr;
  bool isOver_ = false;
};

} // namespace lanecl::frontend
