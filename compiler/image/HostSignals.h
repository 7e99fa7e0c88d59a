// The host's signals stay the host's: faults that are none of ours reach its handlers as if ours were not there, and
// signals to the process reach its threads, not LaneCL's.
#pragma once
#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <pthread.h>

namespace lanecl::image {

/// In a handler with SA_SIGINFO: gives the signal to `host`, the action that was there before. Returns when that does.
/// Async-signal safe as far as the host's own handler is.
inline void passToHost(const struct sigaction &host, int signal, siginfo_t *info, void *context) {
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

/// Sent to the process, or to a thread by itself. The host's threads may block them, long after LaneCL's threads began,
/// to wait for them (sigwait, signalfd): then a thread that does not block them gets them, and the process ends. Not
/// among them: faults, SIGPIPE, SIGXFSZ and SIGSYS, which are of the thread that causes them; what profilers send
/// (SIGPROF, SIGVTALRM); real-time signals, one of which the time limit of kernels takes (runtime/Containment.h).
inline constexpr std::array HostSignals = {SIGHUP,  SIGINT,  SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM,
                                           SIGTERM, SIGCHLD, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU,
                                           SIGURG,  SIGXCPU, SIGIO,   SIGPWR,  SIGWINCH};
/// Some of HostSignals: a bit for each, by its place there.
using HostSignalBits = uint32_t;
static_assert(HostSignals.size() <= 32);

/// Blocks HostSignals on this thread; gives those that it did not block before.
inline HostSignalBits blockHostSignals() {
  sigset_t all, before;
  sigemptyset(&all);
  for (int signal : HostSignals)
    sigaddset(&all, signal);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  HostSignalBits changed = 0;
  for (std::size_t i = 0; i < HostSignals.size(); ++i)
    if (!sigismember(&before, HostSignals[i]))
      changed |= HostSignalBits{1} << i;
  return changed;
}

inline void unblockHostSignals(HostSignalBits some) {
  sigset_t set;
  sigemptyset(&set);
  for (std::size_t i = 0; i < HostSignals.size(); ++i)
    if (some >> i & 1)
      sigaddset(&set, HostSignals[i]);
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

/// While it lives its thread blocks HostSignals, and threads that it starts then block them for good.
class HostSignalsBlocked {
public:
  HostSignalsBlocked() : changed_(blockHostSignals()) {}
  HostSignalsBlocked(const HostSignalsBlocked &) = delete;
  HostSignalsBlocked &operator=(const HostSignalsBlocked &) = delete;
  ~HostSignalsBlocked() { unblockHostSignals(changed_); }
  /// Those that the thread does not block without it.
  HostSignalBits changed() const { return changed_; }

private:
  const HostSignalBits changed_;
};

} // namespace lanecl::image
