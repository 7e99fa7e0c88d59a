// Runs code that may crash (Clang, LLVM) without taking the host process along.
#pragma once
#include "compiler/Compiler.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>
#include <string>

namespace lanecl::frontend {

/// Runs `work` on a thread of its own with a 64 MiB stack (KeptThread.h) under a crash guard: a signal of a crash,
/// llvm::report_fatal_error, an exception and a limit (checkpoint()) end `work` early. Returns true when it ran to its
/// end; otherwise `error` says why, for a log (empty when there is no memory for that). What `work` had allocated is
/// lost then, and locks it held stay locked; so it should own its state. While at least one call runs, the guard's
/// handlers for SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT and SIGTRAP stand before the host's, which still get every
/// signal from other threads; they are put back afterwards. Thread safe. A call from inside `work` runs in place.
///
/// Once a run has ended early, a later one that stands still for StillSeconds is taken to wait for a lock that the
/// earlier one left: its thread is stopped for good, and this call and all others after it return false at once.
///
/// `isSetUp`: work that ends early is to be begun again some time. For lack of memory it ends by an exception then,
/// which takes back what std::call_once began, and it may stand still because of what another copy of this library
/// left.
bool runGuarded(llvm::function_ref<void()> work, std::string &error, bool isSetUp = false);
inline constexpr unsigned StillSeconds = 5;

/// The same of two at once, each on a thread of its own, under the same limits each; one that ends early does not end
/// the other. `firstEnded` is called, outside, once the first has ended, however: the second may wait for what the
/// first makes until then, but not the first for the second. Where there is no second thread, and inside `work`, they
/// run one after the other.
bool runGuardedPair(llvm::function_ref<void()> first, llvm::function_ref<void()> second,
                    llvm::function_ref<void()> firstEnded, std::string &error);

/// What each run may take from now on.
void setLimits(const compiler::Limits &limits);

/// To be called where no lock is held: ends the run of this thread when it is beyond the limits. Does nothing
/// elsewhere. A run that comes to none for seconds after its time is over ends as if it had crashed.
void checkpoint();

/// While it lives, the run of this thread ends at the next checkpoint() once the flag is set. Null: no matter. Inside
/// `work`.
class EndsWhen {
public:
  explicit EndsWhen(const std::atomic<bool> *flag);
  ~EndsWhen();
  EndsWhen(const EndsWhen &) = delete;
  EndsWhen &operator=(const EndsWhen &) = delete;
};

/// While it lives, `work` may stand still: it waits for another run.
class WaitsForOthers {
public:
  WaitsForOthers();
  ~WaitsForOthers();
  WaitsForOthers(const WaitsForOthers &) = delete;
  WaitsForOthers &operator=(const WaitsForOthers &) = delete;
};

/// LLVM's and Clang's process-wide set-up (targets, the back end's call-back, fatal-error handler), done once.
/// False when it failed: nothing of LLVM may be used then, but the next call tries anew. Thread safe.
bool initializeLlvm();

} // namespace lanecl::frontend
