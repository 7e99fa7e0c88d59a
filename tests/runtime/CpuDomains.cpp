// CPUs by NUMA node and cache, on machines that hwloc makes up.
#include "runtime/CpuDomains.h"
#include "tests/runtime/Variable.h"
#include <gtest/gtest.h>
#include <numeric>

namespace lanecl {
namespace {

using Parts = std::vector<CpuDomains::Cpus>;

CpuDomains::Cpus numbers(unsigned first, unsigned count, unsigned step = 1) {
  CpuDomains::Cpus list(count);
  for (unsigned i = 0; i < count; ++i)
    list[i] = first + i * step;
  return list;
}
Parts blocks(unsigned count, unsigned each) {
  Parts parts;
  for (unsigned i = 0; i < count; ++i)
    parts.push_back(numbers(i * each, each));
  return parts;
}

// Two sockets of four nodes, in each two L3 caches for eight cores of two threads: 256 CPUs.
TEST(CpuDomains, ManyNodes) {
  Variable machine("HWLOC_SYNTHETIC", "pack:2 numa:4 l3:2 l2:8 l1:1 core:1 pu:2");
  const CpuDomains domains;
  const CpuDomains::Cpus all = numbers(0, 256);
  EXPECT_EQ(blocks(8, 32), domains.split(all, CL_DEVICE_AFFINITY_DOMAIN_NUMA));
  EXPECT_EQ(blocks(16, 16), domains.split(all, CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE));
  EXPECT_EQ(blocks(128, 2), domains.split(all, CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE));
  EXPECT_EQ(blocks(128, 2), domains.split(all, CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE));
  EXPECT_EQ(Parts(), domains.split(all, CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE));
  // A part of the machine: what a job got of it, in the order in which it names them.
  EXPECT_EQ((Parts{{28, 30}, {33, 32}}), domains.split({33, 28, 32, 30}, CL_DEVICE_AFFINITY_DOMAIN_NUMA));
  EXPECT_EQ((Parts{{17, 31}}), domains.split({17, 31}, CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE));
  EXPECT_EQ(Parts(), domains.split({256, 1000}, CL_DEVICE_AFFINITY_DOMAIN_NUMA));
}

// Linux may number the threads of a core far apart, and nodes by turns.
TEST(CpuDomains, NumbersThatAreNotInOrder) {
  Variable machine("HWLOC_SYNTHETIC", "numa:2 l3:1 core:4 pu:2(indexes=0,8,2,10,4,12,6,14,1,9,3,11,5,13,7,15)");
  const CpuDomains domains;
  const Parts nodes{numbers(0, 8, 2), numbers(1, 8, 2)};
  EXPECT_EQ(nodes, domains.split(numbers(0, 16), CL_DEVICE_AFFINITY_DOMAIN_NUMA));
  EXPECT_EQ(nodes, domains.split(numbers(0, 16), CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE));
}

// One node and no cache that is known: nothing to part by.
TEST(CpuDomains, PlainMachine) {
  Variable machine("HWLOC_SYNTHETIC", "core:8 pu:1");
  const CpuDomains domains;
  EXPECT_EQ(Parts{numbers(0, 8)}, domains.split(numbers(0, 8), CL_DEVICE_AFFINITY_DOMAIN_NUMA));
  EXPECT_EQ(Parts(), domains.split(numbers(0, 8), CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE));
}

} // namespace
} // namespace lanecl
