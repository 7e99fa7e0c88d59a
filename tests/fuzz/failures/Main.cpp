// fuzz-failures KIND [--points N] [--seed S] [--feature F] [--only N]: lets the Nth allocation, or the Nth call on a
// file, of something fail, alone or with some or all behind it, each time in a process of its own, and then builds and
// launches once more.
//   allocations  of a build and a launch
//   first        of the first build and launch of a process, which has loaded the compiler's library and not set it up
//                (LANECL_COMPILER names it)
//   features     of one of the soak's features (images, SVM, command buffers, ...)
//   files        calls on files, of the first build and launch with a cache
// Every point when --points is 0; --only N: that one, in this process, with what the driver says. What may be: right
// results, or an error of the API. What may not: a wrong result, a death, a hang. LD_PRELOAD must have failing-calls.
#include "tests/fuzz/BuildAndRun.h"
#include "tests/fuzz/soak/Features.h"
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <iterator>
#include <map>
#include <new>
#include <random>
#include <string>
#include <string_view>
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

enum class Kind : uint8_t { Allocations, First, Features, Files };
constexpr std::array Kinds = {"allocations", "first", "features", "files"};

/// Of the preloaded library.
struct Calls {
  Fail *fail = reinterpret_cast<Fail *>(dlsym(RTLD_DEFAULT, "laneclFail"));
  Count *count = reinterpret_cast<Count *>(dlsym(RTLD_DEFAULT, "laneclCalls"));
  Kind kind = Kind::Allocations;
  bool ofFiles() const { return kind == Kind::Files; }
  void failNone() const { fail(ofFiles(), 0, 0, 0); }
};

/// What is to fail in one round: `count` calls, `after` calls from its start, with `error`; the program is the one of
/// `number`, which earlier rounds may have left in the cache, and the feature that of the round.
struct Round {
  long after, count;
  int error, number;
  size_t feature;
  bool isAlone; ///< somebody looks at it: what is said is not thrown away
};

const lanecl::fuzz::Feature &featureOf(size_t number) {
  const auto all = lanecl::fuzz::features();
  return all[number % all.size()];
}

/// What comes before the calls that may fail. False when that fails.
bool prepare(const Calls &calls, const Host &host, size_t feature) {
  switch (calls.kind) {
  case Kind::Allocations:
    return buildAndRun(host, 1) == CL_SUCCESS;
  case Kind::First:
    return dlopen(getenv("LANECL_COMPILER"), RTLD_NOW | RTLD_LOCAL) != nullptr;
  case Kind::Features:
    return buildAndRun(host, 1) == CL_SUCCESS && featureOf(feature).use({host, 1});
  case Kind::Files:
    break;
  }
  return true;
}

int run(const Calls &calls, const Host &host, const Round &round) {
  if (calls.kind != Kind::Features)
    return buildAndRun(host, round.number);
  try {
    return featureOf(round.feature).use({host, 2}) ? CL_SUCCESS : Wrong;
  } catch (const std::bad_alloc &) { // the feature's own
    return CL_OUT_OF_HOST_MEMORY;
  }
}

/// A child's answer: what the failing round and the one behind it came to.
int answerOf(const Calls &calls, const Host &host, const Round &round, int failing) {
  calls.failNone();
  const int next = buildAndRun(host, 3);
  if (round.isAlone)
    std::fprintf(stderr, "error %d, then %d\n", failing, next);
  if (failing == Wrong || next == Wrong)
    return 8;
  return next == CL_SUCCESS ? (failing == CL_SUCCESS ? 0 : 1) : 2;
}

/// For errors in the middle of a feature.
struct {
  const Calls *calls;
  const Host *host;
  const Round *round;
} child;
void endChild(cl_int error) { _exit(answerOf(*child.calls, *child.host, *child.round, error)); }

int runChild(const Calls &calls, const Round &round) {
  alarm(HangSeconds);
  rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  if (!round.isAlone)
    std::freopen("/dev/null", "w", stderr);
  if (!round.isAlone)
    std::freopen("/dev/null", "w", stdout);
  Host host; // the loader reads its list of drivers
  if (!prepare(calls, host, round.feature))
    return 9;
  child = {&calls, &host, &round};
  lanecl::fuzz::setErrorHandler(endChild);
  calls.fail(calls.ofFiles(), round.after, round.count, round.error);
  const int failing = run(calls, host, round);
  calls.failNone();
  if (calls.kind == Kind::Features && !featureOf(round.feature).use({host, 5}))
    return 8;
  return answerOf(calls, host, round, failing);
}

/// -1 when the round fails without that.
long callsOfARound(const Calls &calls, size_t feature) {
  int ends[2];
  if (pipe(ends) != 0)
    return -1;
  if (fork() == 0) {
    Host host;
    if (!prepare(calls, host, feature))
      _exit(1);
    const long before = calls.count(calls.ofFiles());
    run(calls, host, {.after = 0, .count = 0, .error = 0, .number = 2, .feature = feature, .isAlone = false});
    long made = calls.count(calls.ofFiles()) - before;
    _exit(write(ends[1], &made, sizeof made) == sizeof made ? 0 : 1);
  }
  close(ends[1]);
  long made = -1;
  if (read(ends[0], &made, sizeof made) != sizeof made)
    made = -1;
  close(ends[0]);
  wait(nullptr);
  return made;
}

