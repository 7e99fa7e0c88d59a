// The one clock of the platform: profiling timestamps, clGetDeviceAndHostTimer and clGetHostTimer all read it, so that
// they are consistent with one another (OpenCL API 4.3 and 5.14).
#pragma once
#include <chrono>
#include <cstdint>

namespace lanecl {

/// Nanoseconds of the host's monotonic clock; CL_DEVICE_PROFILING_TIMER_RESOLUTION is 1.
inline uint64_t clockNow() {
  return static_cast<uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
          .count());
}

} // namespace lanecl
