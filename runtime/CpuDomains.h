// The machine's CPUs by what they share: NUMA nodes and caches (OpenCL API 4.3, partition by affinity domain).
#pragma once
#include <CL/cl.h>
#include <map>
#include <span>
#include <vector>

namespace lanecl {

/// Does not change once it is made: thread safe.
class CpuDomains {
public:
  using Cpus = std::vector<unsigned>; ///< numbers of the operating system

  /// Of this machine; read at the first use.
  static const CpuDomains &machine();
  /// The domains that there may be, from the outermost inwards: the order in which
  /// CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE tries them.
  static std::span<const cl_device_affinity_domain> all();

  /// What hwloc says now, HWLOC_SYNTHETIC included; without domains where it says nothing.
  CpuDomains();
  /// Those of `cpus` that share one `domain`, a list for each, in hwloc's order; CPUs without one are in none.
  std::vector<Cpus> split(const Cpus &cpus, cl_device_affinity_domain domain) const;

private:
  std::map<cl_device_affinity_domain, std::map<unsigned, unsigned>> places_; ///< domain -> CPU -> number of the object
};

} // namespace lanecl
