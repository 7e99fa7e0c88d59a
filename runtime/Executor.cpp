#include "runtime/Executor.h"
#include "runtime/Clock.h"
#include "runtime/Containment.h"
#include "runtime/LaneTrial.h"
#include "runtime/Pieces.h"
#include "runtime/Team.h"
#include "runtime/ThreadOwned.h"
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <utility>

namespace lanecl {

compiler::LaneTrial *KernelRun::trial() const {
  compiler::LaneTrial *trial = variant ? variant->trial.get() : nullptr;
  return trial && !trial->isOver() ? trial : nullptr;
}

} // namespace lanecl

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
  /// False when there is no memory.
  bool lend(const KernelRun &kernel, WorkerInfo &worker) {
    worker = {local.get(kernel.localBytes),
              context.get(kernel.contextBytes),
              scratch.get(kernel.scratchBytes),
              kernel.sink,
              kernel.localBytes,
              kernel.contextBytes,
              kernel.scratchBytes};
    if (kernel.clearsLocal && worker.localMemory)
      std::memset(worker.localMemory, 0, kernel.localBytes);
    return (worker.localMemory || !kernel.localBytes) && (worker.context || !kernel.contextBytes) &&
           (worker.scratch || !kernel.scratchBytes);
  }
};

/// This thread's. False when there is no memory.
bool lendMemory(const KernelRun &kernel, WorkerInfo &worker) {
  auto *own = ThreadOwned<ThreadMemory>::get();
  return own && own->lend(kernel, worker);
}

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

/// Of one thread, not counting what others had of its CPU.
uint64_t threadTime() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_nsec);
}

/// So many of the kernel's groups ran so long.
void noteRun(const KernelRun &kernel, uint64_t groups, uint64_t nanoseconds) {
  if (auto *trial = kernel.trial(); trial && trial->isDueAfter(nanoseconds, nanoseconds / groups))
    kernel.code->tryLanes(*kernel.variant);
}

/// Groups that take about a round of a trial.
uint64_t groupsOfRound(const KernelRun &kernel, uint64_t round) {
  const uint64_t group = nanosecondsFor(costs.get(kernel.entry), itemsOf(*kernel.launch) / groupsOf(*kernel.launch));
  return std::max<uint64_t>(round / std::max<uint64_t>(group, 1), 1);
}

/// Groups [begin, end), as far as the trial goes; the first that is left. False as runGroups, or when there is no
/// memory.
bool runInRounds(const KernelRun &kernel, compiler::LaneTrial &trial, uint64_t &begin, uint64_t end) {
  const uint64_t most = groupsOfRound(kernel, trial.round()),
                 items = itemsOf(*kernel.launch) / groupsOf(*kernel.launch);
  KernelRun run = kernel;
  while (begin < end) {
    const auto round = trial.next();
    if (!round)
      return true;
    run.runWith(*round->variant);
    WorkerInfo worker;
    if (!lendMemory(run, worker))
      return false;
    const uint64_t count = std::min(most, end - begin), start = threadTime();
    if (!runGroups(run, worker, begin, count))
      return false;
    if (trial.tell(round->plan, count * items, threadTime() - start))
      kernel.code->endTrial(*kernel.variant);
    begin += count;
  }
  return true;
}

/// Of a thread's part of a launch, which began at `start`.
class CurrentCode {
public:
  CurrentCode(const KernelRun &kernel, uint64_t start) : run_(kernel), start_(start) {}
  /// Groups [begin, end), by the best code that there is by now. False when there is no memory for it, or the launch
  /// was ended early.
  bool run(WorkerInfo &worker, uint64_t begin, uint64_t end) {
    if (!renew(worker))
      return false;
    auto *trial = run_.trial();
    if (trial && trial->isRunning())
      return runInRounds(run_, *trial, begin, end) && lendMemory(run_, worker) &&
             (begin == end || run(worker, begin, end));
    const uint64_t from = trial ? clockNow() : 0;
    if (!runGroups(run_, worker, begin, end - begin))
      return false;
    if (trial)
      noteRun(run_, end - begin, clockNow() - from);
    return true;
  }

private:
  bool renew(WorkerInfo &worker) {
    if (!run_.variant)
      return true;
    if (const compiler::Variant &latest = run_.variant->latest(); &latest != run_.variant) {
      run_.take(latest);
      return lendMemory(run_, worker);
    }
    if (run_.isFirst() && !hasAsked_ && clockNow() - start_ > LongRun)
      hasAsked_ = true, run_.code->improve(*run_.variant);
    return true;
  }

  KernelRun run_;
  const uint64_t start_;
  bool hasAsked_ = false;
};

/// Runs, in nanoseconds, that are hardly longer than reading the clock twice: one of some is measured.
constexpr uint64_t ShortRun = 2'000;
constexpr unsigned MeasuredOf = 7; ///< odd, or of two alternating kernels one would never be
thread_local unsigned shortRuns = 0;

bool isMeasured(const KernelRun &kernel, bool isKnown, uint64_t expected) {
  return kernel.isFirst() || !isKnown || expected >= ShortRun || shortRuns++ % MeasuredOf == 0;
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
  if (!lendMemory(shared.kernel, worker)) {
    shared.failed.store(true);
    shared.pieces.stop();
    return;
  }
  uint64_t start = clockNow();
  CurrentCode code(shared.kernel, start);
  do {
    if (code.run(worker, begin, end))
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
  if (!lendMemory(kernel, worker))
    return false;
  // Short work stays here, in two pieces: when the first takes much longer than it should, all threads do the rest.
  // Of unknown work, one group tells.
  const uint32_t each = costs.get(kernel.entry);
  const uint64_t expected = nanosecondsFor(each, items);
  auto perGroup = [](uint64_t nanoseconds, uint64_t of) {
    return static_cast<double>(nanoseconds) / static_cast<double>(of);
  };
  auto *trial = kernel.trial();
  // A trial may begin between the pieces of a long launch.
  const uint64_t worthPieces = threads > 1 ? WorthSharing : trial ? LongRun : executor::UnknownCost;
  const bool isShort = groups == 1 || expected < worthPieces; // or unknown, of which tests have rounds, too
  if (trial && trial->isRunning() && isShort && (each || trial->round() == 0))
    return CurrentCode(kernel, 0).run(worker, 0, groups);
  if (each && groups > 1 && expected >= worthPieces)
    return runOnAll(kernel, groups, 0, perGroup(expected, groups), threads);
  const bool isAlone = groups == 1 || (threads == 1 && (each || !trial));
  uint64_t first = isAlone ? groups : each ? (groups + 3) / 4 : 1;
  if (first == groups && !isMeasured(kernel, each != 0, expected))
    return runGroups(kernel, worker, 0, groups);
  const uint64_t start = clockNow();
  if (!runGroups(kernel, worker, 0, first))
    return false;
  uint64_t taken = clockNow() - start;
  if (kernel.isFirst() && taken > LongRun)
    kernel.code->improve(*kernel.variant);
  if (first < groups &&
      perGroup(taken, first) * static_cast<double>(groups - first) >= static_cast<double>(worthPieces))
    return runOnAll(kernel, groups, first, perGroup(taken, first), threads);
  if (first < groups) {
    if (!runGroups(kernel, worker, first, groups - first))
      return false;
    if (each)
      taken = clockNow() - start, first = groups;
  }
  costs.learn(kernel.entry, static_cast<uint64_t>(static_cast<double>(items) / groups * first), taken);
  noteRun(kernel, first, taken);
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
