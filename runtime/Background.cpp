#include "runtime/Background.h"
#include "compiler/image/PerProcess.h"
#include "runtime/OwnThreads.h"
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>

namespace lanecl {
namespace {

/// How long the exit waits for a build that does not end.
constexpr std::chrono::seconds ExitPatience{10};

thread_local bool isOurs = false;

/// Counts the threads under way.
class Pending {
public:
  void enter() {
    std::lock_guard lock(mutex_);
    ++count_;
  }
  void leave() {
    std::lock_guard lock(mutex_);
    --count_;
    idle_.notify_all();
  }
  /// Until none is under way but the thread itself, where a call-back of its exits.
  void waitAtExit() {
    std::unique_lock lock(mutex_);
    idle_.wait_for(lock, ExitPatience, [this] { return count_ == (isOurs ? 1 : 0); });
  }

private:
  std::mutex mutex_;
  std::condition_variable idle_;
  int count_ = 0;
};

Pending &pending() {
  Pending &now = image::PerProcess<Pending>::get();
  static const int atExit = std::atexit([] { pending().waitAtExit(); });
  (void)atExit;
  return now;
}

} // namespace

bool runInBackground(std::function<void()> work) {
  Pending &counter = pending();
  std::function<void()> counted = [&counter, work = std::move(work)]() mutable {
    isOurs = true;
    work();
    work = nullptr; // what it holds is dropped before the exit may go on
    counter.leave();
  };
  counter.enter();
  const bool began = startThread(std::move(counted));
  if (!began)
    counter.leave();
  return began;
}

} // namespace lanecl
