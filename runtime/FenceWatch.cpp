#include "runtime/FenceWatch.h"
#include "runtime/OwnThreads.h"
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <mutex>
#include <new>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <thread>
#include <vector>

namespace lanecl {
namespace {

/// How long the thread waits where there is no memory for its list.
constexpr std::chrono::milliseconds RetryAfter{10};

class Watcher {
public:
  Watcher() : wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

  /// The watch's number; 0 when no thread can be had, and `fence` untouched.
  uint64_t add(FileDescriptor &fence, std::function<void()> signaled) {
    std::lock_guard lock(mutex_);
    entries_.reserve(entries_.size() + 1);
    if (!isRunning_ && !start())
      return 0;
    entries_.push_back({++lastId_, std::move(fence), std::move(signaled)});
    wake();
    return lastId_;
  }
  void remove(uint64_t id) {
    Entry removed; // what its function holds is dropped without the lock
    std::lock_guard lock(mutex_);
    auto found = std::ranges::find(entries_, id, &Entry::id);
    if (found == entries_.end())
      return;
    removed = std::move(*found);
    entries_.erase(found);
    wake();
  }

  void beforeFork() { mutex_.lock(); }
  /// The parent's thread does not exist in the child, and its wake-ups are the parent's.
  void afterFork(bool isChild) {
    if (isChild) {
      isRunning_ = false;
      wake_ = FileDescriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    }
    mutex_.unlock();
  }

private:
  struct Entry {
    uint64_t id = 0;
    FileDescriptor fence;
    std::function<void()> signaled;
  };

  bool start() {
    if (wake_.get() < 0)
      return false;
    isRunning_ = startThread([this] { loop(); });
    return isRunning_; // without one the next fence tries again
  }
  void wake() { (void)eventfd_write(wake_.get(), 1); }

  [[noreturn]] void loop() {
    std::vector<pollfd> polled;
    std::vector<uint64_t> ids; ///< of polled, from its second on
    for (;;) {
      try {
        list(polled, ids);
      } catch (const std::bad_alloc &) {
        std::this_thread::sleep_for(RetryAfter);
        continue;
      }
      if (poll(polled.data(), polled.size(), -1) <= 0)
        continue;
      eventfd_t count;
      (void)eventfd_read(polled.front().fd, &count);
      // A fence that has failed has signalled, too: whoever waits for it must not wait for ever.
      for (std::size_t i = 0; i < ids.size(); ++i)
        if (polled[i + 1].revents)
          signal(ids[i]);
    }
  }
  void list(std::vector<pollfd> &polled, std::vector<uint64_t> &ids) {
    std::lock_guard lock(mutex_);
    polled.assign(1, {wake_.get(), POLLIN, 0});
    ids.clear();
    for (const Entry &entry : entries_) {
      polled.push_back({entry.fence.get(), POLLIN, 0});
      ids.push_back(entry.id);
    }
  }
  void signal(uint64_t id) {
    Entry entry;
    {
      std::lock_guard lock(mutex_);
      auto found = std::ranges::find(entries_, id, &Entry::id);
      if (found == entries_.end())
        return;
      entry = std::move(*found);
      entries_.erase(found);
    }
    entry.signaled();
  }

  std::mutex mutex_; ///< guards what follows
  FileDescriptor wake_;
  std::vector<Entry> entries_;
  uint64_t lastId_ = 0;
  bool isRunning_ = false;
};

/// Never destroyed: its thread may outlive main().
Watcher &watcher() {
  static Watcher &made = [&]() -> Watcher & {
    static auto *one = new Watcher;
    pthread_atfork([] { one->beforeFork(); }, [] { one->afterFork(false); }, [] { one->afterFork(true); });
    return *one;
  }();
  return made;
}

} // namespace

bool FenceWatch::isSignaled(const FileDescriptor &fence) {
  pollfd polled{fence.get(), POLLIN, 0};
  int count;
  do
    count = poll(&polled, 1, 0);
  while (count < 0 && errno == EINTR);
  return count > 0;
}

Result<FenceWatch> FenceWatch::start(FileDescriptor &fence, std::function<void()> signaled) {
  const uint64_t id = watcher().add(fence, std::move(signaled));
  if (!id)
    return fail(CL_OUT_OF_RESOURCES);
  return FenceWatch(id);
}

FenceWatch::~FenceWatch() {
  if (id_)
    watcher().remove(id_);
}

} // namespace lanecl
