// A fault that is none of ours is the host's own business: its handler gets it as if ours were not there.
#pragma once
#include <csignal>

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

} // namespace lanecl::image
