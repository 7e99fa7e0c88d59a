#include "runtime/Dispatcher.h"
#include "compiler/image/PerProcess.h"
#include "runtime/CommandQueue.h"
#include "runtime/Executor.h"
#include "runtime/OwnThreads.h"
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <new>

namespace lanecl::dispatcher {
namespace {

/// Kernels run on these threads too: room for their private variables.
constexpr std::size_t StackBytes = std::size_t{16} << 20;
constexpr unsigned MaxThreads = 64;
/// How long the exit waits for a command that does not end.
constexpr std::chrono::seconds ExitPatience{10};

thread_local bool isOurs = false;

class Pool {
public:
  bool schedule(Ref<CommandQueue> queue) {
    std::unique_lock lock(mutex_);
    waiting_.push_back(std::move(queue));
    if (waiting_.size() <= idle_) {
      lock.unlock();
      wake_.notify_one();
      return true;
    }
    if (threads_ < MaxThreads && startThread([this] { loop(); }, StackBytes))
      ++threads_;
    if (threads_ > 0)
      return true;
    waiting_.pop_back();
    return false;
  }

  /// Until nothing is under way; on one of the pool's own threads (an exit from a callback) not at all.
  void waitUntilQuiet() {
    std::unique_lock lock(mutex_);
    if (!isOurs && !isImpatient_)
      isImpatient_ = !quiet_.wait_for(lock, ExitPatience, [this] { return waiting_.empty() && serving_ == 0; });
  }

private:
  void loop() {
    isOurs = true;
    std::unique_lock lock(mutex_);
    for (;;) {
      while (waiting_.empty()) {
        ++idle_;
        wake_.wait(lock);
        --idle_;
      }
      Ref<CommandQueue> queue = std::move(waiting_.front());
      waiting_.pop_front();
      ++serving_;
      lock.unlock();
      QueueService::serve(*queue);
      queue = nullptr;
      lock.lock();
      if (--serving_ == 0 && waiting_.empty())
        quiet_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_, quiet_;
  std::deque<Ref<CommandQueue>> waiting_;
  std::size_t idle_ = 0;
  unsigned threads_ = 0, serving_ = 0;
  bool isImpatient_ = false; ///< an exit handler has waited long enough: the next does not wait again
};

Pool &instance() {
  Pool &pool = image::PerProcess<Pool>::get();
  static const bool waits = (waitAtExit(), true);
  (void)waits;
  return pool;
}

} // namespace

void waitAtExit() {
  std::atexit([] { instance().waitUntilQuiet(); });
}

bool schedule(Ref<CommandQueue> queue) noexcept {
  try {
    return instance().schedule(std::move(queue));
  } catch (const std::bad_alloc &) {
    return false;
  }
}

} // namespace lanecl::dispatcher
