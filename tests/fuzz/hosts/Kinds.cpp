#include "tests/fuzz/hosts/Kinds.h"
#include "tests/fuzz/BuildAndRun.h"
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <functional>
#include <iterator>
#include <random>
#include <string>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace lanecl::fuzz {
namespace {

using bench::Host;
using Random = std::mt19937_64;

constexpr unsigned HangSeconds = 120;
constexpr int Programs = 40;           ///< different ones, which a cache holds soon
constexpr int NewPrograms = 1'000'000; ///< which it does not
enum Outcome : int { Right = 0, Error = 1, WrongResult = 8 };

int below(Random &random, int limit) { return int(random() % uint64_t(limit)); }

/// Of one process: the host's programs, `rounds` of them.
Outcome work(Random &random, int rounds, int programs = Programs) {
  const Host host;
  Outcome outcome = Right;
  for (int round = 0; round < rounds; ++round) {
    const int error = buildAndRun(host, below(random, programs));
    if (error == Wrong)
      return WrongResult;
    if (error != CL_SUCCESS) {
      std::fprintf(stderr, "error %d\n", error);
      outcome = Error;
    }
  }
  return outcome;
}

pid_t start(const std::function<int()> &child) {
  std::fflush(stdout);
  const pid_t id = fork();
  if (id != 0)
    return id;
  alarm(HangSeconds);
  rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  const int status = child();
  std::fflush(stdout);
  _exit(status);
}

void count(int status, const std::string &what, Counts &counts) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == Right) {
    ++counts.right;
  } else if (WIFEXITED(status) && WEXITSTATUS(status) == Error) {
    ++counts.errors;
  } else {
    ++counts.bad;
    std::printf("%s: %s\n", what.c_str(),
                WIFEXITED(status)             ? (WEXITSTATUS(status) == WrongResult ? "WRONG RESULT" : "DEATH by exit")
                : WTERMSIG(status) == SIGALRM ? "HANG"
                                              : (std::string("DEATH by ") + sigabbrev_np(WTERMSIG(status))).c_str());
  }
}

void wait(pid_t id, const std::string &what, Counts &counts) {
  int status = 0;
  while (waitpid(id, &status, 0) != id)
    if (errno != EINTR)
      return;
  count(status, what, counts);
}

/// Rounds until the time is up, one at least, each with random numbers of its own.
template <typename Round> Counts repeat(const Settings &settings, Round round) {
  Counts counts;
  const double end = bench::now() + settings.seconds;
  for (uint64_t number = settings.seed;; ++number) {
    Random random(number);
    round(random, "seed " + std::to_string(number), counts);
    if (bench::now() >= end)
      return counts;
  }
}

// --- killed ---

