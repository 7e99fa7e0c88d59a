#include "runtime/Containment.h"
#include "compiler/image/HostSignals.h"
#include "compiler/image/Sanitized.h"
#include "runtime/Clock.h"
#include "runtime/Config.h"
#include "runtime/Context.h"
#include "runtime/OwnThreads.h"
#include "runtime/ThreadOwned.h"
#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <csetjmp>
#include <cstdio>
#include <sys/mman.h>

namespace lanecl {
namespace {

constexpr std::array Faults{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
/// How often threads in a kernel that shall end are told again: they may have been in a call-back.
constexpr std::chrono::milliseconds Again{5};
constexpr uint64_t NanosecondsPerSecond = 1'000'000'000;

/// Of the process; the handlers stay, as launches come and go.
std::array<struct sigaction, Faults.size()> hostHandlers;
int stopSignal = 0;

/// A stack overflow leaves no stack for its own handler. One for each thread that ever ran a contained launch; a thread
/// that has one already keeps it.
class SignalStack {
public:
  SignalStack() {
    stack_t now = {};
    if (sigaltstack(nullptr, &now) != 0 || !(now.ss_flags & SS_DISABLE))
      return;
    void *memory = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
      return;
    memory_ = memory;
    stack_t own = {.ss_sp = memory, .ss_flags = 0, .ss_size = Bytes};
    sigaltstack(&own, nullptr);
  }
  ~SignalStack() {
    if (!memory_)
      return;
    stack_t none = {.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
    sigaltstack(&none, nullptr);
    munmap(memory_, Bytes);
  }

private:
  static constexpr std::size_t Bytes = 64 << 10; // with room for AVX-512's and AMX's registers
  void *memory_ = nullptr;
};

} // namespace

struct ContainedLaunch::Frame {
  ContainedLaunch &launch;
  const WorkerInfo &worker;
  sigjmp_buf begin;
  std::atomic<uint64_t> group{0}; ///< that runs, where faults are caught
  std::atomic<bool> isInKernel{false};
};

thread_local ContainedLaunch::Frame *ContainedLaunch::current __attribute__((tls_model("initial-exec"))) = nullptr;

/// All launches under way, and the thread that ends those whose time is over or that were stopped. Never destroyed.
class Watch {
public:
  static Watch &get() {
    static Watch &watch = *new Watch;
    return watch;
  }
  bool start() {
    return startThread([this] { watch(); });
  }
  void add(ContainedLaunch &launch) {
    std::lock_guard lock(mutex_);
    launches_.push_back(&launch);
    if (launch.deadline_)
      changed_.notify_one();
  }
  void remove(ContainedLaunch &launch) {
    std::lock_guard lock(mutex_);
    std::erase(launches_, &launch);
  }
  void stopAll(const Context &context) {
    std::lock_guard lock(mutex_);
    for (ContainedLaunch *launch : launches_)
      if (&launch->context_ == &context)
        launch->endWith(ContainedLaunch::End::Stopped);
    changed_.notify_one();
  }

private:
  void watch() {
    for (std::unique_lock lock(mutex_);;) {
      uint64_t now = clockNow(), next = ~uint64_t{0};
      for (ContainedLaunch *launch : launches_) {
        if (launch->deadline_ && launch->deadline_ <= now)
          launch->endWith(ContainedLaunch::End::Late);
        if (launch->end() != ContainedLaunch::End::Normal && launch->interrupt())
          next = std::min<uint64_t>(next, now + std::chrono::nanoseconds(Again).count());
        else if (launch->end() == ContainedLaunch::End::Normal && launch->deadline_)
          next = std::min(next, launch->deadline_);
      }
      if (next == ~uint64_t{0})
        changed_.wait(lock);
      else
        changed_.wait_for(lock, std::chrono::nanoseconds(next - std::min(now, next)));
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<ContainedLaunch *> launches_;
};

// ---- Signals ----

void ContainedLaunch::onFault(int signal, siginfo_t *info, void *context) {
  Frame *frame = current;
  if (frame && frame->isInKernel.load(std::memory_order_relaxed) && info->si_code > 0) {
    ContainedLaunch &launch = frame->launch;
    End expected = End::Normal;
    static std::atomic_flag writing;
    // The first one is told; two threads may fault at once.
    if (!writing.test_and_set(std::memory_order_acquire)) {
      if (launch.end() == End::Normal) {
        launch.fault_ = {signal, info->si_code, reinterpret_cast<uintptr_t>(info->si_addr), frame->group.load(),
                         frame->worker.place};
        launch.end_.compare_exchange_strong(expected, End::Fault, std::memory_order_release);
      }
      writing.clear(std::memory_order_release);
    }
    frame->isInKernel.store(false, std::memory_order_relaxed);
    siglongjmp(frame->begin, 1);
  }
  image::passToHost(hostHandlers[std::ranges::find(Faults, signal) - Faults.begin()], signal, info, context);
}

void ContainedLaunch::onStop(int) {
  Frame *frame = current;
  if (!frame || !frame->isInKernel.load(std::memory_order_relaxed) || frame->launch.end() == End::Normal)
    return;
  frame->isInKernel.store(false, std::memory_order_relaxed);
  siglongjmp(frame->begin, 1);
}

bool ContainedLaunch::installHandlers() {
  // A signal that nobody uses.
  for (int signal = SIGRTMAX - 1; signal > SIGRTMIN && !stopSignal; --signal) {
    struct sigaction now = {};
    if (sigaction(signal, nullptr, &now) == 0 && !(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_DFL)
      stopSignal = signal;
  }
  if (!stopSignal)
    return false;
  // The handlers leave by a jump, which restores no mask: nothing may be blocked in them.
  struct sigaction stop = {};
  stop.sa_handler = onStop;
  stop.sa_flags = SA_NODEFER | SA_RESTART | SA_ONSTACK;
  sigaction(stopSignal, &stop, nullptr);
  struct sigaction fault = {};
  fault.sa_sigaction = onFault;
  fault.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  for (std::size_t i = 0; i < Faults.size(); ++i)
    sigaction(Faults[i], &fault, &hostHandlers[i]);
  return true;
}

// ---- A launch ----

bool ContainedLaunch::prepare() {
  static const bool ready = installHandlers() && Watch::get().start();
  return ready;
}

ContainedLaunch::ContainedLaunch(const Context &context, uint64_t seconds)
    : context_(context), deadline_(seconds ? clockNow() + seconds * NanosecondsPerSecond : 0) {
  Watch::get().add(*this);
}

ContainedLaunch::~ContainedLaunch() { Watch::get().remove(*this); }

void ContainedLaunch::trap(void *) {
  if (current && current->isInKernel.load(std::memory_order_relaxed))
    __builtin_trap();
}

void ContainedLaunch::stopAll(const Context &context) { Watch::get().stopAll(context); }

void ContainedLaunch::endWith(End end) {
  End expected = End::Normal;
  end_.compare_exchange_strong(expected, end, std::memory_order_acq_rel);
}

bool ContainedLaunch::interrupt() {
  std::lock_guard lock(mutex_);
  for (pthread_t thread : threads_)
    pthread_kill(thread, stopSignal);
  return !threads_.empty();
}

bool ContainedLaunch::enter() {
  (void)ThreadOwned<SignalStack>::get();
  std::lock_guard lock(mutex_);
  if (end() != End::Normal)
    return false;
  threads_.push_back(pthread_self());
  return true;
}

void ContainedLaunch::leave() {
  std::lock_guard lock(mutex_);
  threads_.erase(std::ranges::find(threads_, pthread_self()));
}

bool ContainedLaunch::isGroupByGroup() { return Config::get().catchFaults || Config::get().check; }

// No object with a destructor lives in here: the handlers jump over its end.
bool ContainedLaunch::call(Frame &frame, KernelEntry entry, const void *args, const LaunchInfo *launch,
                           WorkerInfo *worker, uint64_t firstGroup, uint64_t groupCount) {
  // No mask is to be restored (installHandlers), but the thread sanitizer blocks all signals in handlers.
  if (sigsetjmp(frame.begin, LANECL_THREAD_SANITIZER) != 0)
    return false;
  const uint64_t step = isGroupByGroup() ? 1 : groupCount;
  for (uint64_t group = 0; group < groupCount && end() == End::Normal; group += step) {
    frame.group.store(firstGroup + group, std::memory_order_relaxed);
    frame.isInKernel.store(true);
    entry(args, launch, worker, firstGroup + group, step);
    frame.isInKernel.store(false);
  }
  return end() == End::Normal;
}

bool ContainedLaunch::run(KernelEntry entry, const void *args, const LaunchInfo *launch, WorkerInfo *worker,
                          uint64_t firstGroup, uint64_t groupCount) {
  if (!enter())
    return false;
  worker->place = {};
  Frame frame{.launch = *this, .worker = *worker, .begin = {}};
  Frame *const outer = current;
  current = &frame;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  bool whole = call(frame, entry, args, launch, worker, firstGroup, groupCount);
  current = outer;
  leave();
  return whole;
}

namespace {

std::string describe(int signal, int code, uintptr_t address) {
  switch (signal) {
  case SIGFPE:
    return "an arithmetic trap";
  case SIGILL:
  case SIGTRAP:
    return "a trap instruction";
  default:
    // The processor does not tell addresses that are no canonical ones.
    if (code == SI_KERNEL)
      return "an access outside of the address space";
    char digits[2 * sizeof address + 1];
    std::snprintf(digits, sizeof digits, "%lx", address);
    return std::string("an access to memory that is not there, at 0x") + digits;
  }
}

std::string triple(const std::array<uint64_t, 3> &of, const char *between = ", ") {
  return std::to_string(of[0]) + between + std::to_string(of[1]) + between + std::to_string(of[2]);
}

} // namespace

// Groups that a kernel cannot tell from others are the runtime's own.
std::string ContainedLaunch::describeGroup(const compiler::KernelInfo &kernel, const LaunchInfo &launch) const {
  const uint64_t x = launch.groupCount[0], y = launch.groupCount[1], group = fault_.group;
  std::array<uint64_t, 3> ids = {group % x, group / x % y, group / x / y};
  if (!kernel.groupAgnostic)
    return "work-group " + triple(ids);
  const auto [width, height, depth] = std::to_array(launch.localSize);
  for (unsigned dimension = 0; dimension < 3; ++dimension)
    ids[dimension] = ids[dimension] * launch.localSize[dimension] + launch.globalOffset[dimension];
  return "one of " + triple({width, height, depth}, " x ") + " work-items from " + triple(ids);
}

std::string ContainedLaunch::describeFault(const compiler::KernelInfo &kernel, const LaunchInfo &launch) const {
  std::string text = "kernel " + kernel.name;
  if (fault_.place.line)
    text += ", line " + std::to_string(fault_.place.line);
  text += ": " + describe(fault_.signal, fault_.code, fault_.address);
  if (fault_.place.line)
    return text + " (work-item " + triple(fault_.place.workItem) + " or a later one of its sub-group)";
  return isGroupByGroup() ? text + " (" + describeGroup(kernel, launch) + ")" : text;
}

NotInKernel::NotInKernel() : frame_(ContainedLaunch::current) {
  if (frame_)
    frame_->isInKernel.store(false);
}

NotInKernel::~NotInKernel() {
  if (frame_)
    frame_->isInKernel.store(true);
}

} // namespace lanecl
