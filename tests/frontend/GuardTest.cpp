// What crashes under the guard costs the build, not the process.
#include "compiler/frontend/Guard.h"
#include "Support.h"
#include "compiler/ir/MadeOnce.h"
#include "llvm/Support/ErrorHandling.h"
#include <chrono>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <semaphore>
#include <thread>
#include <unistd.h>

namespace lanecl::test {
namespace {

using frontend::runGuarded;

int overflow(int depth) {
  volatile char frame[4096];
  frame[0] = char(depth);
  return depth < 0 ? 0 : overflow(depth + 1) + frame[0];
}

TEST(Guard, SurvivesCrashes) {
  for (int round = 0; round < 3; ++round) {
    std::string error;
    EXPECT_FALSE(runGuarded([] { *static_cast<volatile int *>(nullptr) = 1; }, error));
    EXPECT_EQ(error, "the compiler crashed: Segmentation fault");
    EXPECT_FALSE(runGuarded([] { std::abort(); }, error));
    EXPECT_FALSE(runGuarded([] { llvm::report_fatal_error("on purpose"); }, error));
    EXPECT_NE(error.find("on purpose"), std::string::npos);
    EXPECT_FALSE(runGuarded([] { overflow(0); }, error));
    EXPECT_FALSE(runGuarded([] { throw 1; }, error));
    EXPECT_TRUE(runGuarded([] {}, error));
  }
}

TEST(Guard, Nests) {
  std::string error;
  bool inner = false;
  EXPECT_TRUE(runGuarded([&] { inner = runGuarded([] {}, error); }, error));
  EXPECT_TRUE(inner);
}

TEST(Guard, RunsTwoAtOnce) {
  for (bool crashes : {false, true}) {
    std::binary_semaphore isOver{0};
    bool hasEnded = false;
    std::string error;
    auto first = [&] {
      if (crashes)
        std::abort();
    };
    auto second = [&] { isOver.acquire(), hasEnded = true; };
    EXPECT_EQ(frontend::runGuardedPair(first, second, [&] { isOver.release(); }, error), !crashes);
    EXPECT_TRUE(hasEnded);
    EXPECT_EQ(error, crashes ? "the compiler crashed: Aborted" : "");
  }
  std::string error;
  EXPECT_FALSE(frontend::runGuardedPair([] {}, [] { std::abort(); }, [] {}, error));
  EXPECT_EQ(error, "the compiler crashed: Aborted");
  std::string order;
  auto inside = [&] {
    frontend::runGuardedPair([&] { order += 'a'; }, [&] { order += 'c'; }, [&] { order += 'b'; }, error);
  };
  EXPECT_TRUE(runGuarded(inside, error));
  EXPECT_EQ(order, "abc");
}

// A thread that ran to its end has its part of every library, for which there may be no memory later; one that crashed
// does not run again.
TEST(Guard, KeepsItsThreads) {
  auto runsOfItsThread = [] {
    static thread_local int runs = 0;
    std::string error;
    int result = 0;
    EXPECT_TRUE(runGuarded([&] { result = ++runs; }, error));
    return result;
  };
  const int first = runsOfItsThread();
  EXPECT_EQ(runsOfItsThread(), first + 1);
  std::string error;
  EXPECT_FALSE(runGuarded([] { std::abort(); }, error));
  EXPECT_EQ(runsOfItsThread(), 1);
}

// LLVM notes its set-up by std::call_once, which a jump out of it would leave to be waited for.
TEST(Guard, SetUpWithoutMemoryMayBeginAgain) {
  static std::once_flag once;
  std::string error;
  auto setUp = [](bool hasMemory) {
    std::call_once(once, [&] {
      if (!hasMemory)
        llvm::report_bad_alloc_error("on purpose");
    });
  };
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(runGuarded([&] { setUp(false); }, error, /*isSetUp=*/true));
  EXPECT_EQ(error, "out of memory");
  EXPECT_TRUE(runGuarded([&] { setUp(true); }, error, /*isSetUp=*/true)) << error;
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(lanecl::frontend::StillSeconds));
}

TEST(Guard, WhatIsMadeOnceMayBeginAgain) {
  auto made = [](bool hasMemory) {
    return madeOnce([=] {
      if (!hasMemory)
        llvm::report_bad_alloc_error("on purpose");
      return 7;
    });
  };
  std::string error;
  int value = 0;
  EXPECT_FALSE(runGuarded([&] { made(false); }, error));
  EXPECT_TRUE(runGuarded([&] { value = made(true); }, error)) << error;
  EXPECT_EQ(value, 7);
  EXPECT_EQ(made(false), 7);
}

// Signals to the process are for the host's threads, which may block them to wait for them.
TEST(Guard, LeavesSignalsToTheHost) {
  std::string error;
  EXPECT_TRUE(runGuarded([] {}, error)); // its thread is there now
  sigset_t signals, before;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, &before);
  kill(getpid(), SIGTERM);
  const timespec second{1, 0};
  EXPECT_EQ(sigtimedwait(&signals, nullptr, &second), SIGTERM);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

sigjmp_buf hostEscape;
void *faultAddress;
void hostHandler(int, siginfo_t *info, void *) {
  faultAddress = info->si_addr;
  siglongjmp(hostEscape, 1);
}

// A host (a JVM) that lives on its own SIGSEGV handler gets the signal as it was, also while a compile runs.
TEST(Guard, HostKeepsItsHandlers) {
  struct sigaction action = {}, before = {}, now = {};
  action.sa_sigaction = hostHandler;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, &before);
  std::string error;
  runGuarded(
      [] {
        std::thread([] {
          if (sigsetjmp(hostEscape, 1) == 0)
            *reinterpret_cast<volatile int *>(16) = 1;
        }).join();
      },
      error);
  EXPECT_EQ(faultAddress, reinterpret_cast<void *>(16));
  sigaction(SIGSEGV, &before, &now);
  EXPECT_EQ(now.sa_sigaction, hostHandler);
}

