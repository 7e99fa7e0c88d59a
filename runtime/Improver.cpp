#include "runtime/Improver.h"
#include "compiler/image/PerProcess.h"
#include "compiler/image/Sanitized.h"
#include "runtime/Background.h"
#include <cstdlib>
#include <deque>
#include <mutex>
#include <utility>

namespace lanecl {
namespace {

using Work = std::function<void(const std::atomic<bool> &)>;

struct Queue {
  std::atomic<bool> isEnding{false};
  std::mutex mutex; ///< guards what follows
  std::deque<Work> waiting;
  bool isRunning = false; ///< a thread takes from `waiting`
};

Queue &queue() { return image::PerProcess<Queue>::get(); }

/// As far as there is memory.
template <typename Attempt> void attempt(Attempt &&work) {
  try {
    work();
  } catch (...) {
    return;
  }
}

void runAll(Queue &queue) {
  for (;;) {
    Work work;
    {
      std::lock_guard lock(queue.mutex);
      if (queue.waiting.empty() || queue.isEnding) {
        queue.isRunning = false;
        return;
      }
      work = std::move(queue.waiting.front());
      queue.waiting.pop_front();
    }
    attempt([&] { work(queue.isEnding); }); // the code that there is will do
  }
}

void endAtExit() {
  Queue &all = queue();
  // A compile that is told to end leaves without destructors. What leaks otherwise is looked for while it is there.
  LANECL_LSAN(if (std::lock_guard lock(all.mutex); all.isRunning) __lsan_do_leak_check());
  all.isEnding = true;
}

} // namespace

void improveLater(Work work) noexcept {
  attempt([&] {
    Queue &all = queue();
    {
      std::lock_guard lock(all.mutex);
      all.waiting.push_back(std::move(work));
      if (std::exchange(all.isRunning, true))
        return;
    }
    bool began = false;
    attempt([&] { began = runInBackground([&all] { runAll(all); }); });
    // Behind the first work in the background, whose own exit waits for it: handlers run in reverse.
    static const int atExit = std::atexit(endAtExit);
    (void)atExit;
    if (began)
      return;
    std::lock_guard lock(all.mutex);
    all.isRunning = false;
    all.waiting.clear();
  });
}

} // namespace lanecl
