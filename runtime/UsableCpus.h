// The CPUs that this process may keep busy.
#pragma once
#include <string_view>
#include <vector>

namespace lanecl {

/// Where a thread of this process may run, by default this one; empty when the system does not say. The process's
/// number is that of its first thread.
std::vector<unsigned> affinity(int thread = 0);
/// Where the process could run when it was first asked; at least one.
const std::vector<unsigned> &processCpus();
/// Keeps this thread to these. Fails quietly when they were taken from the process meanwhile: then it stays where it
/// is.
void pin(const std::vector<unsigned> &cpus);

/// Those of processCpus(), at most the CPU quota of the cgroup and of those around it, rounded up, and what the
/// launcher of the process leaves to it; at least 1.
unsigned usableCpus();

/// What a launcher (runtime/Launchers.def) leaves to this process of `machine` CPUs; 0: all. The least, of several.
unsigned launcherCpus(unsigned machine);

/// The quota in "QUOTA PERIOD" (cpu.max of cgroup v2), rounded up to whole CPUs; 0: none ("max") or not understood.
unsigned quotaCpus(std::string_view cpuMax);

} // namespace lanecl