/// Three write to one cache and are killed at some moment; then one must get all that it asks for.
Counts killed(const Settings &settings) {
  return repeat(settings, [](Random &random, const std::string &name, Counts &counts) {
    for (int times = 0; times < 8; ++times) {
      std::array<pid_t, 3> children{};
      for (pid_t &child : children)
        child = start([&random] { return work(random, 50); });
      for (pid_t child : children) {
        usleep(useconds_t(below(random, 150'000)));
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
      }
    }
    wait(start([&random] { return work(random, 10); }), name, counts);
  });
}

// --- together ---

/// A cache that holds a few of their programs, so that it is trimmed all the time.
Counts together(const Settings &settings) {
  setenv("LANECL_CACHE_SIZE", "200K", 1);
  return repeat(settings, [](Random &random, const std::string &name, Counts &counts) {
    std::array<pid_t, 4> children{};
    for (pid_t &child : children) {
      const uint64_t own = random();
      child = start([own] {
        Random numbers(own);
        return work(numbers, 40);
      });
    }
    for (pid_t child : children)
      wait(child, name, counts);
  });
}

// --- threads ---

/// 2,000 at once, on one queue and on queues of their own, every 50th building; with small stacks, as such hosts have.
Counts threads(const Settings &settings) {
  constexpr int Threads = 2000;
  static const Host host;
  struct Task {
    uint64_t seed;
    std::atomic<unsigned long> *wrong, *right;
  };
  auto run = [](void *argument) -> void * {
    auto &task = *static_cast<Task *>(argument);
    Random random(task.seed);
    const int error = buildAndRun(host, task.seed % 50 ? 3 : below(random, NewPrograms));
    ++*(error == CL_SUCCESS ? task.right : task.wrong);
    return nullptr;
  };
  return repeat(settings, [run](Random &random, const std::string &name, Counts &counts) {
    std::atomic<unsigned long> wrong = 0, right = 0;
    std::vector<Task> tasks(Threads, Task{0, &wrong, &right});
    std::vector<pthread_t> made;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 128 << 10);
    for (Task &task : tasks) {
      task.seed = random();
      if (pthread_t id{}; pthread_create(&id, &attributes, run, &task) == 0)
        made.push_back(id);
    }
    for (pthread_t id : made)
      pthread_join(id, nullptr);
    pthread_attr_destroy(&attributes);
    counts.right += right;
    counts.bad += wrong;
    if (wrong)
      std::printf("%s: %lu of %zu threads did not get their results\n", name.c_str(), wrong.load(), made.size());
  });
}

// --- signals ---

std::atomic<unsigned long> signalsSeen = 0;

/// Timers, and a thread that aims at all threads there are: calls of the system are interrupted everywhere.
int workUnderSignals(Random &random) {
  struct sigaction action = {};
  action.sa_handler = [](int) { ++signalsSeen; };
  for (int signal : {SIGUSR1, SIGPROF, SIGVTALRM})
    sigaction(signal, &action, nullptr);
  const itimerval often = {{0, 700}, {0, 700}};
  setitimer(ITIMER_PROF, &often, nullptr);
  setitimer(ITIMER_VIRTUAL, &often, nullptr);
  std::atomic<bool> stop = false;
  std::thread aiming([&stop] {
    while (!stop) {
      std::error_code ignored;
      for (const auto &entry : std::filesystem::directory_iterator("/proc/self/task", ignored))
        syscall(SYS_tgkill, getpid(), std::strtol(entry.path().filename().c_str(), nullptr, 10), SIGUSR1);
      usleep(300);
    }
  });
  Outcome outcome = work(random, 30);
  while (outcome == Right && signalsSeen < 200)
    outcome = work(random, 1);
  stop = true;
  aiming.join();
  return outcome;
}

Counts signals(const Settings &settings) {
  return repeat(settings, [](Random &random, const std::string &name, Counts &counts) {
    wait(start([&random] { return workUnderSignals(random); }), name, counts);
  });
}

// --- limits ---

struct Limit {
  int resource;
  const char *name;
  uint64_t least, most;
};
constexpr uint64_t KiB = 1024, MiB = 1024 * KiB;
constexpr Limit Limits[] = {{RLIMIT_NOFILE, "descriptors", 0, 40},
                            {RLIMIT_AS, "address space", 50 * MiB, 3000 * MiB},
                            {RLIMIT_DATA, "data", 5 * MiB, 1000 * MiB},
                            {RLIMIT_STACK, "stack", 256 * KiB, 16 * MiB},
                            {RLIMIT_FSIZE, "size of files", 0, 8 * KiB},
                            {RLIMIT_MEMLOCK, "locked memory", 0, 64 * KiB},
                            {RLIMIT_NPROC, "threads", 0, 20}};

/// One limit or two, from the host's first call on or behind its first program.
struct Limiting {
  std::vector<std::pair<const Limit *, rlim_t>> values;
  bool isLate;

  explicit Limiting(Random &random) : isLate(below(random, 2)) {
    for (int count = 1 + below(random, 2); count > 0; --count) {
      const Limit &one = Limits[below(random, int(std::size(Limits)))];
      values.emplace_back(&one, one.least + random() % (one.most - one.least));
    }
  }
  std::string name() const {
    std::string all = isLate ? "late" : "early";
    for (auto [limit, value] : values)
      all += std::string(", ") + limit->name + " " + std::to_string(value);
    return all;
  }
  void set() const {
    for (auto [limit, value] : values) {
      // Of root's threads there is no limit.
      if (limit->resource == RLIMIT_NPROC && geteuid() == 0 && setuid(65534) != 0)
        continue;
      const rlimit both{value, value};
      setrlimit(__rlimit_resource_t(limit->resource), &both);
    }
  }
};

int workUnder(const Limiting &limiting, Random &random) {
  if (!std::freopen("/dev/null", "w", stderr))
    return Error;
  const Outcome before = limiting.isLate ? work(random, 1) : Right;
  limiting.set();
  return std::max(before, work(random, 6, below(random, 2) ? Programs : NewPrograms));
}

Counts limits(const Settings &settings) {
  return repeat(settings, [](Random &random, const std::string &name, Counts &counts) {
    const Limiting limiting(random);
    wait(start([&] { return workUnder(limiting, random); }), name + ": " + limiting.name(), counts);
  });
}

// --- clock ---

Counts clockJumps(const Settings &settings) {
  auto *jump = reinterpret_cast<void (*)()>(dlsym(RTLD_DEFAULT, "laneclClockJumps"));
  if (!jump) {
    std::printf("libjumping-clock.so is not preloaded\n");
    return {0, 0, 1};
  }
  jump();
  return repeat(settings, [](Random &random, const std::string &name, Counts &counts) {
    wait(start([&random] { return work(random, 30); }), name, counts);
  });
}

constexpr Kind All[] = {{"killed", killed, false},   {"together", together, false}, {"threads", threads, false},
                        {"signals", signals, false}, {"limits", limits, true},      {"clock", clockJumps, false}};

} // namespace

std::span<const Kind> kinds() { return All; }

} // namespace lanecl::fuzz
