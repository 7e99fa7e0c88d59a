// LaneCL's threads, and the functions of the host that they call.
#pragma once
#include <cstddef>
#include <exception>
#include <functional>

namespace lanecl {

/// Runs `work` on a new thread that nobody joins; `stackBytes` 0: a stack of the system's size. The thread leaves the
/// host's signals to the host (compiler/image/HostSignals.h). False when there is no thread or no memory for one.
bool startThread(std::function<void()> work, std::size_t stackBytes = 0) noexcept;

/// This thread, which a library began for us, leaves the host's signals to the host from now on, also while the library
/// has it do the host's own work. Costs nothing again.
void becomeOwnThread() noexcept;

/// While it lives the host's function runs: on a thread of LaneCL's the host's signals are let through, for a program
/// that the function starts has the mask of its thread.
class InHostFunction {
public:
  InHostFunction() noexcept;
  InHostFunction(const InHostFunction &) = delete;
  InHostFunction &operator=(const InHostFunction &) = delete;
  ~InHostFunction();
};

/// Says on stderr that a function of the host's threw. Inside a catch clause only.
void reportHostException() noexcept;

/// Calls a function of the host's, with no lock held. These are functions of C: what one throws would end the process
/// in frames that know nothing of it, so it ends here with a line on stderr. False when it threw.
template <typename Function, typename... Arguments> bool callHost(Function function, Arguments... arguments) noexcept {
  const InHostFunction inside;
  try {
    function(arguments...);
    return true;
  } catch (...) {
    reportHostException();
    return false;
  }
}

} // namespace lanecl