// In a process of its own: it cannot compile any more afterwards.
void loseALock() {
  static auto &lock = *new std::mutex;
  std::string error;
  auto crash = [] {
    lock.lock();
    std::abort();
  };
  runGuarded(crash, error);
  const bool ends = runGuarded([] { lock.lock(); }, error);
  bool isRun = false; // which might wait, too
  const bool nextEnds = runGuarded([&] { isRun = true; }, error);
  auto built = compile("kernel void k() {}");
  std::fprintf(stderr, "%s\n", built.log.c_str());
  std::_Exit(!ends && !nextEnds && !isRun && built.status == compiler::Status::BuildFailure ? 0 : 1);
}

TEST(GuardDeathTest, LocksThatACrashLeftAreNotWaitedFor) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  EXPECT_EXIT(loseALock(), testing::ExitedWithCode(0), "an earlier crash left locks");
}

// Others that wait for a slow run are no sign of a lost lock.
TEST(Guard, WaitingForOthersIsNoHang) {
  std::string error;
  runGuarded([] { std::abort(); }, error);
  EXPECT_TRUE(runGuarded(
      [] {
        frontend::WaitsForOthers meanwhile;
        sleep(frontend::StillSeconds + 3);
      },
      error));
}

// As one pass may, which comes to no checkpoint. Allocations are the C library's: it is not left in the middle of one.
TEST(Guard, TimeThatIsLongOverEndsARun) {
  const compiler::Limits before = {600, 0, 0};
  frontend::setLimits({1, 0, 0});
  static volatile bool goesOn = true;
  for (bool allocates : {false, true}) {
    std::string error;
    EXPECT_FALSE(runGuarded(
        [allocates] {
          for (unsigned i = 0; goesOn; ++i)
            if (allocates) {
              char *volatile memory = new char[i % 4096];
              delete[] memory;
            }
        },
        error));
    EXPECT_NE(error.find("LANECL_COMPILE_SECONDS"), std::string::npos) << error;
  }
  frontend::setLimits(before);
  EXPECT_EQ(compile("kernel void k() {}").status, compiler::Status::Ok);
}

TEST(Guard, CompilesGoOnAfterACrash) {
  std::string error;
  runGuarded([] { std::abort(); }, error);
  EXPECT_EQ(compile("kernel void k() {}").status, compiler::Status::Ok);
}

} // namespace
} // namespace lanecl::test
