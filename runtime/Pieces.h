// How work is shared out between the threads of a team: on how many, in what pieces. Of Executor; the simulation of
// larger machines (bench/Scaling.cpp) runs the same code.
#pragma once
#include "compiler/image/Memory.h"
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <new>

namespace lanecl::executor {

/// Work below this many nanoseconds is not worth waking a thread for.
inline constexpr uint64_t WorthSharing = 15'000;
/// What one grab of work from the shared counter should last at least.
inline constexpr uint64_t WorthGrabbing = 4'000;

struct Sharing {
  unsigned threads; ///< at least 1
  uint64_t grain;   ///< least size of a piece, in groups
};

/// For `groups` of which each takes `groupCost` nanoseconds, which may be less than one, on at most `threads`.
constexpr Sharing shareOut(uint64_t groups, double groupCost, unsigned threads) {
  const auto most = static_cast<double>(groups);
  const double worth = groupCost * most / WorthGrabbing, grain = WorthGrabbing / std::max(groupCost, 1e-3);
  return {static_cast<unsigned>(std::clamp(worth, 1.0, std::min<double>(threads, most))),
          static_cast<uint64_t>(std::clamp(grain, 1.0, most))};
}

/// [begin, end) handed out in pieces that shrink towards the end, never below `grain`. Every few threads have a counter
/// and a part of the whole of their own: one that hundreds of cores write to takes longer than what it hands out. Who
/// finds the own part empty helps others. Thread safe.
class Pieces {
public:
  static constexpr unsigned ThreadsOfPart = 16;

  Pieces(uint64_t begin, uint64_t end, uint64_t grain, unsigned threads)
      : grain_(std::max<uint64_t>(grain, 1)), count_((threads + ThreadsOfPart - 1) / ThreadsOfPart) {
    if (count_ > 1)
      many_.reset(new (std::nothrow) Part[count_]);
    if (!many_) // one part always works
      count_ = 1;
    parts_ = many_ ? many_.get() : &one_;
    threadsOfPart_ = (threads + count_ - 1) / count_;
    const uint64_t each = (end - begin) / count_, more = (end - begin) % count_;
    for (unsigned i = 0; i < count_; ++i) {
      parts_[i].next.store(begin, std::memory_order_relaxed);
      parts_[i].end = begin += each + (i < more);
    }
  }

  /// The next piece for the thread of this number, any from 0 on; false when nothing is left.
  bool next(unsigned thread, uint64_t &begin, uint64_t &end) {
    for (unsigned i = 0; i < count_; ++i)
      if (Part &part = parts_[partOf(thread, i)]; take(part, begin, end))
        return true;
    return false;
  }
  /// The part that the thread asks after `others` others: its own first, then each in an order that differs from that
  /// of its neighbours, or all would ask the same.
  unsigned partOf(unsigned thread, unsigned others = 0) const {
    const unsigned own = thread / threadsOfPart_ % count_;
    return others == 0 ? own : (own + 1 + (thread + others) % (count_ - 1)) % count_;
  }
  unsigned parts() const { return count_; }
  /// What is left is not handed out.
  void stop() {
    for (unsigned i = 0; i < count_; ++i)
      parts_[i].next.store(parts_[i].end, std::memory_order_relaxed);
  }
  /// A thread has worked for so long; all of them have.
  void spend(unsigned thread, uint64_t nanoseconds) {
    parts_[partOf(thread)].spent.fetch_add(nanoseconds, std::memory_order_relaxed);
  }
  uint64_t spent() const {
    uint64_t sum = 0;
    for (unsigned i = 0; i < count_; ++i)
      sum += parts_[i].spent.load(std::memory_order_relaxed);
    return sum;
  }

private:
  struct alignas(CacheLineBytes) Part {
    std::atomic<uint64_t> next{0}, spent{0};
    uint64_t end = 0;
  };

  bool take(Part &part, uint64_t &begin, uint64_t &end) {
    begin = part.next.load(std::memory_order_relaxed);
    do {
      if (begin >= part.end)
        return false;
      const uint64_t left = part.end - begin;
      end = begin + std::min(left, std::max(grain_, left / (3 * uint64_t{threadsOfPart_})));
    } while (!part.next.compare_exchange_weak(begin, end, std::memory_order_relaxed));
    return true;
  }

  const uint64_t grain_;
  unsigned count_, threadsOfPart_ = 1;
  Part one_;
  std::unique_ptr<Part[]> many_;
  Part *parts_;
};

} // namespace lanecl::executor
