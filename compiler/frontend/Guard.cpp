// LLVM's own CrashRecoveryContext is not used: its handlers re-raise a host thread's signal without the fault's
// address (a JVM, which takes SIGSEGV in its stride, would die), switch themselves off then, and cannot survive a
// stack overflow.
#include "compiler/frontend/Guard.h"
#include "compiler/frontend/BackEnd.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/TargetSelect.h"
#include <algorithm>
#include <array>
#include <csetjmp>
#include <csignal>
#include <cstring>
#include <memory>
#include <mutex>
#include <pthread.h>

extern "C" {
void LLVMInitializeSPIRVTargetInfo();
void LLVMInitializeSPIRVTarget();
void LLVMInitializeSPIRVTargetMC();
void LLVMInitializeSPIRVAsmPrinter();
}

namespace lanecl::frontend {
namespace {

constexpr size_t stackBytes = size_t(64) << 20;
constexpr size_t signalStackBytes = size_t(64) << 10;
constexpr std::array crashSignals = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};

struct Escape {
  sigjmp_buf where;
  char reason[512] = {};
};

thread_local Escape *currentEscape = nullptr;

void leave(Escape &escape, const char *reason) {
  std::strncpy(escape.reason, reason, sizeof escape.reason - 1);
  currentEscape = nullptr;
  siglongjmp(escape.where, 1);
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

// A signal of another thread is the host's own business: its handler gets it as if ours were not there.
void passToHost(int signal, siginfo_t *info, void *context) {
  size_t place = std::find(crashSignals.begin(), crashSignals.end(), signal) - crashSignals.begin();
  const struct sigaction &host = handlers().hosts[place];
  if (host.sa_flags & SA_SIGINFO)
    return host.sa_sigaction(signal, info, context);
  if (host.sa_handler == SIG_IGN)
    return;
  if (host.sa_handler != SIG_DFL)
    return host.sa_handler(signal);
  // The default is death; a fault repeats itself when this returns, a sent signal must be sent again.
  sigaction(signal, &host, nullptr);
  if (info->si_code <= 0)
    raise(signal);
}

void onSignal(int signal, siginfo_t *info, void *context) {
  if (!currentEscape)
    return passToHost(signal, info, context);
  leave(*currentEscape, sigdescr_np(signal));
}

void installHandlers() {
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

struct Job {
  llvm::function_ref<void()> work;
  Escape escape;
  bool finished = false;
};

void runJob(Job &job) {
  currentEscape = &job.escape;
  if (sigsetjmp(job.escape.where, 1) == 0) {
    try {
      job.work();
      job.finished = true;
    } catch (const std::bad_alloc &) {
      std::strcpy(job.escape.reason, "out of memory");
    } catch (...) {
      std::strcpy(job.escape.reason, "unexpected exception");
    }
  }
  currentEscape = nullptr;
}

void *runJobThread(void *argument) {
  auto signalStack = std::make_unique<std::byte[]>(signalStackBytes);
  stack_t stack = {.ss_sp = signalStack.get(), .ss_flags = 0, .ss_size = signalStackBytes};
  stack_t before = {};
  sigaltstack(&stack, &before);
  runJob(*static_cast<Job *>(argument));
  sigaltstack(&before, nullptr);
  return nullptr;
}

void onFatalError(void *, const char *reason, bool) {
  if (currentEscape)
    leave(*currentEscape, reason);
}

} // namespace

void initializeLlvm() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeSPIRVTargetInfo();
    LLVMInitializeSPIRVTarget();
    LLVMInitializeSPIRVTargetMC();
    LLVMInitializeSPIRVAsmPrinter();
    registerBackEnd();
    llvm::install_fatal_error_handler(onFatalError);
    llvm::install_bad_alloc_error_handler(onFatalError);
  });
}

bool runGuarded(llvm::function_ref<void()> work, std::string &error) {
  initializeLlvm();
  if (currentEscape) {
    work();
    return true;
  }
  Job job{.work = work, .escape = {}};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stackBytes);
  installHandlers();
  pthread_t thread;
  int failure = pthread_create(&thread, &attributes, runJobThread, &job);
  if (!failure)
    pthread_join(thread, nullptr);
  removeHandlers();
  pthread_attr_destroy(&attributes);
  if (failure)
    error = std::string("cannot start a thread: ") + std::strerror(failure);
  else if (!job.finished)
    error = job.escape.reason;
  return job.finished;
}

} // namespace lanecl::frontend
