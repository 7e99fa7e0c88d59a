// How launches scale with the number of cores: measured where the cores are there, simulated where they are not. The
// simulation hands out pieces by the executor's own code (runtime/Pieces.h) in the order of simulated time; what it
// assumes of the machine are three costs, the first of which is measured here: how long a thread takes to wake, and to
// get the counter's cache line from a core of its own node or of another.
//
//   bench-Scaling             the table of the simulation, 1 to 256 cores
//   bench-Scaling --check     beside it what this machine does with as many threads as it has
#include "runtime/Clock.h"
#include "runtime/Executor.h"
#include "runtime/Pieces.h"
#include "runtime/Team.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <queue>
#include <vector>

namespace lanecl {
namespace {

struct Machine {
  unsigned threads, threadsOfNode;
  double wake;         ///< ns; a thread that is awake wakes two others
  double near, remote; ///< ns to get a line that a core of the same or of another node has written
};

/// Costs of groups, of which only sums are asked.
struct Work {
  const char *name;
  double each; ///< ns, in the mean
  uint64_t groups;
  bool isUneven; ///< rises from 0 to twice the mean, as in triangular loops
  double costOf(uint64_t begin, uint64_t end) const {
    const auto from = static_cast<double>(begin), to = static_cast<double>(end);
    return isUneven ? each * (to * to - from * from) / static_cast<double>(groups) : each * (to - from);
  }
  double total() const { return costOf(0, groups); }
};

/// A line of the cache, which one core at a time has for writing.
struct Line {
  double free = 0;
  unsigned owner = 0;
  double readCost(unsigned thread, const Machine &machine) const {
    const bool isNear = owner / machine.threadsOfNode == thread / machine.threadsOfNode;
    return owner == thread ? 5 : isNear ? machine.near : machine.remote;
  }
  /// When the thread that wants it at `now` has it.
  double get(double now, unsigned thread, const Machine &machine) {
    free = std::max(now, free) + readCost(thread, machine);
    owner = thread;
    return free;
  }
};

/// The part of [0, groups) in `parts` that `group` lies in, as Pieces parts it.
uint64_t partThat(uint64_t group, uint64_t groups, uint64_t parts) {
  const uint64_t each = groups / parts, more = groups % parts;
  return group < more * (each + 1) ? group / (each + 1)
                                   : more + (group - more * (each + 1)) / std::max<uint64_t>(each, 1);
}

/// Nanoseconds that the launch takes. What its groups cost is known from a launch before.
double simulate(const Machine &machine, const Work &work) {
  const auto sharing = executor::shareOut(work.groups, work.each, machine.threads);
  if (machine.threads == 1 || work.total() < executor::WorthSharing || sharing.threads == 1)
    return work.total();
  executor::Pieces pieces(0, work.groups, sharing.grain, sharing.threads);
  using Event = std::pair<double, unsigned>; // when a thread asks for its next piece
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events;
  for (unsigned i = 0; i < sharing.threads; ++i)
    events.emplace(std::ceil(std::log2(i + 1)) * machine.wake, i);
  std::vector<Line> lines(pieces.parts());
  double end = 0;
  while (!events.empty()) {
    auto [now, thread] = events.top();
    events.pop();
    uint64_t first = 0, last = 0;
    const bool some = pieces.next(thread, first, last);
    const unsigned own = pieces.partOf(thread), from = some ? partThat(first, work.groups, lines.size()) : own;
    // Parts that it found empty were only read.
    for (unsigned i = 0; i < lines.size() && (!some || pieces.partOf(thread, i) != from); ++i)
      now += lines[pieces.partOf(thread, i)].readCost(thread, machine);
    now = lines[from].get(now, thread, machine);
    if (some)
      events.emplace(now + work.costOf(first, last), thread);
    else // what the thread spent was added, in its own part's line
      end = std::max(end, now);
  }
  return end;
}

const Work works[] = {
    {"20 us, 64 groups", 312.5, 64, false},        {"100 us, 256 groups", 390.6, 256, false},
    {"1 ms, 1024 groups", 976.6, 1024, false},     {"1 ms, 2^20 groups", 0.9537, 1 << 20, false},
    {"10 ms, 4096 groups", 2441.4, 4096, false},   {"10 ms, uneven", 2441.4, 4096, true},
    {"100 ms, 2^24 groups", 5.96, 1 << 24, false}, {"100 ms, 65536 groups", 1525.9, 65536, false},
    {"1 s, 2^20 groups", 953.7, 1 << 20, false},
};

// ---- This machine

volatile uint64_t heat;
void spin(uint64_t rounds) {
  uint64_t x = heat;
  for (uint64_t i = 0; i < rounds; ++i)
    x = x * 6364136223846793005u + 1442695040888963407u;
  heat = x;
}
/// Nanoseconds of a round of spin().
double roundCost() {
  double least = 1e9;
  for (int i = 0; i < 20; ++i) {
    const uint64_t start = clockNow();
    spin(100'000);
    least = std::min(least, static_cast<double>(clockNow() - start) / 100'000);
  }
  return least;
}

struct Measured {
  const Work *work;
  double round;
};

void entry(const void *args, const LaunchInfo *, WorkerInfo *, uint64_t first, uint64_t count) {
  const auto &measured = *static_cast<const Measured *>(args);
  spin(static_cast<uint64_t>(measured.work->costOf(first, first + count) / measured.round));
}

double measure(const Work &work, double round) {
  const Measured measured{&work, round};
  LaunchInfo launch{};
  for (unsigned d = 0; d < 3; ++d)
    launch.globalSize[d] = launch.localSize[d] = launch.groupCount[d] = 1;
  launch.globalSize[0] = launch.groupCount[0] = work.groups;
  launch.workDim = 1;
  std::vector<double> times;
  const int rounds = work.total() < 1e8 ? 41 : 9;
  for (int i = 0; i < rounds; ++i) {
    const uint64_t start = clockNow();
    executor::run({.entry = entry, .args = &measured, .launch = &launch});
    times.push_back(static_cast<double>(clockNow() - start));
  }
  std::ranges::nth_element(times, times.begin() + rounds / 2);
  return times[rounds / 2];
}

/// Nanoseconds until a second thread is there, in the median.
double wakeCost() {
  struct Wait {
    std::atomic<unsigned> there{0};
    static void run(void *state, unsigned) {
      auto &wait = *static_cast<Wait *>(state);
      wait.there.fetch_add(1);
      while (wait.there.load() < 2) {
      }
    }
  };
  std::vector<double> times;
  for (int i = 0; i < 101; ++i) {
    Wait wait;
    const uint64_t start = clockNow();
    Team::all().run(2, Wait::run, &wait);
    times.push_back(static_cast<double>(clockNow() - start));
    spin(100'000); // long enough for the other to fall asleep
  }
  std::ranges::nth_element(times, times.begin() + 50);
  return times[50];
}

void check(double wake) {
  const double round = roundCost();
  const unsigned threads = Team::all().threads();
  std::printf("%u threads, woken in %.1f us: times as fast as one\n%-22s %10s %10s\n", threads, wake / 1000, "",
              "measured", "simulated");
  for (const Work &work : works) {
    const double simulated = simulate({threads, threads, wake, 60, 200}, work);
    std::printf("%-22s %10.2f %10.2f\n", work.name, work.total() / measure(work, round), work.total() / simulated);
  }
}

void table(double wake) {
  std::printf("\nsimulated, a node for 64 cores, threads woken in %.1f us: times as fast as one\n%-22s", wake / 1000,
              "");
  constexpr unsigned sizes[] = {2, 4, 8, 16, 32, 64, 128, 256};
  for (unsigned size : sizes)
    std::printf(" %6u", size);
  std::printf("\n");
  for (const Work &work : works) {
    std::printf("%-22s", work.name);
    for (unsigned size : sizes)
      std::printf(" %6.1f", work.total() / simulate({size, 64, wake, 60, 200}, work));
    std::printf("\n");
  }
}

} // namespace
} // namespace lanecl

int main(int count, char **arguments) {
  double wake = 5000;
  if (count > 1 && std::strcmp(arguments[1], "--check") == 0 && lanecl::Team::all().threads() > 1) {
    wake = lanecl::wakeCost();
    lanecl::check(wake);
  }
  lanecl::table(wake);
}
