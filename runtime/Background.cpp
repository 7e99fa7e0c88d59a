#include "runtime/Background.h"
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace lanecl {
namespace {

/// Counts the threads under way; its destructor, at exit, waits for them.
class Pending {
public:
  void enter() {
    std::lock_guard lock(mutex_);
    if (owner_ != getpid()) { // after fork: the threads counted so far stayed in the parent
      owner_ = getpid();
      count_ = 0;
    }
    ++count_;
  }
  void leave() {
    std::lock_guard lock(mutex_);
    --count_;
    idle_.notify_all();
  }
  ~Pending() {
    std::unique_lock lock(mutex_);
    if (owner_ == getpid())
      idle_.wait(lock, [this] { return count_ == 0; });
  }

private:
  std::mutex mutex_;
  std::condition_variable idle_;
  pid_t owner_ = getpid();
  int count_ = 0;
};

Pending &pending() {
  static Pending instance;
  return instance;
}

} // namespace

bool runInBackground(std::function<void()> work) {
  Pending &counter = pending();
  counter.enter();
  try {
    std::thread([&counter, work = std::move(work)]() mutable {
      work();
      work = nullptr; // what it holds is dropped before the exit may go on
      counter.leave();
    }).detach();
    return true;
  } catch (const std::system_error &) {
    counter.leave();
    return false;
  }
}

} // namespace lanecl
