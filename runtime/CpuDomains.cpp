#include "runtime/CpuDomains.h"
#include <array>
#include <hwloc.h>

namespace lanecl {
namespace {

struct DomainRow {
  cl_device_affinity_domain domain;
  hwloc_obj_type_t type;
};
constexpr DomainRow domainRows[] = {
    {CL_DEVICE_AFFINITY_DOMAIN_NUMA, HWLOC_OBJ_NUMANODE},    {CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE, HWLOC_OBJ_L4CACHE},
    {CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, HWLOC_OBJ_L3CACHE}, {CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE, HWLOC_OBJ_L2CACHE},
    {CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE, HWLOC_OBJ_L1CACHE},
};

} // namespace

std::span<const cl_device_affinity_domain> CpuDomains::all() {
  static constexpr auto list = [] {
    std::array<cl_device_affinity_domain, std::size(domainRows)> domains{};
    for (std::size_t i = 0; i < domains.size(); ++i)
      domains[i] = domainRows[i].domain;
    return domains;
  }();
  return list;
}

const CpuDomains &CpuDomains::machine() {
  static const CpuDomains &domains = *new CpuDomains;
  return domains;
}

CpuDomains::CpuDomains() {
  hwloc_topology_t topology;
  if (hwloc_topology_init(&topology))
    return;
  hwloc_topology_set_all_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE);
  hwloc_topology_set_cache_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_ALL);
  // A NUMA node's CPUs are those of the object that it hangs on: one of these where it is not the whole machine.
  for (hwloc_obj_type_t place : {HWLOC_OBJ_PACKAGE, HWLOC_OBJ_DIE, HWLOC_OBJ_GROUP})
    hwloc_topology_set_type_filter(topology, place, HWLOC_TYPE_FILTER_KEEP_STRUCTURE);
  if (hwloc_topology_load(topology) == 0)
    for (const DomainRow &row : domainRows)
      for (hwloc_obj_t object = nullptr; (object = hwloc_get_next_obj_by_type(topology, row.type, object));)
        for (int cpu = -1; (cpu = hwloc_bitmap_next(object->cpuset, cpu)) >= 0;)
          places_[row.domain].try_emplace(static_cast<unsigned>(cpu), object->logical_index);
  hwloc_topology_destroy(topology);
}

std::vector<CpuDomains::Cpus> CpuDomains::split(const Cpus &cpus, cl_device_affinity_domain domain) const {
  std::map<unsigned, Cpus> parts;
  if (auto found = places_.find(domain); found != places_.end())
    for (unsigned cpu : cpus)
      if (auto place = found->second.find(cpu); place != found->second.end())
        parts[place->second].push_back(cpu);
  std::vector<Cpus> list;
  for (auto &[place, units] : parts)
    list.push_back(std::move(units));
  return list;
}

} // namespace lanecl
