// The choice of launch shapes and the executor, without a device or a compiler.
#include "runtime/Executor.h"
#include "runtime/Pieces.h"
#include "runtime/UsableCpus.h"
#include "runtime/commands/Bytes.h"
#include "runtime/commands/LaunchShape.h"
#include "tests/runtime/Variable.h"
#include <algorithm>
#include <atomic>
#include <gtest/gtest.h>
#include <numeric>
#include <set>
#include <thread>
#include <vector>

using namespace lanecl;
using namespace lanecl::commands;

namespace {

TEST(UsableCpus, QuotaIsRoundedUp) {
  EXPECT_EQ(0u, quotaCpus("max 100000"));
  EXPECT_EQ(0u, quotaCpus(""));
  EXPECT_EQ(0u, quotaCpus("100000"));
  EXPECT_EQ(0u, quotaCpus("100000 0"));
  EXPECT_EQ(1u, quotaCpus("1000 100000"));
  EXPECT_EQ(1u, quotaCpus("100000 100000"));
  EXPECT_EQ(2u, quotaCpus("150000 100000"));
  EXPECT_EQ(64u, quotaCpus("6400000 100000"));
  EXPECT_GE(usableCpus(), 1u);
}

// Each alone, whatever the tests run under.
TEST(UsableCpus, LaunchersLeaveLess) {
  const Variable slurm("SLURM_JOB_ID", nullptr), dask("__DASK_PARENT_PID", nullptr), ray("RAY_RAYLET_PID", nullptr),
      openMpi("OMPI_COMM_WORLD_LOCAL_SIZE", nullptr), mpich("MPI_LOCALNRANKS", nullptr),
      mvapich("MV2_COMM_WORLD_LOCAL_SIZE", nullptr), perTask("SLURM_CPUS_PER_TASK", nullptr),
      onNode("SLURM_CPUS_ON_NODE", nullptr), openMp("OMP_NUM_THREADS", nullptr);
  EXPECT_EQ(0u, launcherCpus(64));
  struct Case {
    const char *knownBy, *variable, *value;
    unsigned cpus; ///< of 64
  };
  for (const Case &each : {Case{"SLURM_JOB_ID", "SLURM_CPUS_PER_TASK", "4", 4},
                           {"SLURM_JOB_ID", "SLURM_CPUS_ON_NODE", "16", 16},
                           {"__DASK_PARENT_PID", "OMP_NUM_THREADS", "1", 1},
                           {"RAY_RAYLET_PID", "OMP_NUM_THREADS", "3,2", 3},
                           {"OMPI_COMM_WORLD_LOCAL_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE", "4", 16},
                           {"MPI_LOCALNRANKS", "MPI_LOCALNRANKS", "3", 21},
                           {"MV2_COMM_WORLD_LOCAL_SIZE", "MV2_COMM_WORLD_LOCAL_SIZE", "200", 1},
                           {"SLURM_JOB_ID", "SLURM_CPUS_PER_TASK", "", 0},
                           {"SLURM_JOB_ID", "SLURM_CPUS_PER_TASK", "0", 0},
                           {"SLURM_JOB_ID", "SLURM_CPUS_PER_TASK", "many", 0},
                           {"SLURM_JOB_ID", "SLURM_CPUS_PER_TASK", "99999999999", 0}}) {
    Variable knownBy(each.knownBy, "7");
    Variable variable(each.variable, each.value);
    EXPECT_EQ(each.cpus, launcherCpus(64)) << each.variable << '=' << each.value;
  }
  // Without a launcher it is another library's.
  Variable another("OMP_NUM_THREADS", "1");
  EXPECT_EQ(0u, launcherCpus(64));
  // MPI under Slurm: both hold.
  Variable job("SLURM_JOB_ID", "1"), cpus("SLURM_CPUS_PER_TASK", "8"), ranks("OMPI_COMM_WORLD_LOCAL_SIZE", "16");
  EXPECT_EQ(4u, launcherCpus(64));
  EXPECT_EQ(8u, launcherCpus(256));
}

// A group may be one work-item that takes less than a nanosecond.
TEST(Sharing, OfWorkOfAnySize) {
  using executor::shareOut, executor::WorthGrabbing;
  struct Case {
    uint64_t groups;
    double cost;
    unsigned threads; ///< of 64
    uint64_t grain;
  };
  for (const Case &each : {Case{1'000'000'000, 0.25, 64, 16'000},
                           {1'000'000'000, 1.6, 64, 2'500},
                           {1'000, 100, 25, 40},
                           {1'000, 1e9, 64, 1},
                           {10, 1e6, 10, 1},
                           {2, 8'000, 2, 1},
                           {7, 10, 1, 7},
                           {1, 1e9, 1, 1},
                           {100, 0, 1, 100}}) {
    const auto sharing = shareOut(each.groups, each.cost, 64);
    EXPECT_EQ(each.threads, sharing.threads) << each.groups << " of " << each.cost;
    EXPECT_EQ(each.grain, sharing.grain) << each.groups << " of " << each.cost;
  }
}

// Whoever asks in whatever order: each group once, no piece below the grain but the last ones of parts.
TEST(Sharing, HandsOutEachGroupOnce) {
  for (unsigned threads : {1u, 2u, 16u, 17u, 64u, 250u}) {
    for (uint64_t groups : {1ull, 16ull, 1000ull, 100'003ull}) {
      constexpr uint64_t Begin = 5, Grain = 7;
      executor::Pieces pieces(Begin, Begin + groups, Grain, threads);
      std::vector<int> times(Begin + groups);
      uint64_t begin = 0, end = 0, small = 0;
      for (unsigned thread = 0; pieces.next(thread, begin, end); thread = (thread * 31 + 11) % (threads + 3)) {
        ASSERT_LT(begin, end);
        ASSERT_LE(end, times.size());
        small += end - begin < Grain;
        for (uint64_t i = begin; i < end; ++i)
          ++times[i];
      }
      EXPECT_EQ(0, std::ranges::count(times.begin(), times.begin() + Begin, 1));
      EXPECT_EQ(groups, static_cast<uint64_t>(std::ranges::count(times, 1))) << threads << " threads";
      EXPECT_LE(small, pieces.parts());
      for (unsigned thread = 0; thread < threads; ++thread)
        EXPECT_FALSE(pieces.next(thread, begin, end));
    }
  }
}

TEST(Sharing, IsAskedByManyAtOnce) {
  constexpr uint64_t Groups = 1 << 20;
  constexpr unsigned Threads = 40;
  executor::Pieces pieces(0, Groups, 3, Threads);
  std::vector<std::atomic<uint8_t>> times(Groups);
  std::vector<std::thread> team;
  for (unsigned thread = 0; thread < Threads; ++thread)
    team.emplace_back([&, thread] {
      for (uint64_t begin = 0, end = 0; pieces.next(thread, begin, end); pieces.spend(thread, end - begin))
        for (uint64_t i = begin; i < end; ++i)
          times[i].fetch_add(1);
    });
  for (std::thread &thread : team)
    thread.join();
  EXPECT_TRUE(std::ranges::all_of(times, [](const auto &count) { return count.load() == 1; }));
  EXPECT_EQ(Groups, pieces.spent());
  executor::Pieces stopped(0, Groups, 3, Threads);
  stopped.stop();
  uint64_t begin = 0, end = 0;
  EXPECT_FALSE(stopped.next(7, begin, end));
}

// 24 threads are twice 12, not 16 and 8.
TEST(Sharing, PartsHaveAsManyThreadsEach) {
  const executor::Pieces pieces(0, 1000, 1, 24);
  ASSERT_EQ(2u, pieces.parts());
  for (unsigned thread = 0; thread < 48; ++thread)
    EXPECT_EQ(thread / 12 % 2, pieces.partOf(thread));
}

// Where their own part is empty, those of one part ask different others, and each asks all.
TEST(Sharing, HelpersSpread) {
  const executor::Pieces pieces(0, 1000, 1, 256);
  ASSERT_EQ(16u, pieces.parts());
  std::set<unsigned> asked;
  for (unsigned thread = 32; thread < 47; ++thread) {
    EXPECT_EQ(2u, pieces.partOf(thread));
    asked.insert(pieces.partOf(thread, 1));
    std::set<unsigned> all;
    for (unsigned i = 0; i < pieces.parts(); ++i)
      all.insert(pieces.partOf(thread, i));
    EXPECT_EQ(16u, all.size());
  }
  EXPECT_EQ(15u, asked.size());
}

compiler::KernelInfo kernelOf(uint32_t lanes, bool agnostic) {
  compiler::KernelInfo kernel;
  kernel.subGroupSize = kernel.freeLanes = lanes;
  kernel.groupAgnostic = agnostic;
  return kernel;
}

TEST(LaunchShape, ChosenSizesDivideAndFillTheLanes) {
  for (uint64_t x : {1, 15, 16, 48, 100, 997, 1000, 1920, 4096, 10007, 1 << 20})
    for (uint64_t y : {1, 7, 1080}) {
      NDRange range{.workDim = 2, .global = {x, y, 1}};
      for (unsigned threads : {1u, 2u, 64u}) {
        auto launch = shapeOf(range, kernelOf(16, false), false, threads);
        ASSERT_TRUE(launch) << x << " " << y;
        const auto &local = launch->localSize;
        const uint64_t row = x == 1 ? y : x, rows = x == 1 ? x : y; // a column is run as a row
        EXPECT_EQ(0u, row % local[0]);
        EXPECT_EQ(0u, rows % local[1]);
        EXPECT_LE(local[0] * local[1] * local[2], 8192u);
        EXPECT_EQ(row / local[0], launch->groupCount[0]);
        if (x % 16 == 0) {
          EXPECT_EQ(0u, local[0] % 16) << x;
        }
      }
    }
}

TEST(LaunchShape, FreeGroupsCoverTheRangeWithWholeSubGroups) {
  for (uint64_t x : {1, 17, 1000, 1 << 16, 3000000})
    for (uint64_t local : {0, 1}) {
      NDRange range{.workDim = 1, .global = {x, 1, 1}};
      if (local)
        range.local = Size3{1, 1, 1};
      auto launch = shapeOf(range, kernelOf(16, true), false, 8);
      ASSERT_TRUE(launch);
      EXPECT_GE(launch->groupCount[0] * launch->localSize[0], x);
      EXPECT_LT((launch->groupCount[0] - 1) * launch->localSize[0], x);
      EXPECT_TRUE(launch->localSize[0] % 16 == 0 || launch->localSize[0] == x);
    }
}

TEST(LaunchShape, LanesLieAlongTheFirstDimensionThatFillsAVector) {
  auto along = [](const NDRange &range, const compiler::KernelInfo &kernel) {
    auto launch = shapeOf(range, kernel, false, 8);
    if (!launch)
      return std::pair(9u, uint64_t{0});
    return std::pair(unsigned{variantFor(range, *launch, kernel).laneDimension}, launch->localSize[0]);
  };
  NDRange column{.workDim = 2, .global = {1, 640, 1}};
  EXPECT_EQ(std::pair(1u, uint64_t{256}), along(column, kernelOf(16, true)));
  column.local = Size3{1, 32, 1};
  EXPECT_EQ(std::pair(1u, uint64_t{32}), along(column, kernelOf(16, false)));
  column.local = Size3{1, 1, 1};
  EXPECT_EQ(std::pair(0u, uint64_t{1}), along(column, kernelOf(16, false)));
  compiler::KernelInfo demanding = kernelOf(16, false);
  demanding.requiredWorkGroupSize = {1, 64, 1};
  EXPECT_EQ(std::pair(1u, uint64_t{64}), along({.workDim = 2, .global = {1, 640, 1}}, demanding));
  EXPECT_EQ(2u, along({.workDim = 3, .global = {1, 1, 99}}, kernelOf(16, true)).first);
  EXPECT_EQ(1u, along({.workDim = 3, .global = {1, 5, 99}}, kernelOf(16, true)).first);
  EXPECT_EQ(1u, along({.workDim = 2, .global = {3, 640, 1}}, kernelOf(16, true)).first);
  EXPECT_EQ(0u, along({.workDim = 2, .global = {4, 640, 1}}, kernelOf(16, true)).first);
  EXPECT_EQ(2u, along({.workDim = 3, .global = {2, 3, 640}}, kernelOf(16, true)).first);
  EXPECT_EQ(1u, along({.workDim = 3, .global = {1, 3, 2}}, kernelOf(16, true)).first) << "no dimension fills one";
  EXPECT_EQ(0u, along({.workDim = 3, .global = {3, 3, 3}}, kernelOf(16, true)).first);
  // Groups like this in a range that is not: the host's own, or the kernel's.
  EXPECT_EQ(std::pair(1u, uint64_t{32}),
            along({.workDim = 2, .global = {70, 640, 1}, .local = Size3{1, 32, 1}}, kernelOf(16, false)));
  EXPECT_EQ(std::pair(2u, uint64_t{8}),
            along({.workDim = 3, .global = {70, 64, 80}, .local = Size3{1, 1, 8}}, kernelOf(16, false)));
  EXPECT_EQ(0u, along({.workDim = 2, .global = {70, 640, 1}, .local = Size3{2, 16, 1}}, kernelOf(16, false)).first)
      << "its linear ids count along dimension 0 first";
  EXPECT_EQ(0u, along({.workDim = 2, .global = {2, 640, 1}}, kernelOf(16, false)).first);
  EXPECT_EQ(std::pair(1u, uint64_t{64}), along({.workDim = 2, .global = {70, 640, 1}}, demanding));
  compiler::KernelInfo asks = kernelOf(16, false);
  asks.usesSubGroups = true;
  EXPECT_EQ(0u, along({.workDim = 2, .global = {1, 640, 1}}, asks).first);
}

TEST(LaunchShape, LanesLieWhereTheKernelReachesMemoryBest) {
  compiler::KernelInfo kernel = kernelOf(16, true);
  kernel.laneDimension = 1;
  auto along = [&](Size3 global, Size3 offset = {0, 0, 0}) {
    NDRange range{.workDim = 2, .global = global, .offset = offset};
    auto launch = shapeOf(range, kernel, false, 8);
    if (!launch)
      return 9u;
    const unsigned dimension = variantFor(range, *launch, kernel).laneDimension;
    for (unsigned i : {0u, 1u}) {
      EXPECT_EQ(global[i], launch->globalSize[i ^ dimension]);
      EXPECT_EQ(offset[i], launch->globalOffset[i ^ dimension]);
    }
    return dimension;
  };
  EXPECT_EQ(1u, along({100, 640, 1}));
  EXPECT_EQ(1u, along({100, 16, 1}, {3, 7, 0}));
  EXPECT_EQ(0u, along({100, 15, 1})) << "lanes would be empty";
  EXPECT_EQ(1u, along({1, 15, 1})) << "there is no other";
}

TEST(LaunchShape, GroupsOfOneWorkItemAreLanes) {
  compiler::KernelInfo kernel = kernelOf(16, false);
  NDRange range{.workDim = 1, .global = {1024, 1, 1}, .local = Size3{1, 1, 1}};
  auto key = [&] {
    auto launch = shapeOf(range, kernel, false, 8);
    return launch ? std::pair(variantFor(range, *launch, kernel), launch->localSize[0])
                  : std::pair(compiler::VariantKey{}, uint64_t{0});
  };
  EXPECT_EQ(1u, key().second) << "local memory, say";
  EXPECT_FALSE(key().first.singleItemGroups);
  EXPECT_EQ(key().first.lanes, 1);
  kernel.usesSubGroups = true;
  EXPECT_EQ(key().first.lanes, 0) << "the host was told of their size";
  kernel.usesSubGroups = false;
  kernel.singleItemAgnostic = true;
  EXPECT_EQ(0u, key().second % 16);
  kernel.freeLanes = 64;
  EXPECT_EQ(0u, key().second % 64);
  EXPECT_FALSE(key().first.tails);
  range.global[0] = 1040;
  EXPECT_TRUE(key().first.tails);
  range.global[0] = 1024;
  EXPECT_TRUE(key().first.singleItemGroups);
  EXPECT_EQ(key().first.lanes, 0);
  range.local.reset();
  EXPECT_FALSE(key().first.singleItemGroups);
  kernel.requiredWorkGroupSize = {1, 1, 1};
  EXPECT_TRUE(key().first.singleItemGroups);
  kernel.groupAgnostic = true;
  EXPECT_FALSE(key().first.singleItemGroups) << "the same code for every group size";
  kernel.requiredWorkGroupSize = {2, 1, 1};
  range.local = Size3{1, 1, 1};
  EXPECT_EQ(0u, key().second) << "CL_INVALID_WORK_GROUP_SIZE";
}

TEST(LaunchShape, FewWorkItemsRunByThemselves) {
  compiler::KernelInfo kernel = kernelOf(16, true);
  NDRange range{.workDim = 2, .global = {1, 1, 1}};
  auto isAlone = [&](unsigned threads) {
    auto launch = shapeOf(range, kernel, true, threads);
    const bool alone = launch && variantFor(range, *launch, kernel).lanes == 1;
    EXPECT_TRUE(!alone || launch->groupCount[0] * launch->groupCount[1] == range.global[0] * range.global[1]);
    return alone;
  };
  EXPECT_TRUE(isAlone(1));
  range.global = {4, 2, 1};
  EXPECT_FALSE(isAlone(12)) << "done before another thread begins";
  kernel.hasLoops = true;
  EXPECT_TRUE(isAlone(4)) << "two for each thread, and lanes would be half empty";
  EXPECT_FALSE(isAlone(3)) << "half of the lanes do more than three for each thread";
  EXPECT_FALSE(isAlone(1));
  range.global = {2, 1, 1};
  EXPECT_TRUE(isAlone(1));
  range.global = {4, 3, 1};
  EXPECT_FALSE(isAlone(1));
  EXPECT_TRUE(isAlone(12)) << "a thread for each";
  range.global = {1, 1, 1};
  kernel.usesSubGroups = true;
  EXPECT_FALSE(isAlone(1)) << "the host was told of their size";
}

TEST(LaunchShape, WholeRowsOfTheHostsGroupsMayHaveMoreLanes) {
  compiler::KernelInfo kernel = kernelOf(16, false);
  NDRange range{.workDim = 1, .global = {1024, 1, 1}, .local = Size3{128, 1, 1}};
  auto key = [&] {
    auto launch = shapeOf(range, kernel, true, 8);
    return launch ? variantFor(range, *launch, kernel) : compiler::VariantKey{};
  };
  EXPECT_FALSE(key().freeLanes) << "there are no more";
  kernel.freeLanes = 64;
  EXPECT_EQ(key().freeLanes, 64);
  EXPECT_FALSE(key().tails);
  range.local = Size3{32, 1, 1};
  EXPECT_EQ(key().freeLanes, 32) << "as many as a row has";
  EXPECT_FALSE(key().tails);
  range.local = Size3{16, 1, 1};
  EXPECT_FALSE(key().freeLanes);
  EXPECT_FALSE(key().tails) << "with the lanes that the host was told of";
  range.local = Size3{128, 1, 1};
  range.global = {1024 + 16, 1, 1};
  EXPECT_FALSE(key().freeLanes) << "the last group's row";
  EXPECT_FALSE(key().tails);
  range.global = {1024 + 32, 1, 1};
  EXPECT_EQ(key().freeLanes, 32) << "the last group's row, too";
  kernel.usesSubGroups = true;
  EXPECT_FALSE(key().freeLanes) << "the host was told of their size";
  kernel.usesSubGroups = false;
  kernel.groupAgnostic = true;
  EXPECT_FALSE(key().freeLanes) << "has them anyway";
}

TEST(LaunchShape, RowsThatLeaveLanesEmptyHaveFewer) {
  compiler::KernelInfo kernel = kernelOf(16, true);
  kernel.freeLanes = 64;
  auto lanes = [&](uint64_t row, uint64_t rows = 8) {
    const NDRange range{.workDim = 2, .global = {row, rows, 1}};
    auto launch = shapeOf(range, kernel, true, 8);
    return launch ? variantFor(range, *launch, kernel).freeLanes : 255;
  };
  EXPECT_EQ(lanes(48), 16) << "three times, or half of the second";
  EXPECT_EQ(lanes(32), 32);
  EXPECT_EQ(lanes(96), 32);
  EXPECT_EQ(lanes(80), 16);
  EXPECT_EQ(lanes(144), 32) << "a tenth of the lanes is less than two registers may gain";
  EXPECT_EQ(lanes(64), 0);
  EXPECT_EQ(lanes(1000), 0) << "the last ones do not count";
  EXPECT_EQ(lanes(40), 16) << "as few as that are empty with 16, and no fewer";
  kernel.requiredSubGroupSize = 16;
  EXPECT_EQ(lanes(48), 0) << "the kernel asks for its lanes";
}

TEST(LaunchShape, ShortRowsOfTheHostsGroupsHaveFewerLanes) {
  compiler::KernelInfo kernel = kernelOf(16, false);
  kernel.freeLanes = 32;
  NDRange range{.workDim = 3, .global = {64, 64, 64}, .local = Size3{4, 4, 4}};
  auto key = [&] {
    auto launch = shapeOf(range, kernel, true, 8);
    return launch ? variantFor(range, *launch, kernel) : compiler::VariantKey{};
  };
  EXPECT_EQ(key().freeLanes, 4);
  EXPECT_FALSE(key().tails) << "each row is a whole sub-group";
  range.global = {66, 64, 64};
  EXPECT_EQ(key().freeLanes, 4);
  EXPECT_TRUE(key().tails) << "the last group's row";
  range.local = Size3{6, 4, 4};
  EXPECT_EQ(key().freeLanes, 8) << "half as many would take two turns";
  EXPECT_TRUE(key().tails);
  range.local = Size3{12, 4, 1};
  EXPECT_FALSE(key().freeLanes) << "has them anyway";
  range.local = Size3{2, 8, 1};
  EXPECT_EQ(key().freeLanes, 4) << "two lanes are no vector, but four are fewer empty ones than sixteen";
  EXPECT_TRUE(key().tails);
  range.local = Size3{8, 8, 1};
  range.global = {64, 64, 64};
  EXPECT_EQ(key().freeLanes, 8);
  kernel.requiredSubGroupSize = 16;
  EXPECT_FALSE(key().freeLanes) << "it asks for more";
  kernel.requiredSubGroupSize = 0;
  kernel.usesSubGroups = true;
  EXPECT_FALSE(key().freeLanes) << "the host was told of their size";
}

TEST(LaunchShape, ShortRowsOfOurGroupsHaveAsManyLanesAsTheyFill) {
  compiler::KernelInfo kernel = kernelOf(16, true);
  kernel.freeLanes = 32;
  NDRange range{.workDim = 2, .global = {16, 4096, 1}};
  auto key = [&] {
    auto launch = shapeOf(range, kernel, true, 8);
    return launch ? variantFor(range, *launch, kernel) : compiler::VariantKey{};
  };
  EXPECT_EQ(key().freeLanes, 16);
  EXPECT_FALSE(key().tails) << "each row is a whole sub-group";
  range.global[0] = 5;
  EXPECT_EQ(key().freeLanes, 8) << "three of them are empty, not 27";
  EXPECT_TRUE(key().tails);
  range.global[0] = 20;
  EXPECT_FALSE(key().freeLanes) << "as many as all others have";
  EXPECT_TRUE(key().tails);
  range.global[0] = 64;
  EXPECT_FALSE(key().freeLanes);
  EXPECT_FALSE(key().tails);
  range.global[0] = 16;
  kernel.requiredSubGroupSize = 16;
  EXPECT_FALSE(key().freeLanes) << "it asks for a number";
}

TEST(LaunchShape, RequiredSubGroups) {
  compiler::KernelInfo kernel = kernelOf(16, false);
  kernel.requiredSubGroupsPerGroup = 4;
  NDRange range{.workDim = 1, .global = {256, 1, 1}};
  auto launch = shapeOf(range, kernel, false, 8);
  ASSERT_TRUE(launch);
  EXPECT_EQ(64u, launch->localSize[0]);
  range.local = Size3{32, 1, 1};
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, shapeOf(range, kernel, false, 8).error());
}

TEST(LaunchShape, Variants) {
  auto key = [](uint64_t global, uint64_t local, uint64_t offset) {
    LaunchInfo launch{.globalSize = {global, 1, 1},
                      .globalOffset = {offset, 0, 0},
                      .localSize = {local, 1, 1},
                      .groupCount = {(global + local - 1) / local, 1, 1},
                      .workDim = 1,
                      .reserved = 0};
    return variantFor({}, launch, kernelOf(16, false));
  };
  EXPECT_FALSE(key(1024, 64, 0).tails);
  EXPECT_FALSE(key(1040, 64, 0).tails) << "the last group is smaller, in whole sub-groups";
  EXPECT_TRUE(key(1030, 64, 0).tails);
  EXPECT_TRUE(key(1024, 12, 0).tails);
  EXPECT_FALSE(key(1024, 8, 0).tails) << "with no more lanes than its rows have";
  EXPECT_FALSE(key((uint64_t{1} << 31) - 64, 64, 0).wideIds);
  EXPECT_TRUE(key(uint64_t{1} << 31, 64, 0).wideIds); // the size itself is one more than the last id
  EXPECT_TRUE(key(uint64_t{1} << 31, 64, 1).wideIds);
  EXPECT_TRUE(key((uint64_t{1} << 31) + 64, 64, 0).wideIds);
}

/// A stand-in for compiled code: counts the groups and checks its worker.
struct Probe {
  std::vector<std::atomic<int>> *runs;
  std::atomic<int> *wrong;
  int spin;
};
void probe(const void *args, const LaunchInfo *, WorkerInfo *worker, uint64_t first, uint64_t count) {
  const Probe &probe = *static_cast<const Probe *>(args);
  auto isAligned = [](std::byte *area) { return area && reinterpret_cast<uintptr_t>(area) % MemoryAlignment == 0; };
  *probe.wrong += !isAligned(worker->localMemory) || !isAligned(worker->context) || !isAligned(worker->scratch);
  std::fill_n(worker->localMemory, 1000, std::byte{1});
  std::fill_n(worker->context, 100000, std::byte{2});
  std::fill_n(worker->scratch, 5000, std::byte{3});
  for (uint64_t i = first; i < first + count; ++i) {
    for (int k = 0; k < probe.spin; ++k)
      asm volatile("");
    ++(*probe.runs)[i];
  }
}

LaunchInfo groupsOfOne(uint64_t groups) {
  return {.globalSize = {groups, 1, 1},
          .globalOffset = {},
          .localSize = {1, 1, 1},
          .groupCount = {groups, 1, 1},
          .workDim = 1,
          .reserved = 0};
}

TEST(Executor, RunsEveryGroupOnce) {
  for (uint64_t groups : {1, 2, 3, 100, 5000})
    for (int spin : {0, 20000, 0, 100}) {
      std::vector<std::atomic<int>> runs(groups);
      std::atomic<int> wrong{0};
      Probe arguments{&runs, &wrong, groups > 100 ? spin / 50 : spin};
      const LaunchInfo launch = groupsOfOne(groups);
      EXPECT_TRUE(executor::run({.entry = probe,
                                 .args = &arguments,
                                 .launch = &launch,
                                 .localBytes = 1000,
                                 .contextBytes = 100000,
                                 .scratchBytes = 5000}));
      for (std::atomic<int> &each : runs)
        ASSERT_EQ(1, each);
      EXPECT_EQ(0, wrong);
    }
  EXPECT_NE(executor::UnknownCost, executor::estimate(probe, 1));
}

void sleeps(const void *args, const LaunchInfo *, WorkerInfo *, uint64_t, uint64_t) {
  if (auto milliseconds = *static_cast<const int *>(args))
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}
void sleepsToo(const void *args, const LaunchInfo *launch, WorkerInfo *worker, uint64_t first, uint64_t count) {
  sleeps(args, launch, worker, first, count);
}

TEST(Executor, ShortKernelsThatBecomeLongAreNoticed) {
  const LaunchInfo launch = groupsOfOne(1);
  auto runBoth = [&](int milliseconds) {
    for (KernelEntry entry : {sleeps, sleepsToo})
      EXPECT_TRUE(executor::run({.entry = entry, .args = &milliseconds, .launch = &launch}));
  };
  for (int round = 0; round < 100; ++round)
    runBoth(0);
  EXPECT_GT(100'000u, executor::estimate(sleeps, 1));
  EXPECT_GT(100'000u, executor::estimate(sleepsToo, 1));
  for (int round = 0; round < 20; ++round)
    runBoth(2);
  EXPECT_LT(1'000'000u, executor::estimate(sleeps, 1));
  EXPECT_LT(1'000'000u, executor::estimate(sleepsToo, 1));
}

TEST(Executor, MemoryThatCannotBeHadIsReported) {
  std::vector<std::atomic<int>> runs(1);
  std::atomic<int> wrong{0};
  Probe arguments{&runs, &wrong, 0};
  const LaunchInfo launch = groupsOfOne(1);
  EXPECT_FALSE(
      executor::run({.entry = probe, .args = &arguments, .launch = &launch, .contextBytes = uint64_t{1} << 60}));
  EXPECT_EQ(0, runs[0]);
}

TEST(Executor, RangesFromManyThreads) {
  std::vector<std::thread> hosts;
  std::atomic<int> failures{0};
  for (int t = 0; t < 4; ++t)
    hosts.emplace_back([&] {
      for (int round = 0; round < 20; ++round) {
        std::atomic<uint64_t> sum{0};
        executor::forRanges(10000, 100, [&](uint64_t begin, uint64_t end) {
          for (uint64_t i = begin; i < end; ++i)
            sum += i;
        });
        failures += sum != 49995000;
      }
    });
  for (std::thread &host : hosts)
    host.join();
  EXPECT_EQ(0, failures);
}

TEST(Bytes, ExtentsDoNotOverflow) {
  std::size_t bytes = 0;
  EXPECT_TRUE(extentOf({.offset = 3, .rowPitch = 10, .slicePitch = 50}, {8, 4, 2}, bytes));
  EXPECT_EQ(3u + 3 * 10 + 50 + 8, bytes);
  EXPECT_FALSE(extentOf({.offset = 3, .rowPitch = SIZE_MAX / 2, .slicePitch = 50}, {8, 4, 2}, bytes));
  EXPECT_FALSE(extentOf({.offset = SIZE_MAX - 4, .rowPitch = 8, .slicePitch = 8}, {8, 1, 1}, bytes));
}

} // namespace
