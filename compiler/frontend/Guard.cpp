// LLVM's own CrashRecoveryContext is not used: its handlers re-raise a host thread's signal without the fault's
// address (a JVM, which takes SIGSEGV in its stride, would die), switch themselves off then, and cannot survive a
// stack overflow.
#include "compiler/frontend/Guard.h"
#include "compiler/frontend/BackEnd.h"
#include "compiler/frontend/KeptThread.h"
#include "compiler/image/HostSignals.h"
#include "clang/Basic/Version.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/TargetSelect.h"
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <memory>
#include <mutex>
#include <span>
#include <ucontext.h>
#include <unistd.h>
#include <utility>

extern "C" {
void LLVMInitializeSPIRVTargetInfo();
void LLVMInitializeSPIRVTarget();
void LLVMInitializeSPIRVTargetMC();
void LLVMInitializeSPIRVAsmPrinter();
}

namespace lanecl::frontend {
namespace {

// What fuzzes this library is to see every crash.
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
constexpr bool ContainsCrashes = false;
#else
constexpr bool ContainsCrashes = true;
#endif

constexpr unsigned GraceSeconds = 5; ///< over the limit of time, for coming to a checkpoint

constexpr std::array crashSignals = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};

struct Escape {
  sigjmp_buf where;
  const char *kind = "the compiler crashed: "; ///< in front of the reason
  char reason[512] = {};
};

using Clock = std::chrono::steady_clock;

/// Of the process; 0 when the system does not tell.
uint64_t residentBytes() {
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  char text[128] = {};
  ssize_t length = file < 0 ? -1 : read(file, text, sizeof text - 1);
  if (file >= 0)
    close(file);
  if (length <= 0)
    return 0;
  // "size resident ...", in pages; without the heap, which may be what there is none of.
  char *resident = nullptr;
  std::strtoull(text, &resident, 10);
  return std::strtoull(resident, nullptr, 10) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

/// Of the process.
std::atomic<bool> someEndedEarly{false}, someStoodStill{false};
std::atomic<uint64_t> mostSeconds{0}, mostBytes{0};
std::atomic<uint64_t> lostBytes{0}; ///< that runs had which took too much: nobody knows any more what of it is used

/// Of one call; it outlives its thread where that was stopped.
struct Job {
  llvm::function_ref<void()> work;
  Escape escape;
  bool finished = false;
  std::atomic<bool> waits{false}; ///< for another run
  bool isSetUp = false;           ///< as of runGuarded()
  const std::atomic<bool> *unwanted = nullptr;
  enum class State : uint8_t { Running, Stopping, Stopped, Ended };
  std::atomic<State> state{State::Running};
  Clock::time_point begin = Clock::now(), memoryLooked = begin;
  uint64_t bytesBefore = residentBytes();
  /// Bytes that the process has grown by.
  uint64_t growth() const;
  bool hasTooMuchMemory() const { return mostBytes && growth() > mostBytes; }
};

// The C library ends a process that has no memory for a thread's part of a library that was loaded late, unless the
// part is in the thread's own block from its start: so all of this library's is, for one variable asks for it.
#define LANECL_FROM_THE_START __attribute__((tls_model("initial-exec")))
thread_local Escape *currentEscape LANECL_FROM_THE_START = nullptr;
thread_local Job *currentJob LANECL_FROM_THE_START = nullptr;
#undef LANECL_FROM_THE_START

uint64_t Job::growth() const {
  const uint64_t bytes = residentBytes();
  return bytes > bytesBefore ? bytes - bytesBefore : 0;
}

[[noreturn]] void leave(Escape &escape, const char *reason) {
  std::strncpy(escape.reason, reason, sizeof escape.reason - 1);
  currentEscape = nullptr;
  siglongjmp(escape.where, 1);
}

/// What a run has taken too much of.
enum class Limit : uint8_t { Seconds, Memory };

/// Ends the run of this thread.
[[noreturn]] void exceed(Job &job, Limit which) {
  const bool isTime = which == Limit::Seconds;
  if (!isTime)
    lostBytes += job.growth();
  char text[sizeof job.escape.reason];
  std::snprintf(text, sizeof text, "more than %llu %s",
                static_cast<unsigned long long>(isTime ? mostSeconds.load() : mostBytes.load()),
                isTime ? "seconds (LANECL_COMPILE_SECONDS)" : "bytes of memory (LANECL_COMPILE_MEMORY)");
  job.escape.kind = "the build takes ";
  leave(job.escape, text);
}

/// Machine code of this library, of LLVM's and of Clang's. Who is there is in no function of the C library, which would
/// leave its own locks behind, malloc's above all: a thread can be taken out of it at any moment.
class OwnCode {
public:
  OwnCode() { dl_iterate_phdr(note, this); }
  bool has(uintptr_t address) const {
    return std::ranges::any_of(ranges_,
                               [&](const Range &range) { return range.begin <= address && address < range.end; });
  }

private:
  struct Range {
    uintptr_t begin = 0, end = 0;
  };
  static int note(dl_phdr_info *library, size_t, void *data) {
    const uintptr_t known[] = {reinterpret_cast<uintptr_t>(&runGuarded),
                               reinterpret_cast<uintptr_t>(&LLVMInitializeSPIRVTarget),
                               reinterpret_cast<uintptr_t>(&clang::getClangFullVersion)};
    auto &ranges = static_cast<OwnCode *>(data)->ranges_;
    for (const auto &segment : std::span(library->dlpi_phdr, library->dlpi_phnum)) {
      const uintptr_t begin = library->dlpi_addr + segment.p_vaddr;
      const Range range{begin, begin + segment.p_memsz};
      for (size_t i = 0; i < std::size(known); ++i)
        if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X) && range.begin <= known[i] && known[i] < range.end)
          ranges[i] = range;
    }
    return 0;
  }
  std::array<Range, 3> ranges_;
};
const OwnCode &ownCode() {
  static const OwnCode code;
  return code;
}

