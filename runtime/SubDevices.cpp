// Parts of a device (OpenCL API 4.3): some of its compute units, which are CPUs.
#include "runtime/CpuDomains.h"
#include "runtime/Device.h"
#include <algorithm>

namespace lanecl {
namespace {

using Property = cl_device_partition_property;
using Units = CpuDomains::Cpus;

/// The properties of the sub-devices to make: their CPUs, and what CL_DEVICE_PARTITION_TYPE will say.
struct Plan {
  std::vector<Units> parts;
  std::vector<Property> type;
};

Result<Plan> planEqually(const Units &units, const Property *arguments) {
  // CL_INVALID_VALUE if values specified in properties are not valid.
  if (arguments[0] <= 0 || arguments[1] != 0)
    return fail(CL_INVALID_VALUE);
  auto each = static_cast<std::size_t>(arguments[0]);
  // CL_INVALID_DEVICE_PARTITION_COUNT if the total number of compute units requested exceeds
  // CL_DEVICE_MAX_COMPUTE_UNITS for in_device: it does when one part alone has more.
  if (each > units.size())
    return fail(CL_INVALID_DEVICE_PARTITION_COUNT);
  // CL_DEVICE_PARTITION_FAILED if in_device could not be further partitioned: all of it in one part is no partition.
  if (each == units.size())
    return fail(CL_DEVICE_PARTITION_FAILED);
  Plan plan{{}, {CL_DEVICE_PARTITION_EQUALLY, arguments[0], 0}};
  for (std::size_t at = 0; at + each <= units.size(); at += each)
    plan.parts.emplace_back(units.begin() + at, units.begin() + at + each);
  return plan;
}

Result<Plan> planByCounts(const Units &units, const Property *arguments) {
  Plan plan{{}, {CL_DEVICE_PARTITION_BY_COUNTS}};
  std::size_t at = 0;
  for (; *arguments != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; ++arguments) {
    // CL_INVALID_DEVICE_PARTITION_COUNT if the total number of compute units requested exceeds
    // CL_DEVICE_MAX_COMPUTE_UNITS for in_device, or the number of compute units requested for one or more sub-devices
    // is less than zero. The number of sub-devices cannot be too large then.
    if (*arguments < 0 || static_cast<std::size_t>(*arguments) > units.size() - at)
      return fail(CL_INVALID_DEVICE_PARTITION_COUNT);
    auto count = static_cast<std::size_t>(*arguments);
    plan.parts.emplace_back(units.begin() + at, units.begin() + at + count);
    plan.type.push_back(*arguments);
    at += count;
  }
  // CL_INVALID_VALUE if values specified in properties are not valid: an empty list is none.
  if (plan.parts.empty())
    return fail(CL_INVALID_VALUE);
  plan.type.insert(plan.type.end(), {CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
  return plan;
}

Result<Plan> planByDomain(const Units &units, const Property *arguments) {
  auto wanted = static_cast<cl_device_affinity_domain>(arguments[0]);
  // CL_INVALID_VALUE if values specified in properties are not valid.
  bool known = wanted == CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE ||
               std::ranges::find(CpuDomains::all(), wanted) != CpuDomains::all().end();
  if (!known || arguments[1] != 0)
    return fail(CL_INVALID_VALUE);
  for (cl_device_affinity_domain domain : CpuDomains::all()) {
    if (wanted != domain && wanted != CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE)
      continue;
    auto parts = CpuDomains::machine().split(units, domain);
    if (parts.size() > 1) // the type says which domain it was
      return Plan{std::move(parts), {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, static_cast<Property>(domain), 0}};
  }
  // CL_INVALID_VALUE if values specified in properties are valid but not supported by the device.
  return fail(units.size() < 2 ? CL_DEVICE_PARTITION_FAILED : CL_INVALID_VALUE);
}

Result<Plan> planOf(const Units &units, const Property *properties) {
  switch (properties[0]) {
  case CL_DEVICE_PARTITION_EQUALLY:
    return planEqually(units, properties + 1);
  case CL_DEVICE_PARTITION_BY_COUNTS:
    return planByCounts(units, properties + 1);
  case CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN:
    return planByDomain(units, properties + 1);
  default:
    // CL_INVALID_VALUE if values specified in properties are not valid.
    return fail(CL_INVALID_VALUE);
  }
}

} // namespace

Device::Device(Device &parent, std::vector<unsigned> cpus, std::vector<Property> type)
    : parent_(&parent), team_(std::make_unique<Team>(std::move(cpus))), partitionType_(std::move(type)) {}

std::vector<unsigned> Device::cpus() const {
  if (team_)
    return team_->cpus();
  const std::vector<unsigned> &all = processCpus();
  std::vector<unsigned> list(Team::all().threads());
  for (std::size_t i = 0; i < list.size(); ++i)
    list[i] = all[i % all.size()];
  return list;
}

Result<std::vector<Ref<Device>>> Device::part(const Property *properties) {
  std::vector<unsigned> units = cpus();
  auto plan = planOf(units, properties);
  if (!plan)
    return fail(plan.error());
  // CL_DEVICE_PARTITION_FAILED if the partition name is supported by the implementation but in_device could not be
  // further partitioned.
  if (units.size() < 2)
    return fail(CL_DEVICE_PARTITION_FAILED);
  std::vector<Ref<Device>> made;
  for (Units &part : plan->parts)
    made.push_back(Ref<Device>::adopt(new Device(*this, std::move(part), plan->type)));
  return made;
}

cl_device_affinity_domain Device::affinityDomains() const {
  cl_device_affinity_domain domains = 0;
  for (cl_device_affinity_domain domain : CpuDomains::all())
    if (CpuDomains::machine().split(cpus(), domain).size() > 1)
      domains |= domain;
  return domains ? domains | CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE : 0;
}

std::vector<Property> Device::partitions() const {
  if (computeUnits() < 2)
    return {0};
  std::vector<Property> list{CL_DEVICE_PARTITION_EQUALLY, CL_DEVICE_PARTITION_BY_COUNTS};
  if (affinityDomains())
    list.push_back(CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN);
  return list;
}

} // namespace lanecl
