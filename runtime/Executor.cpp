#include "runtime/Executor.h"
#include "runtime/Clock.h"
#include "runtime/Containment.h"
#include "runtime/Pieces.h"
#include "runtime/Team.h"
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <memory>
#include <utility>

namespace lanecl::executor {
namespace {

// ---- A thread's own memory
// -------------------------------------------------------------------------------------------

/// Memory that only grows, aligned to MemoryAlignment.
class Area {
public:
  std::byte *get(uint64_t bytes) {
    if (bytes <= size_)
      return memory_.get();
    uint64_t rounded = std::bit_ceil(std::max<uint64_t>(bytes, MemoryAlignment));
    memory_.reset();
    size_ = 0;
    memory_.reset(static_cast<std::byte *>(std::aligned_alloc(MemoryAlignment, rounded)));
    if (memory_)
      size_ = rounded;
    return memory_.get();
  }

private:
  struct Free {
    void operator()(std::byte *memory) const { std::free(memory); }
  };
  std::unique_ptr<std::byte, Free> memory_;
  uint64_t size_ = 0;
};

struct ThreadMemory {
  Area local, context, scratch;
  unsigned shortRuns = 0;
  /// False when there is no memory.
  bool lend(const KernelRun &kernel, WorkerInfo &worker) {
    worker = {local.get(kernel.localBytes),
              context.get(kernel.contextBytes),
              scratch.get(kernel.scratchBytes),
              kernel.sink,
              kernel.localBytes,
              kernel.contextBytes,
              kernel.scratchBytes};
    return (worker.localMemory || !kernel.localBytes) && (worker.context || !kernel.contextBytes) &&
           (worker.scratch || !kernel.scratchBytes);
  }
};
thread_local ThreadMemory threadMemory;

// ---- What kernels cost
// -----------------------------------------------------------------------------------------------

/// Picoseconds per work-item of the kernels that ran lately; a small table without locks. A collision forgets.
class CostTable {
public:
  struct Entry {
    std::atomic<KernelEntry> key{nullptr};
    std::atomic<uint32_t> picoseconds{0};
  };
  Entry &entry(KernelEntry key) {
    return entries_[(reinterpret_cast<uintptr_t>(key) * 0x9E3779B97F4A7C15ull) >> (64 - Bits)];
  }
  /// 0: not known.
  uint32_t get(KernelEntry key) {
    Entry &found = entry(key);
    return found.key.load(std::memory_order_acquire) == key ? found.picoseconds.load(std::memory_order_relaxed) : 0;
  }
  void learn(KernelEntry key, uint64_t items, uint64_t nanoseconds) {
    if (!items)
      return;
    double each = static_cast<double>(nanoseconds) * 1000.0 / static_cast<double>(items);
    uint32_t now = static_cast<uint32_t>(std::clamp(each, 1.0, 4e9));
    uint32_t before = get(key);
    Entry &found = entry(key);
    // The first run pays for cold caches and pages: falling is believed sooner than rising.
    uint32_t blended = before == 0 || now < before ? now : before + (now - before) / 4;
    found.picoseconds.store(blended, std::memory_order_relaxed);
    found.key.store(key, std::memory_order_release);
  }

private:
  static constexpr unsigned Bits = 10;
  std::array<Entry, 1u << Bits> entries_;
};
CostTable costs;

uint64_t nanosecondsFor(uint32_t picoseconds, uint64_t items) {
  return static_cast<uint64_t>(static_cast<double>(picoseconds) * static_cast<double>(items) / 1000.0);
}

// ---- Sharing out
// -----------------------------------------------------------------------------------------------------

/// False: the launch was ended early.
bool runGroups(const KernelRun &kernel, WorkerInfo &worker, uint64_t first, uint64_t count) {
  if (kernel.contained)
    return kernel.contained->run(kernel.entry, kernel.args, kernel.launch, &worker, first, count);
  kernel.entry(kernel.args, kernel.launch, &worker, first, count);
  return true;
}

uint64_t groupsOf(const LaunchInfo &launch) {
  return launch.groupCount[0] * launch.groupCount[1] * launch.groupCount[2];
}
uint64_t itemsOf(const LaunchInfo &launch) {
  return launch.globalSize[0] * launch.globalSize[1] * launch.globalSize[2];
}

/// What runs so long, in nanoseconds, is worth the best code.
constexpr uint64_t LongRun = 1'000'000;

/// Of a thread's part of a launch, which began at `start`.
class CurrentCode {
public:
  CurrentCode(const KernelRun &kernel, uint64_t start) : run_(kernel), start_(start) {}
  const KernelRun &get() const { return run_; }
  /// Between two ranges: takes the best code that there is by now. False when there is no memory for it.
  bool renew(WorkerInfo &worker) {
    if (!run_.first)
      return true;
    const compiler::Variant &latest = run_.first->latest();
    if (&latest == run_.first) {
      if (!hasAsked_ && clockNow() - start_ > LongRun)
        hasAsked_ = true, run_.code->improve(*run_.first);
      return true;
    }
    run_.first = nullptr;
    run_.take(latest);
    return threadMemory.lend(run_, worker);
  }

private:
  KernelRun run_;
  const uint64_t start_;
  bool hasAsked_ = false;
};

/// Runs, in nanoseconds, that are hardly longer than reading the clock twice: one of some is measured.
constexpr uint64_t ShortRun = 2'000;
constexpr unsigned MeasuredOf = 7; ///< odd, or of two kernels in turns one would never be

bool isMeasured(const KernelRun &kernel, bool isKnown, uint64_t expected) {
  return kernel.first || !isKnown || expected >= ShortRun || threadMemory.shortRuns++ % MeasuredOf == 0;
}

/// Groups left over by `runHere` for all threads.
struct Shared {
  const KernelRun &kernel;
  Pieces pieces;
  std::atomic<bool> failed{false};
};

void runShared(void *state, unsigned thread) {
  Shared &shared = *static_cast<Shared *>(state);
  uint64_t begin, end;
  if (!shared.pieces.next(thread, begin, end))
    return;
  WorkerInfo worker;
  if (!threadMemory.lend(shared.kernel, worker)) {
    shared.failed.store(true);
    shared.pieces.stop();
    return;
  }
  uint64_t start = clockNow();
  CurrentCode code(shared.kernel, start);
  do {
    if (code.renew(worker) && runGroups(code.get(), worker, begin, end - begin))
      continue;
    shared.failed.store(true);
    shared.pieces.stop();
  } while (shared.pieces.next(thread, begin, end));
  shared.pieces.spend(thread, clockNow() - start);
}

bool runOnAll(const KernelRun &kernel, uint64_t groups, uint64_t done, double groupCost, unsigned threads) {
  const Sharing sharing = shareOut(groups - done, groupCost, threads);
  threads = sharing.threads;
  Shared shared{.kernel = kernel, .pieces = Pieces(done, groups, sharing.grain, threads)};
  if (threads == 1)
    runShared(&shared, 0);
  else
    Team::current().run(threads, runShared, &shared);
  if (shared.failed.load())
    return false;
  const LaunchInfo &launch = *kernel.launch;
  costs.learn(kernel.entry, itemsOf(launch) * (groups - done) / groups, shared.pieces.spent());
  return true;
}

} // namespace

uint64_t estimate(KernelEntry entry, uint64_t workItems) {
  uint32_t each = costs.get(entry);
  return each ? nanosecondsFor(each, workItems) : UnknownCost;
}

bool run(const KernelRun &kernel) {
  const uint64_t groups = groupsOf(*kernel.launch), items = itemsOf(*kernel.launch);
  const unsigned threads = Team::current().threads();
  WorkerInfo worker;
  if (!threadMemory.lend(kernel, worker))
    return false;
  // Short work stays here, in two pieces: when the first takes much longer than it should, all threads do the rest.
  // Of unknown work, one group tells.
  const uint32_t each = costs.get(kernel.entry);
  const uint64_t expected = nanosecondsFor(each, items);
  auto perGroup = [](uint64_t nanoseconds, uint64_t of) {
    return static_cast<double>(nanoseconds) / static_cast<double>(of);
  };
  if (threads > 1 && each && groups > 1 && expected >= WorthSharing)
    return runOnAll(kernel, groups, 0, perGroup(expected, groups), threads);
  uint64_t first = threads == 1 || groups == 1 ? groups : each ? (groups + 3) / 4 : 1;
  if (first == groups && !isMeasured(kernel, each != 0, expected))
    return runGroups(kernel, worker, 0, groups);
  const uint64_t start = clockNow();
  if (!runGroups(kernel, worker, 0, first))
    return false;
  uint64_t taken = clockNow() - start;
  if (kernel.first && taken > LongRun)
    kernel.code->improve(*kernel.first);
  if (first < groups && perGroup(taken, first) * static_cast<double>(groups - first) >= WorthSharing)
    return runOnAll(kernel, groups, first, perGroup(taken, first), threads);
  if (first < groups) {
    if (!runGroups(kernel, worker, first, groups - first))
      return false;
    if (each)
      taken = clockNow() - start, first = groups;
  }
  costs.learn(kernel.entry, static_cast<uint64_t>(static_cast<double>(items) / groups * first), taken);
  return true;
}

void forRanges(uint64_t count, uint64_t grain, void (*body)(void *, uint64_t, uint64_t), void *state) {
  const unsigned threads =
      static_cast<unsigned>(std::min<uint64_t>(Team::current().threads(), count / std::max<uint64_t>(grain, 1)));
  if (threads <= 1) {
    if (count)
      body(state, 0, count);
    return;
  }
  struct Ranges {
    Pieces pieces;
    void (*body)(void *, uint64_t, uint64_t);
    void *state;
  } ranges{Pieces(0, count, grain, threads), body, state};
  Team::current().run(
      threads,
      [](void *all, unsigned thread) {
        Ranges &ranges = *static_cast<Ranges *>(all);
        uint64_t begin, end;
        while (ranges.pieces.next(thread, begin, end))
          ranges.body(ranges.state, begin, end);
      },
      &ranges);
}

} // namespace lanecl::executor
