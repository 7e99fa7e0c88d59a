#include "runtime/QueueList.h"
#include "runtime/CommandQueue.h"
#include "runtime/Dispatcher.h"
#include "runtime/OwnThreads.h"
#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <new>
#include <pthread.h>
#include <thread>
#include <vector>

namespace lanecl::queues {
namespace {

/// How long a command may lie there for want of a flush. Most hosts wait for it sooner, which costs no other thread.
constexpr std::chrono::milliseconds Patience{1};

class List {
public:
  void add(CommandQueue &queue) {
    std::lock_guard lock(mutex_);
    queues_.push_back(&queue);
  }
  void remove(CommandQueue &queue) {
    std::lock_guard lock(mutex_);
    std::erase(queues_, &queue);
  }
  /// Those with unfinished work for which `wanted` holds. A queue with work lives at least as long as that.
  template <typename Wanted> std::vector<Ref<CommandQueue>> busy(Wanted wanted) {
    std::vector<Ref<CommandQueue>> found;
    std::lock_guard lock(mutex_);
    found.reserve(queues_.size()); // nothing throws below: a queue that died here would want this lock
    for (CommandQueue *queue : queues_)
      if (wanted(*queue))
        if (auto own = QueueService::ifBusy(*queue))
          found.push_back(std::move(own));
    return found;
  }

  void expectProgress() {
    if (wanted_.exchange(true))
      return;
    if (!started_.exchange(true))
      start();
    wanted_.notify_one();
  }

  void beforeFork() {
    mutex_.lock();
    for (CommandQueue *queue : queues_)
      QueueService::beforeFork(*queue);
  }
  void afterFork(bool isChild) {
    for (CommandQueue *queue : queues_)
      QueueService::afterFork(*queue, isChild);
    if (isChild) {
      started_ = false;
      wanted_ = false;
    }
    mutex_.unlock();
  }

private:
  void start() {
    if (startThread([this] { loop(); }))
      return;
    started_ = false; // the next command tries again
    wanted_ = false;
  }
  [[noreturn]] void loop() {
    for (;;) {
      wanted_.wait(false);
      std::this_thread::sleep_for(Patience);
      wanted_.exchange(false); // sees what the queues noted before they set it
      flushExpecting();
    }
  }
  /// Without memory later once more.
  void flushExpecting() {
    try {
      for (const Ref<CommandQueue> &queue : busy(QueueService::takeExpectation))
        try {
          queue->flush();
        } catch (const std::bad_alloc &) {
          queue->expectProgress();
        }
    } catch (const std::bad_alloc &) { // of the list: no queue has been asked
      wanted_ = true;
    }
  }

  std::mutex mutex_; ///< taken before any queue's
  std::vector<CommandQueue *> queues_;
  std::atomic<bool> wanted_{false}, started_{false};
};

/// Never destroyed: its thread and the host's queues may outlive main().
List &list() {
  static List &made = [&]() -> List & {
    static auto *all = new List;
    pthread_atfork([] { all->beforeFork(); }, [] { all->afterFork(false); }, [] { all->afterFork(true); });
    return *all;
  }();
  return made;
}

} // namespace

void add(CommandQueue &queue) { list().add(queue); }
void remove(CommandQueue &queue) { list().remove(queue); }

void finishAll(const Context &context) {
  auto isOfContext = [&](const CommandQueue &queue) { return &queue.context() == &context; };
  for (const Ref<CommandQueue> &queue : list().busy(isOfContext))
    static_cast<void>(queue->finish()); // what failed is told by its events
}

void abandonAll(const Context &context) {
  auto isOfContext = [&](const CommandQueue &queue) { return &queue.context() == &context; };
  for (const Ref<CommandQueue> &queue : list().busy(isOfContext))
    queue->abandon();
}

void expectProgress() { list().expectProgress(); }

} // namespace lanecl::queues