uintptr_t placeOf(void *context) {
  const auto &machine = static_cast<ucontext_t *>(context)->uc_mcontext;
#if defined(__x86_64__)
  return uintptr_t(machine.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return uintptr_t(machine.pc);
#else
  return static_cast<void>(machine), 0;
#endif
}

/// A run whose time is long over, or that has too much memory, and which comes to no checkpoint, is asked to leave, one
/// at a time.
enum class Reply : uint8_t { None, Stays, Leaves };
std::mutex asking;
std::atomic<Job *> asked{nullptr};
std::atomic<Limit> askedFor{Limit::Seconds};
std::atomic<Reply> answer{Reply::None};

/// In the handler: whether this signal asks.
bool isAsking(int signal, const siginfo_t *info) {
  return signal == SIGTRAP && info->si_code == SI_QUEUE && info->si_value.sival_ptr == &asked;
}

/// Leaves where that can be; returns elsewhere, and where the run that was asked is over.
void answerFrom(void *context) {
  Job *job = asked;
  if (!job || job != currentJob || !currentEscape || !ownCode().has(placeOf(context))) {
    answer = Reply::Stays;
    return;
  }
  answer = Reply::Leaves;
  exceed(*job, askedFor);
}

/// The handlers that the host had before ours, by place in crashSignals.
struct HandlerSet {
  std::mutex mutex;
  unsigned users = 0;
  std::array<struct sigaction, crashSignals.size()> hosts;
};

HandlerSet &handlers() {
  static HandlerSet *set = new HandlerSet; // never destroyed: a compile may outlive static destructors
  return *set;
}

const struct sigaction &hostActionOf(int signal) {
  return handlers().hosts[std::find(crashSignals.begin(), crashSignals.end(), signal) - crashSignals.begin()];
}

[[noreturn]] void stop(Job &job) {
  job.state = Job::State::Stopped;
  for (;;) // it may hold locks, and what it works on is gone: it never runs again
    pause();
}

void onSignal(int signal, siginfo_t *info, void *context) {
  if (currentJob && currentJob->state == Job::State::Stopping)
    stop(*currentJob);
  if (isAsking(signal, info))
    return answerFrom(context);
  if (!currentEscape)
    return image::passToHost(hostActionOf(signal), signal, info, context);
  leave(*currentEscape, sigdescr_np(signal));
}

void installHandlers() {
  if (!ContainsCrashes)
    return;
  HandlerSet &set = handlers();
  std::lock_guard lock(set.mutex);
  if (set.users++)
    return;
  struct sigaction action = {};
  action.sa_sigaction = onSignal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (size_t i = 0; i < crashSignals.size(); ++i)
    sigaction(crashSignals[i], &action, &set.hosts[i]);
}

void removeHandlers() {
  if (!ContainsCrashes)
    return;
  HandlerSet &set = handlers();
  std::lock_guard lock(set.mutex);
  if (--set.users)
    return;
  for (size_t i = 0; i < crashSignals.size(); ++i) {
    // The host may have installed a handler meanwhile: that one stays.
    struct sigaction now;
    sigaction(crashSignals[i], nullptr, &now);
    if ((now.sa_flags & SA_SIGINFO) && now.sa_sigaction == onSignal)
      sigaction(crashSignals[i], &set.hosts[i], nullptr);
  }
}

void runJob(Job &job) {
  currentJob = &job;
  currentEscape = &job.escape;
  if (sigsetjmp(job.escape.where, 1) == 0) {
    try {
      job.work();
      job.finished = true;
    } catch (const std::bad_alloc &) {
      job.escape.kind = "out of memory";
    } catch (...) {
      if (!ContainsCrashes)
        throw;
      std::strcpy(job.escape.reason, "unexpected exception");
    }
  }
  currentEscape = nullptr;
  if (!job.finished)
    someEndedEarly = true;
  if (auto running = Job::State::Running; !job.state.compare_exchange_strong(running, Job::State::Ended))
    stop(job); // the signal is on its way
  currentJob = nullptr;
}

/// Until it is found where it may leave, or some times: it is asked again.
void askToLeave(const KeptThread &thread, Job &job, Limit over) {
  std::lock_guard lock(asking);
  ownCode();
  askedFor = over;
  asked = &job;
  bool leaves = false;
  for (unsigned tries = 0; tries < 100 && !leaves; ++tries) {
    answer = Reply::None;
    if (!thread.ask(SIGTRAP, &asked))
      break;
    // The thread outlives the job, and answers unless the host had it block this signal.
    for (unsigned waited = 0; waited < 10000 && answer == Reply::None; ++waited)
      usleep(100);
    leaves = answer == Reply::Leaves;
  }
  asked = nullptr;
}

/// Whether it has had its time, and some more in which it came to no checkpoint.
bool isOverdue(const Job &job) {
  const uint64_t seconds = mostSeconds;
  return ContainsCrashes && seconds && Clock::now() - job.begin > std::chrono::seconds(seconds + GraceSeconds);
}

/// Waits for the job's end. False when the thread stands still and was stopped instead: both stay for ever.
bool wait(KeptThread &thread, Job &job) {
  int64_t used = -1;
  for (unsigned still = 0, overMemory = 0;;) {
    if (thread.waitForASecond())
      return true;
    if (job.state == Job::State::Stopped)
      return false;
    // For two seconds: most come to a checkpoint before, and leave nothing behind there.
    overMemory = ContainsCrashes && job.hasTooMuchMemory() ? overMemory + 1 : 0;
    if (isOverdue(job) || overMemory > 1)
      askToLeave(thread, job, overMemory > 1 ? Limit::Memory : Limit::Seconds);
    int64_t now = thread.processorTime();
    still = (someEndedEarly || job.isSetUp) && !job.waits && now == used ? still + 1 : 0;
    used = now;
    if (still < StillSeconds)
      continue;
    if (auto running = Job::State::Running; !job.state.compare_exchange_strong(running, Job::State::Stopping))
      continue; // it has just ended
    thread.signal(SIGTRAP);
    for (unsigned tries = 0; tries < 1000 && job.state != Job::State::Stopped; ++tries)
      usleep(1000);
    auto stopping = Job::State::Stopping; // still: it is asked again
    job.state.compare_exchange_strong(stopping, Job::State::Running);
    still = 0;
  }
}

void say(std::string &error, const char *kind, const char *reason = "") noexcept {
  try {
    error = std::string(kind) + reason;
  } catch (...) {
    error.clear();
  }
}

/// One call on its way. Of those that could not begin, what was missing is null.
struct Run {
  std::unique_ptr<Job> job;
  KeptThread *thread = nullptr;
};

Run beginOnThread(llvm::function_ref<void()> work, bool isSetUp = false) {
  Run run;
  run.job.reset(new (std::nothrow) Job{.work = work, .escape = {}, .isSetUp = isSetUp});
  if (!run.job)
    return run;
  installHandlers();
  run.thread = KeptThread::take();
  if (run.thread)
    run.thread->start([](void *argument) { runJob(*static_cast<Job *>(argument)); }, run.job.get());
  return run;
}

bool endOnThread(Run run, std::string &error) {
  auto &[job, thread] = run;
  if (!job) {
    say(error, "out of memory");
    return false;
  }
  if (thread && !wait(*thread, *job)) {
    someStoodStill = true;
    static_cast<void>(job.release());
  } else if (thread) // what a crash left on its stack may still be known by name
    KeptThread::giveBack(thread, job->finished);
  removeHandlers();
  if (!job)
    say(error, "the compiler waits for a lock that an earlier crash left");
  else if (!thread)
    say(error, "the compiler cannot start a thread");
  else if (!job->finished)
    say(error, job->escape.kind, job->escape.reason);
  return job && job->finished;
}

/// runGuarded() on another thread.
bool runOnThread(llvm::function_ref<void()> work, std::string &error, bool isSetUp = false) {
  return endOnThread(beginOnThread(work, isSetUp), error);
}

void onFatalError(void *, const char *reason, bool) {
  if (ContainsCrashes && currentEscape)
    leave(*currentEscape, reason);
}

/// LLVM's set-up notes by std::call_once what is done. An exception takes such a note back, for the next try; a jump
/// leaves it to wait for.
void onNoMemory(void *data, const char *reason, bool wantsReport) {
  if (currentJob && currentJob->isSetUp)
    throw std::bad_alloc();
  onFatalError(data, reason, wantsReport);
}

/// What ends in onFatalError() and onNoMemory() until the end of the process. It takes no memory.
void installErrorHandlers() {
  static bool isDone = false;
  if (!std::exchange(isDone, true)) {
    llvm::install_fatal_error_handler(onFatalError);
    llvm::install_bad_alloc_error_handler(onNoMemory);
  }
}

/// The C library loads what unwinds exceptions through its own functions (pthread_once()) when it needs that first, and
/// ends the process where there is no memory for it. False then, now.
bool canUnwind() {
  void *here = nullptr;
  return backtrace(&here, 1) == 1;
}

} // namespace

