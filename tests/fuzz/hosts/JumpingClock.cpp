// To be preloaded (glibc): the time of day is another one at each look, years before or behind, once the program says
// so. What only goes on (CLOCK_MONOTONIC) is as it was.
#include <atomic>
#include <ctime>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

namespace {

std::atomic<unsigned long> looks{0};
std::atomic<bool> jumps{false};

/// Seconds, up to 16 years to either side.
long jump() {
  if (!jumps)
    return 0;
  const unsigned long look = ++looks * 0x9E3779B97F4A7C15UL;
  return long(look >> 34) - (1L << 29);
}

} // namespace

extern "C" {

void laneclClockJumps() { jumps = true; }

int clock_gettime(clockid_t clock, timespec *time) noexcept {
  const long result = syscall(SYS_clock_gettime, clock, time);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
    time->tv_sec += jump();
  return int(result);
}

int gettimeofday(timeval *time, void *zone) noexcept {
  const long result = syscall(SYS_gettimeofday, time, zone);
  if (result == 0)
    time->tv_sec += jump();
  return int(result);
}

time_t time(time_t *out) noexcept {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  if (out)
    *out = now.tv_sec;
  return now.tv_sec;
}

} // extern "C"
