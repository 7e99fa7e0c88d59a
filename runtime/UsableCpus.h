// How many CPUs this process may keep busy.
#pragma once
#include <string_view>

namespace lanecl {

/// CPUs of the affinity mask, at most the CPU quota of the cgroup and of those around it, rounded up; at least 1. Reads
/// the system at each call.
unsigned usableCpus();

/// The quota in "QUOTA PERIOD" (cpu.max of cgroup v2), rounded up to whole CPUs; 0: none ("max") or not understood.
unsigned quotaCpus(std::string_view cpuMax);

} // namespace lanecl