void setLimits(const compiler::Limits &limits) {
  mostSeconds = limits.seconds;
  mostBytes = limits.bytes;
}

void checkpoint() {
  constexpr auto BetweenLooks = std::chrono::milliseconds(20); // at memory, which takes microseconds
  if (!currentEscape)
    return;
  Job &job = *currentJob;
  if (job.unwanted && *job.unwanted) {
    job.escape.kind = "";
    leave(job.escape, "nobody wants it any more");
  }
  const auto now = Clock::now();
  const uint64_t seconds = mostSeconds, bytes = mostBytes;
  if (seconds && now - job.begin > std::chrono::seconds(seconds))
    exceed(job, Limit::Seconds);
  if (!bytes || now - job.memoryLooked < BetweenLooks)
    return;
  job.memoryLooked = now;
  if (job.hasTooMuchMemory())
    exceed(job, Limit::Memory);
}

EndsWhen::EndsWhen(const std::atomic<bool> *flag) {
  if (currentJob)
    currentJob->unwanted = flag;
}

EndsWhen::~EndsWhen() {
  if (currentJob)
    currentJob->unwanted = nullptr;
}

WaitsForOthers::WaitsForOthers() {
  if (currentJob)
    currentJob->waits = true;
}

WaitsForOthers::~WaitsForOthers() {
  if (currentJob)
    currentJob->waits = false;
}