/// What may be, but is worth a look: nothing works any more once there is memory.
constexpr const char *Lasting = "errors, also later";

std::string nameOf(int status) {
  if (WIFSIGNALED(status))
    return WTERMSIG(status) == SIGALRM ? "HANG" : std::string("DEATH by ") + sigabbrev_np(WTERMSIG(status));
  switch (WEXITSTATUS(status)) {
  case 0:
    return "unharmed";
  case 1:
    return "an error, then right";
  case 2:
    return Lasting;
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

Round roundOf(const Calls &calls, long after, int number, std::mt19937_64 &random) {
  constexpr int errors[] = {EIO, ENOSPC, EROFS, EMFILE, EACCES, ENOENT, 0};
  const long counts[] = {1, 1 + static_cast<long>(random() % 50), 1'000'000'000};
  const int error = calls.ofFiles() ? errors[random() % std::size(errors)] : ENOMEM;
  return {.after = after,
          .count = counts[random() % 3],
          .error = error,
          .number = calls.ofFiles() && random() % 2 ? 100 + number : 2,
          .feature = 0,
          .isAlone = false};
}

/// Every other one is near the end, where the launch is: it makes few calls behind the many of a build.
long somePoint(long all, std::mt19937_64 &random) {
  constexpr long OfLaunch = 128;
  const long first = random() % 2 ? 0 : std::max(0L, all - OfLaunch);
  return first + static_cast<long>(random() % static_cast<unsigned long>(all - first));
}

std::string describe(const Calls &calls, const Round &round) {
  std::string text = "call " + std::to_string(round.after) + " and " + std::to_string(round.count - 1) +
                     " more, error " + std::to_string(round.error) + ", program " + std::to_string(round.number);
  return calls.kind == Kind::Features ? text + ", feature " + featureOf(round.feature).name : text;
}

bool isBad(const std::string &name) { return name[1] >= 'A' && name[1] <= 'Z'; }

/// All rounds of one feature, or of the kind that has none. False when one of them came to something bad.
bool runAll(const Calls &calls, size_t feature, long points, long only, std::mt19937_64 &random) {
  const long all = callsOfARound(calls, feature);
  std::printf("%ld %s%s%s\n", all, calls.ofFiles() ? "calls on files" : "allocations",
              calls.kind == Kind::Features ? " of " : "", calls.kind == Kind::Features ? featureOf(feature).name : "");
  std::map<std::string, long> outcomes;
  const long rounds = all <= 0 ? 0 : only >= 0 ? 1 : points ? points : all;
  for (long number = 0; number < rounds; ++number) {
    const long after = only >= 0 ? only : points ? somePoint(all, random) : number;
    Round round = roundOf(calls, after, static_cast<int>(number), random);
    round.feature = feature;
    round.isAlone = only >= 0;
    std::fflush(stdout);
    if (round.isAlone) // in this process, for debuggers
      std::exit(runChild(calls, round));
    const pid_t made = fork();
    if (made == 0)
      _exit(runChild(calls, round));
    int status = 0;
    waitpid(made, &status, 0);
    const std::string name = nameOf(status);
    ++outcomes[name];
    if (isBad(name) || name == Lasting)
      std::printf("%s: %s\n", name.c_str(), describe(calls, round).c_str());
  }
  bool good = all > 0 || (all == 0 && calls.kind == Kind::Features);
  for (const auto &[name, times] : outcomes) {
    std::printf("%ld times %s\n", times, name.c_str());
    good &= !isBad(name);
  }
  return good;
}

} // namespace

int main(int argc, char **argv) {
  Calls calls;
  const auto kind = argc < 2 ? Kinds.end() : std::ranges::find(Kinds, std::string_view(argv[1]));
  if (kind == Kinds.end() || !calls.fail || !calls.count) {
    std::fprintf(stderr, "fuzz-failures allocations|first|features|files, with libfailing-calls.so in LD_PRELOAD\n");
    return 1;
  }
  calls.kind = static_cast<Kind>(kind - Kinds.begin());
  const Cache cache(calls.ofFiles());
  long points = 0, seed = 1, only = -1, feature = -1;
  for (int i = 2; i + 1 < argc; i += 2)
    (std::strcmp(argv[i], "--points") == 0    ? points
     : std::strcmp(argv[i], "--seed") == 0    ? seed
     : std::strcmp(argv[i], "--feature") == 0 ? feature
                                              : only) = std::strtol(argv[i + 1], nullptr, 10);
  std::mt19937_64 random(static_cast<unsigned long>(seed));
  const size_t features = calls.kind == Kind::Features ? lanecl::fuzz::features().size() : 1;
  bool good = true;
  for (size_t i = 0; i < features; ++i)
    if (feature < 0 || static_cast<size_t>(feature) == i)
      good &= runAll(calls, i, points, only, random);
  return good ? 0 : 1;
}
