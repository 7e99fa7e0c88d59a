#include "runtime/Team.h"
#include "compiler/image/Sanitized.h"
#include "runtime/Config.h"
#include "runtime/OwnThreads.h"
#include <algorithm>
#include <memory>
#include <mutex>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_for_each.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_scheduler_observer.h>
#include <optional>
#include <pthread.h>
#include <unistd.h>
#include <utility>

namespace lanecl {
namespace {

/// Kernels with large frames run on these stacks.
constexpr std::size_t WorkerStackBytes = std::size_t{16} << 20;

thread_local Team *currentTeam = nullptr;
/// Some team keeps to its CPUs. New threads begin with the affinity of the one that makes them, so from then on every
/// worker is told where to run.
std::atomic<bool> pinning{false};

unsigned processThreads() {
  uint64_t wish = Config::get().threads;
  return static_cast<unsigned>(std::clamp<uint64_t>(wish ? wish : usableCpus(), 1, 1024));
}

} // namespace

/// A team's part of TBB. When the process has fewer CPUs by now than at first (MPI's start binds late), as many
/// threads, if nobody asked for more. Its first thread tells, unless that may be on its way through a team's CPUs.
struct Team::Arena final {
  static int slots(const Team &team) {
    std::size_t threads = team.threads();
    if (team.cpus().empty() && !Config::get().threads && !pinning.load(std::memory_order_relaxed))
      if (std::size_t left = affinity(getpid()).size())
        threads = std::min(threads, left);
    return static_cast<int>(threads);
  }
  explicit Arena(const Team &team) : arena(slots(team), 1), places(arena, team) {
    arena.initialize();
    LANECL_TSAN(__tsan_release(&places)); // to the workers that enter
    places.observe(true);
  }
  ~Arena() {
    places.observe(false);
    LANECL_TSAN(__tsan_acquire(&places)); // from those that have left
  }

  /// Tells the arena's workers where to run.
  struct Places final : tbb::task_scheduler_observer {
    Places(tbb::task_arena &arena, const Team &team)
        : tbb::task_scheduler_observer(arena), cpus(team.cpus().empty() ? processCpus() : team.cpus()),
          isPart(!team.cpus().empty()) {}
    void on_scheduler_entry(bool isWorker) override {
      LANECL_TSAN(__tsan_acquire(this));
      if (isWorker)
        becomeOwnThread();
      if (isWorker && (isPart || pinning.load(std::memory_order_relaxed)))
        pin(cpus);
    }
    void on_scheduler_exit(bool isWorker) override {
      if (isWorker && isPart)
        pin(processCpus());
      LANECL_TSAN(__tsan_release(this));
    }
    const std::vector<unsigned> &cpus;
    const bool isPart;
  };
  tbb::task_arena arena;
  Places places;
};

/// All teams, for the fork handlers. Never destroyed.
struct Teams {
  std::mutex mutex;
  std::vector<Team *> list;
  std::unique_ptr<tbb::global_control> stack; ///< while any team has an arena
  /// Threads inside an arena right now: TBB's workers can be stopped for a fork only when there are none.
  std::atomic<unsigned> inside{0};

  static Teams &get() {
    static Teams &teams = *new Teams;
    return teams;
  }
  void add(Team &team) {
    std::lock_guard lock(mutex);
    static const int registered = pthread_atfork(beforeFork, afterForkInParent, afterForkInChild);
    (void)registered;
    list.push_back(&team);
  }
  void remove(Team &team) {
    std::lock_guard lock(mutex);
    std::erase(list, &team);
    delete team.arena_.exchange(nullptr);
  }

