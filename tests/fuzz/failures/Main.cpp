// fuzz-failures allocations|files [--points N] [--seed S] [--only N]: lets the Nth allocation, or the Nth call on a
// file, of a build and a launch fail, alone or with some or all behind it, each time in a process of its own, and then
// builds and launches once more. Every point when --points is 0; --only N: that one, in this process, with what the
// driver says. What may be: right results, or an error of the API. What may not: a wrong result, a death, a hang.
// LD_PRELOAD must have failing-calls.
#include "tests/fuzz/BuildAndRun.h"
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using lanecl::bench::Host;
using lanecl::fuzz::buildAndRun;
using lanecl::fuzz::Wrong;

constexpr unsigned HangSeconds = 120;

using Fail = void(int ofFiles, long after, long count, int error);
using Count = long(int ofFiles);

/// Of the preloaded library.
struct Calls {
  Fail *fail = reinterpret_cast<Fail *>(dlsym(RTLD_DEFAULT, "laneclFail"));
  Count *count = reinterpret_cast<Count *>(dlsym(RTLD_DEFAULT, "laneclCalls"));
  bool ofFiles = false;
};

/// What is to fail in one round: `count` calls, `after` calls from its start, with `error`; the program is the one of
/// `number`, which earlier rounds may have left in the cache.
struct Round {
  long after, count;
  int error, number;
  bool isAlone; ///< somebody looks at it: what is said is not thrown away
};

/// A child's answer: what the failing round and the one behind it came to.
int runChild(const Calls &calls, const Round &round) {
  alarm(HangSeconds);
  rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  if (!round.isAlone)
    std::freopen("/dev/null", "w", stderr);
  Host host; // the loader reads its list of drivers
  if (!calls.ofFiles && buildAndRun(host, 1) != CL_SUCCESS)
    return 9;
  calls.fail(calls.ofFiles, round.after, round.count, round.error);
  int failing = buildAndRun(host, round.number);
  calls.fail(calls.ofFiles, 0, 0, 0);
  int next = buildAndRun(host, 3);
  if (round.isAlone)
    std::fprintf(stderr, "error %d, then %d\n", failing, next);
  if (failing == Wrong || next == Wrong)
    return 8;
  return next == CL_SUCCESS ? (failing == CL_SUCCESS ? 0 : 1) : 2;
}

long callsOfARound(const Calls &calls) {
  int ends[2];
  if (pipe(ends) != 0)
    return 0;
  if (fork() == 0) {
    Host host;
    if (!calls.ofFiles)
      buildAndRun(host, 1);
    const long before = calls.count(calls.ofFiles);
    buildAndRun(host, 2);
    long made = calls.count(calls.ofFiles) - before;
    _exit(write(ends[1], &made, sizeof made) == sizeof made ? 0 : 1);
  }
  long made = 0;
  if (read(ends[0], &made, sizeof made) != sizeof made)
    made = 0;
  wait(nullptr);
  return made;
}

std::string nameOf(int status) {
  if (WIFSIGNALED(status))
    return WTERMSIG(status) == SIGALRM ? "HANG" : std::string("DEATH by ") + sigabbrev_np(WTERMSIG(status));
  switch (WEXITSTATUS(status)) {
  case 0:
    return "unharmed";
  case 1:
    return "an error, then right";
  case 2:
    return "errors, also later";
  case 8:
    return "WRONG RESULT";
  default:
    return "DEATH with status " + std::to_string(WEXITSTATUS(status));
  }
}

/// Where files are to fail, a cache of this process and its children.
class Cache {
public:
  explicit Cache(bool isWanted) {
    if (isWanted && mkdtemp(folder_.data()))
      setenv("LANECL_CACHE_DIR", folder_.c_str(), 1);
    else
      folder_.clear();
  }
  ~Cache() {
    std::error_code ignored;
    if (!folder_.empty())
      std::filesystem::remove_all(folder_, ignored);
  }

private:
  std::string folder_ = std::filesystem::temp_directory_path() / "lanecl-failures-XXXXXX";
};

Round roundOf(bool ofFiles, long after, int number, std::mt19937_64 &random) {
  constexpr int errors[] = {EIO, ENOSPC, EROFS, EMFILE, EACCES, ENOENT, 0};
  const long counts[] = {1, 1 + static_cast<long>(random() % 50), 1'000'000'000};
  const int error = ofFiles ? errors[random() % std::size(errors)] : ENOMEM;
  return {after, counts[random() % 3], error, ofFiles && random() % 2 ? 100 + number : 2, false};
}

} // namespace

int main(int argc, char **argv) {
  Calls calls;
  if (argc < 2 || !calls.fail || !calls.count) {
    std::fprintf(stderr, "fuzz-failures allocations|files, with libfailing-calls.so in LD_PRELOAD\n");
    return 1;
  }
  calls.ofFiles = std::strcmp(argv[1], "files") == 0;
  const Cache cache(calls.ofFiles);
  long points = 0, seed = 1, only = -1;
  for (int i = 2; i + 1 < argc; i += 2)
    (std::strcmp(argv[i], "--points") == 0 ? points
     : std::strcmp(argv[i], "--seed") == 0 ? seed
                                           : only) = std::strtol(argv[i + 1], nullptr, 10);
  const long all = callsOfARound(calls);
  std::printf("%ld %s\n", all, calls.ofFiles ? "calls on files" : "allocations");
  std::mt19937_64 random(static_cast<unsigned long>(seed));
  std::map<std::string, long> outcomes;
  const auto isBad = [](const std::string &name) { return name[1] >= 'A' && name[1] <= 'Z'; };
  const long rounds = all == 0 ? 0 : only >= 0 ? 1 : points ? points : all;
  for (long number = 0; number < rounds; ++number) {
    const long after = only >= 0 ? only
                       : points  ? static_cast<long>(random() % static_cast<unsigned long>(all))
                                 : number;
    Round round = roundOf(calls.ofFiles, after, static_cast<int>(number), random);
    round.isAlone = only >= 0;
    std::fflush(stdout);
    if (round.isAlone) // in this process, for debuggers
      return runChild(calls, round);
    pid_t child = fork();
    if (child == 0)
      _exit(runChild(calls, round));
    int status = 0;
    waitpid(child, &status, 0);
    const std::string name = nameOf(status);
    ++outcomes[name];
    if (isBad(name))
      std::printf("%s: call %ld and %ld more, error %d, program %d\n", name.c_str(), round.after, round.count - 1,
                  round.error, round.number);
  }
  bool good = all > 0;
  for (const auto &[name, times] : outcomes) {
    std::printf("%ld times %s\n", times, name.c_str());
    good &= !isBad(name);
  }
  return good ? 0 : 1;
}
