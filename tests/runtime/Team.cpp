// Where the threads of a team run.
#include "runtime/Team.h"
#include "runtime/Config.h"
#include "runtime/Executor.h"
#include <gtest/gtest.h>
#include <mutex>
#include <sched.h>
#include <set>
#include <thread>

namespace lanecl {
namespace {

std::set<unsigned> affinity() {
  cpu_set_t set;
  EXPECT_EQ(0, sched_getaffinity(0, sizeof set, &set));
  std::set<unsigned> cpus;
  for (unsigned cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &set))
      cpus.insert(cpu);
  return cpus;
}

struct Seen {
  std::mutex mutex;
  std::set<std::set<unsigned>> places;
  std::set<std::thread::id> threads;
  static void note(void *state, unsigned) {
    auto &seen = *static_cast<Seen *>(state);
    std::this_thread::sleep_for(std::chrono::milliseconds(2)); // so that others get a share
    std::lock_guard lock(seen.mutex);
    seen.places.insert(affinity());
    seen.threads.insert(std::this_thread::get_id());
  }
};

TEST(Team, KeepsToItsCpus) {
  const std::set<unsigned> all(processCpus().begin(), processCpus().end());
  ASSERT_EQ(all, affinity());
  for (unsigned cpu : processCpus()) {
    Team team(std::vector<unsigned>(3, cpu));
    EXPECT_EQ(3u, team.threads());
    Seen seen;
    {
      OnTeam onTeam(&team);
      EXPECT_EQ(&team, &Team::current());
      EXPECT_EQ(std::set<unsigned>{cpu}, affinity());
      team.run(50, Seen::note, &seen);
    }
    EXPECT_EQ((std::set<std::set<unsigned>>{{cpu}}), seen.places);
    EXPECT_LE(seen.threads.size(), 3u);
    EXPECT_EQ(&Team::all(), &Team::current());
    EXPECT_EQ(all, affinity());
    // The threads that TBB keeps go back to all CPUs.
    Seen after;
    Team::all().run(50, Seen::note, &after);
    EXPECT_EQ(std::set<std::set<unsigned>>{all}, after.places);
  }
}

TEST(Team, WorkStaysInIt) {
  Team team(std::vector<unsigned>{processCpus().front()});
  OnTeam onTeam(&team);
  std::atomic<uint64_t> sum{0};
  std::set<std::thread::id> threads;
  executor::forRanges(1000, 1, [&](uint64_t begin, uint64_t end) {
    threads.insert(std::this_thread::get_id()); // one thread: no lock needed
    sum += end - begin;
  });
  EXPECT_EQ(1000u, sum);
  EXPECT_EQ(std::set<std::thread::id>{std::this_thread::get_id()}, threads);
}

// MPI's start may bind a process behind the driver's first use: then as many threads take part as there is room for.
// In a process of its own, whose team has no threads yet.
TEST(Team, IsSmallerWhereThereIsLessRoomByNow) {
  if (usableCpus() < 2 || Config::get().threads)
    GTEST_SKIP() << "wants two CPUs, and no LANECL_THREADS";
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        const unsigned before = Team::all().threads();
        pin({processCpus().front()});
        Seen seen;
        Team::all().run(50, Seen::note, &seen);
        std::exit(before >= 2 && seen.threads.size() == 1 ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

TEST(Team, NoTeamChangesNothing) {
  OnTeam onTeam(nullptr);
  EXPECT_EQ(&Team::all(), &Team::current());
}

} // namespace
} // namespace lanecl
