// For how long a process's exit stood still, told by its waits that ran out and not by a clock. The test program's own
// pthread_cond_clockwait comes before libc's, for the driver, too.
#pragma once

namespace apitest {

/// std::exit(0), but the process ends with another status where another number of the exit's timed waits ran out than
/// `expected`. To be called once. Under sanitizers, which wait by functions of their own, any number is right.
[[noreturn]] void exitAfterWaits(unsigned expected);

} // namespace apitest