bool initializeLlvm() {
  enum class State : uint8_t { New, Ready, Failed };
  static State state = State::New;
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  if (state != State::New)
    return state == State::Ready;
  if (!canUnwind())
    return false;
  installErrorHandlers();
  std::string error;
  auto work = [] {
    LLVMInitializeSPIRVTargetInfo();
    LLVMInitializeSPIRVTarget();
    LLVMInitializeSPIRVTargetMC();
    LLVMInitializeSPIRVAsmPrinter();
    registerBackEnd();
  };
  // What memory was missing for is done by the next try.
  if (runOnThread(work, error, /*isSetUp=*/true))
    state = State::Ready;
  else if (someStoodStill)
    state = State::Failed;
  return state == State::Ready;
}

/// Sets LLVM up. False, with the reason, when nothing may run.
static bool mayRun(std::string &error) {
  const bool hasLost = mostBytes && lostBytes / 2 > mostBytes;
  if (!hasLost && !someStoodStill && initializeLlvm())
    return true;
  say(error, hasLost          ? "builds that were ended keep more memory than two may take (LANECL_COMPILE_MEMORY)"
             : someStoodStill ? "an earlier crash left locks that the compiler needs"
                              : "LLVM could not be set up");
  return false;
}

bool runGuarded(llvm::function_ref<void()> work, std::string &error, bool isSetUp) {
  if (currentEscape) {
    work();
    return true;
  }
  return mayRun(error) && runOnThread(work, error, isSetUp);
}

bool runGuardedPair(llvm::function_ref<void()> first, llvm::function_ref<void()> second,
                    llvm::function_ref<void()> firstEnded, std::string &error) {
  const auto both = [&] {
    first();
    firstEnded();
    second();
  };
  if (currentEscape) {
    both();
    return true;
  }
  if (!mayRun(error))
    return false;
  Run other = beginOnThread(second);
  if (!other.thread) {
    std::string ignored;
    endOnThread(std::move(other), ignored);
    return runOnThread(both, error);
  }
  const bool isFirstGood = runOnThread(first, error);
  firstEnded();
  std::string otherError;
  const bool isSecondGood = endOnThread(std::move(other), otherError);
  if (isFirstGood && !isSecondGood)
    error = std::move(otherError);
  return isFirstGood && isSecondGood;
}

} // namespace lanecl::frontend