  /// A fork copies only the thread that forks. TBB would believe in workers that the child does not have: so its
  /// workers are stopped before, and both sides start new ones when they need them.
  static void beforeFork() {
    Teams &teams = get();
    teams.mutex.lock();
    // First taken away, then looked at: a thread counts itself in before it takes the pointer, so one of the two sees
    // the other.
    for (Team *team : teams.list)
      team->setAside_ = team->arena_.exchange(nullptr);
    if (teams.inside.load() != 0 || !teams.stopWorkers())
      for (Team *team : teams.list)
        team->arena_.store(team->setAside_);
  }
  /// False without memory: the child's arenas are new ones all the same. No exception may leave a fork, with locks
  /// held.
  bool stopWorkers() {
    if (!stack)
      return true;
    std::optional<tbb::task_scheduler_handle> handle;
    try {
      handle.emplace(tbb::attach{});
    } catch (...) {
      return false;
    }
    for (Team *team : list)
      delete team->setAside_;
    stack.reset();
    tbb::finalize(*handle, std::nothrow);
    return true;
  }
  static void afterForkInParent() { get().mutex.unlock(); }
  static void afterForkInChild() {
    Teams &teams = get();
    teams.mutex.unlock();
    teams.inside.store(0);
    // With work under way on other threads the parent's arenas could not be stopped: they are left alone, never entered
    // again.
    for (Team *team : teams.list)
      team->arena_.store(nullptr);
  }
};

Team::Team(unsigned threads) : threads_(threads) { Teams::get().add(*this); }

Team::Team(std::vector<unsigned> cpus) : threads_(static_cast<unsigned>(cpus.size())), cpus_(std::move(cpus)) {
  processCpus(); // as they are before this team's threads are pinned
  Teams::get().add(*this);
}

Team::~Team() { Teams::get().remove(*this); }

Team &Team::all() {
  static Team &team = *new Team(processThreads());
  return team;
}

Team &Team::current() { return currentTeam ? *currentTeam : all(); }

Team::Arena &Team::arena() {
  if (Arena *ready = arena_.load())
    return *ready;
  Teams &teams = Teams::get();
  std::lock_guard lock(teams.mutex);
  if (!teams.stack)
    teams.stack = std::make_unique<tbb::global_control>(tbb::global_control::thread_stack_size, WorkerStackBytes);
  if (!arena_.load(std::memory_order_relaxed))
    arena_.store(new Arena(*this), std::memory_order_release);
  return *arena_.load(std::memory_order_relaxed);
}

void Team::run(unsigned count, void (*body)(void *, unsigned), void *state) {
  Teams &teams = Teams::get();
  teams.inside.fetch_add(1);
  // The thread sanitizer does not see into TBB: it is told what TBB orders, and leaves alone what TBB copies.
  auto share = [&]() LANECL_NO_TSAN {
    auto run = [&](unsigned) LANECL_NO_TSAN {
      LANECL_TSAN(__tsan_acquire(&Teams::get()));
      body(state, static_cast<unsigned>(std::max(tbb::this_task_arena::current_thread_index(), 0)));
      LANECL_TSAN(__tsan_release(&Teams::get()));
    };
    tbb::parallel_for(0u, count, run, tbb::simple_partitioner());
  };
  LANECL_TSAN(__tsan_release(&Teams::get()));
  arena().arena.execute(share);
  LANECL_TSAN(__tsan_acquire(&Teams::get()));
  teams.inside.fetch_sub(1);
}

void Team::feed(std::span<const uint32_t> first, void (*body)(void *, uint32_t, const More &), void *state) {
  struct Fed final : More {
    explicit Fed(tbb::feeder<uint32_t> &feeder) : feeder(feeder) {}
    void add(uint32_t item) const LANECL_NO_TSAN override {
      LANECL_TSAN(__tsan_release(&Teams::get()));
      feeder.add(item);
    }
    tbb::feeder<uint32_t> &feeder;
  };
  Teams &teams = Teams::get();
  teams.inside.fetch_add(1);
  // One item to begin with: TBB has nothing to part, whose copies the sanitizer would see.
  constexpr uint32_t Start = ~uint32_t{0};
  auto share = [&]() LANECL_NO_TSAN {
    auto run = [&](uint32_t item, tbb::feeder<uint32_t> &feeder) LANECL_NO_TSAN {
      LANECL_TSAN(__tsan_acquire(&Teams::get()));
      const Fed more(feeder);
      if (item == Start) {
        for (uint32_t ready : first)
          more.add(ready);
        return;
      }
      // What the body shares out in its turn stays with this team, on TBB's threads too.
      Team *before = std::exchange(currentTeam, this);
      // While a body waits for others, it begins no further item on top of its own.
      tbb::this_task_arena::isolate([&]() LANECL_NO_TSAN { body(state, item, more); });
      currentTeam = before;
      LANECL_TSAN(__tsan_release(&Teams::get()));
    };
    const uint32_t start[] = {Start};
    tbb::parallel_for_each(start, start + 1, run);
  };
  LANECL_TSAN(__tsan_release(&Teams::get()));
  arena().arena.execute(share);
  LANECL_TSAN(__tsan_acquire(&Teams::get()));
  teams.inside.fetch_sub(1);
}

OnTeam::OnTeam(Team *team) : before_(currentTeam), cpus_(team ? affinity() : std::vector<unsigned>()) {
  if (!team)
    return;
  currentTeam = team;
  pinning.store(true, std::memory_order_relaxed);
  pin(team->cpus());
}

OnTeam::~OnTeam() {
  currentTeam = before_;
  if (!cpus_.empty())
    pin(cpus_);
}

} // namespace lanecl
