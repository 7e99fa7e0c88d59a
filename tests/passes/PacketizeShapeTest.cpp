// What packetize makes of each memory pattern, told by its report: one wrong shape is a gather where a load would do.
#include "compiler/analysis/ScatteredAccesses.h"
#include "compiler/targets/HostTarget.h"
#include "compiler/transform/Passes.h"
#include "tests/passes/PacketizeHarness.h"
#include <gtest/gtest.h>

using namespace lanecl;
using namespace lanecl::test;

namespace {

struct Expected {
  unsigned contiguous = 0, gathers = 0, scatters = 0, strided = 0, guarded = 0, uniformLoads = 0, serialised = 0;
  bool operator==(const Expected &) const = default;
};

std::ostream &operator<<(std::ostream &out, const Expected &e) {
  return out << "contiguous " << e.contiguous << ", gathers " << e.gathers << ", scatters " << e.scatters
             << ", strided " << e.strided << ", guarded " << e.guarded << ", uniform loads " << e.uniformLoads
             << ", serial " << e.serialised;
}

std::string kernelOf(const std::string &body, const std::string &before = "") {
  return compileOpenCl(before +
                       "kernel void k(global const int* restrict a, global int* restrict b, global float4* v,"
                       " global uchar4* c, int n, uint u, int w) { int i = get_global_id(0); " +
                       body + "}");
}

PacketizeReport reportOf(const std::string &body, bool wideIds = false, const std::string &before = "") {
  PacketizeReport report;
  KernelModule module(kernelOf(body, before), "k", !wideIds);
  PacketizeOptions options;
  options.machine = testMachine();
  options.wideIds = wideIds;
  preparePacketize(module.kernel(), options);
  auto result = packetize(module.kernel(), options, &report);
  EXPECT_TRUE(static_cast<bool>(result));
  if (!result)
    llvm::consumeError(result.takeError());
  return report;
}

Expected accesses(const std::string &body, bool wideIds = false) {
  auto r = reportOf(body, wideIds);
  return {r.contiguous, r.gathers, r.scatters, r.strided, r.guarded, r.uniformLoads, r.serialised};
}

} // namespace

TEST(Shape, IdsAreContiguous) {
  EXPECT_EQ(accesses("b[i] = a[i];"), (Expected{.contiguous = 2}));
  EXPECT_EQ(accesses("b[i + 1] = a[i + n];"), (Expected{.contiguous = 2}));
  EXPECT_EQ(accesses("if (i < n) b[i] = a[i];"), (Expected{.contiguous = 2}));
  EXPECT_EQ(accesses("size_t g = get_global_id(0); b[g] = a[g + u];", true), (Expected{.contiguous = 2}));
  EXPECT_EQ(accesses("b[i] = a[i] + a[i + 1] + a[i + 2] + a[i + 3];"), (Expected{.contiguous = 5}));
}

TEST(Shape, RowsOfImagesAreContiguous) {
  EXPECT_EQ(accesses("int y = get_global_id(1); b[y * w + i] = a[(y + 1) * w + i - 1];"), (Expected{.contiguous = 2}));
  EXPECT_EQ(accesses("int l = get_local_id(0); b[get_group_id(0) * 64 + l] = a[l];"), (Expected{.contiguous = 2}));
}

TEST(Shape, WhatIsUniformIsLoadedOnce) {
  EXPECT_EQ(accesses("int s = 0; for (int k = 0; k < n; k++) s += a[k]; b[i] = s;"),
            (Expected{.contiguous = 1, .uniformLoads = 1}));
  EXPECT_EQ(accesses("if (a[i] & 1) b[i] = a[n];"), (Expected{.contiguous = 2, .uniformLoads = 1}));
}

TEST(Shape, ColumnsAndIndirectionAreGathered) {
  EXPECT_EQ(accesses("b[i] = a[a[i]];"), (Expected{.contiguous = 2, .gathers = 1}));
  EXPECT_EQ(accesses("b[a[i]] = n;"), (Expected{.contiguous = 1, .scatters = 1}));
  EXPECT_EQ(accesses("b[i] = a[i * w];"), (Expected{.contiguous = 1, .gathers = 1}));
}

TEST(Shape, ReversedIsLoadedAtOnce) { EXPECT_EQ(accesses("b[i] = a[n - i];"), (Expected{.contiguous = 2})); }

TEST(Shape, StructuresAreSorted) {
  EXPECT_EQ(accesses("v[i] = v[i + 1] * 2.0f;"), (Expected{.strided = 8}));
  EXPECT_EQ(accesses("b[i] = a[2 * i] + a[2 * i + 1];"), (Expected{.contiguous = 1, .strided = 2}));
  EXPECT_EQ(accesses("c[i] = c[i].wzyx;"), (Expected{.strided = 8}));
}

// A load for each lane instead of a gather for each element; what does not fill a piece is gathered.
TEST(Shape, PiecesAnywhereAreSorted) {
  EXPECT_EQ(accesses("float4 x = v[a[i]]; b[i] = x.x + x.y * x.z - x.w;"), (Expected{.contiguous = 2, .strided = 4}));
  EXPECT_EQ(accesses("uchar4 x = c[a[i]]; b[i] = x.x + x.y * x.z - x.w;"), (Expected{.contiguous = 2, .strided = 4}));
  EXPECT_EQ(accesses("int k = a[i]; b[i] = a[k] + a[k + 1] * a[k + 2];"),
            (Expected{.contiguous = 2, .gathers = 1, .strided = 2}));
  // A write between them keeps them apart: it may be to what is read.
  EXPECT_EQ(accesses("global int *d = b + a[i]; int x = d[0]; d[5] = x; b[i] = x + d[1];"),
            (Expected{.contiguous = 2, .gathers = 2, .scatters = 1}));
}

TEST(Shape, RowsAreReadPieceByPiece) {
  EXPECT_EQ(accesses("int s = 0; for (int k = 0; k < 64; k++) s += a[i * 64 + k]; b[i] = s;"),
            (Expected{.contiguous = 1, .strided = 4}));
  EXPECT_EQ(accesses("int s = 0; for (int k = 0; k < n; k++) s += a[i * n + k]; b[i] = s;"),
            (Expected{.contiguous = 1, .gathers = 1, .strided = 4})); // up to three are left over
  EXPECT_EQ(accesses("int s = 0; for (int k = 0; k < n; k++) s += a[i + k]; b[i] = s;"), (Expected{.contiguous = 2}));
  EXPECT_EQ(accesses("int s = 0; for (int k = 0; k < a[i]; k++) s += a[i * 64 + k]; b[i] = s;"),
            (Expected{.contiguous = 2, .gathers = 1})); // each lane has a length of its own
}

TEST(Shape, ClampsAndWrapsAreTested) {
  EXPECT_EQ(accesses("b[i] = a[clamp(i - 2, 0, w - 1)];"), (Expected{.contiguous = 1, .guarded = 1}));
  EXPECT_EQ(accesses("b[i] = a[(i + 1) % w];"), (Expected{.contiguous = 1, .guarded = 1}));
  EXPECT_EQ(accesses("b[i] = a[(uint)i + u];"), (Expected{.contiguous = 1, .guarded = 1}));
  EXPECT_EQ(accesses("for (; i < n; i += get_global_size(0)) b[i] = a[i];"), (Expected{.guarded = 2}));
  EXPECT_EQ(accesses("for (size_t g = i; (int)g < n; g += get_global_size(0)) b[(int)g] = a[(int)g];"),
            (Expected{.guarded = 2}));
}

// Work-groups start at whole vectors: 16 lanes lie in one row of 16, 32 or 64.
TEST(Shape, TilesOfLocalIdsAreKnown) {
  EXPECT_EQ(accesses("int l = get_local_id(1) * 16 + get_local_id(0); b[(l & 15) + n] = a[(l >> 4) * w + (l & 63)];"),
            (Expected{.contiguous = 2}));
  EXPECT_EQ(accesses("int l = get_local_id(0); b[i] = a[l >> 4] + a[(l / 32) ^ n];"),
            (Expected{.contiguous = 1, .uniformLoads = 2}));
}

TEST(Shape, PrivateArraysAreInterleaved) {
  EXPECT_EQ(accesses("int t[8]; for (int k = 0; k < 8; k++) t[k] = a[i + k]; for (int k = 0; k < n; k++) t[k & 7] += k;"
                     "int s = 0; for (int k = 0; k < 8; k++) s ^= t[k]; b[i] = s;"),
            (Expected{.contiguous = 6}));
}

TEST(Shape, BranchesAndLoops) {
  auto divergent = reportOf("while (a[i] > n) i += a[i]; b[i] = 1;");
  EXPECT_EQ(divergent.divergentLoops, 1u);
  auto uniform = reportOf("int s = 0; for (int k = 0; k < n; k++) s += a[i + k]; b[i] = s;");
  EXPECT_EQ(uniform.divergentLoops, 0u);
  EXPECT_EQ(uniform.uniformLoops, 1u);
  EXPECT_EQ(uniform.divergentBranches, 0u);
}

simd::LaneCosts costsOf(const std::string &body) {
  KernelModule module(kernelOf(body), "k");
  const targets::Machine *machine = testMachine("avx2");
  preparePacketize(module.kernel(), {.machine = machine});
  simd::LaneAnalyses analyses;
  return simd::costsOfLanes(module.kernel(), *machine, analyses, false);
}

// A branch in a loop, as memory decides, costs a work-item that is alone more than what is behind it.
TEST(LaneCosts, BranchesThatMemoryDecides) {
  auto loop = [](const std::string &step) {
    return costsOf("int s = 0; for (int k = 0; k < n; k++) { int t = a[k * w + i * 7]; " + step + " } b[i] = s;");
  };
  constexpr unsigned Iterations = 8;
  const auto asked = loop("if (t == 3) s += b[t];"), all = loop("s += b[t];");
  EXPECT_GT(asked.alone, all.alone + Iterations);
  EXPECT_LT(asked.inLanes, all.inLanes);
}

// A division that all lanes have alike is each work-item's own without them.
TEST(LaneCosts, DivisionsThatLanesShare) {
  auto loop = [](const std::string &row) {
    return costsOf("int s = 0; for (int k = 0; k < n; k++) s += a[(" + row + ") * 1000 + i * 7]; b[i] = s;");
  };
  constexpr unsigned Iterations = 8;
  const auto divided = loop("k % w"), masked = loop("k & w");
  EXPECT_GT(divided.alone, masked.alone + 3 * Iterations);
  EXPECT_LT(divided.inLanes, masked.inLanes + Iterations);
}

// What a work-item alone waits for from iteration to iteration: reads side by side once, one behind the other each, and
// a choice that was read as well. What it does meanwhile costs nothing more.
TEST(LaneCosts, WhatIterationsWaitFor) {
  auto alone = [](const std::string &step) {
    KernelModule module(kernelOf("int p = a[i], q = a[i + n], r = a[i + w]; for (int k = 0; k < n; k++) {" + step +
                                 "} b[i] = p + q * r;"),
                        "k");
    canonicalize(module.module(), *targets::createTargetMachine(targets::hostTarget("")));
    preparePacketize(module.kernel(), {.machine = testMachine("avx2")});
    simd::LaneAnalyses analyses;
    return simd::costsOfLanes(module.kernel(), *testMachine("avx2"), analyses, false).alone;
  };
  const double waiting = 8 * testMachine("avx2")->item.waiting, access = 8 * testMachine("avx2")->item.access;
  const double one = alone("p = a[p];");
  EXPECT_NEAR(alone("p = a[p]; q = a[q]; r = a[r];"), one, access);
  EXPECT_NEAR(alone("p = a[a[a[p]]];"), one + 2 * waiting, access);
  EXPECT_NEAR(alone("int t = a[p]; p = q; q = r; r = t;"), one - waiting * 2 / 3, 2 * access);
  EXPECT_NEAR(alone("p = a[p]; q ^= k * 5;"), one, access);
  EXPECT_GT(alone("if (a[p] < a[q]) { p++; b[p] = 0; } else { q++; b[q] = 1; }"), one);
}

// Lanes share what a barrier costs each work-item.
TEST(LaneCosts, Barriers) {
  const auto none = costsOf("b[i] = a[i * 7];"),
             one = costsOf("b[i] = a[i * 7]; barrier(CLK_LOCAL_MEM_FENCE); b[i] += 1;");
  const double barrier = testMachine("avx2")->item.barrier;
  EXPECT_GT(one.alone, none.alone + barrier);
  EXPECT_LT(one.inLanes, none.inLanes + barrier / 2);
}

// A filter goes on from its own results, which wait for one another: none of its vectors is a sum.
TEST(LaneCosts, SumsOfVectors) {
  auto sums = [](const std::string &step) {
    KernelModule module(kernelOf("float4 p = 0, q = 0, r = 0, s = 0; for (int k = 0; k < n; k++) {"
                                 "float4 x = v[k * w + i], y = x - p * 0.1f - q * 0.2f + r * 0.3f; " +
                                 step + " v[k * w + i] = y; } v[i] = p * q + r * s;"),
                        "k");
    canonicalize(module.module(), *targets::createTargetMachine(targets::hostTarget("")));
    simd::LaneAnalyses analyses;
    return simd::costsOfLanes(module.kernel(), *testMachine("avx2"), analyses, false).vectorSums;
  };
  EXPECT_EQ(sums("p += x; q += x * x; r += x * 3; s += x * x.yzwx;"), 4U);
  EXPECT_EQ(sums("p += x; p += x * 5; if (k != u) q -= x * x; r = x * 3 + r; s = fma(x, x, s + x);"), 4U);
  EXPECT_EQ(sums("s = r; r = x; q = p; p = y;"), 0U);
}

// What fills a quarter of a register does half of what fills half of one; vectors that nothing waits for do twice as
// much.
TEST(LaneCosts, VectorsOfAWorkItemsOwn) {
  auto lose = [](const char *isa, double lanes, unsigned sums) {
    const simd::LaneCosts costs{.alone = 10, .inLanes = lanes, .guarded = lanes, .vectors = 1, .vectorSums = sums};
    return costs.loseByLanes(*testMachine(isa), {});
  };
  for (const char *isa : {"sse4", "avx2"}) {
    EXPECT_FALSE(lose(isa, 2, 1)) << isa;
    EXPECT_TRUE(lose(isa, 2, 4)) << isa;
    EXPECT_TRUE(lose(isa, 3, 1)) << isa;
  }
  EXPECT_FALSE(lose("avx512", 3, 1));
  EXPECT_FALSE(lose("avx512", 2, 4));
  EXPECT_TRUE(lose("avx512", 3, 4));
  EXPECT_TRUE(lose("avx512", 6, 1));
}

// Of kernels that see their work-groups less is known.
TEST(LaneCosts, LossOfKernelsThatSeeTheirGroups) {
  const simd::LaneCosts some{.alone = 10, .inLanes = 13, .guarded = 13},
      much{.alone = 10, .inLanes = 15, .guarded = 15};
  EXPECT_TRUE(some.loseByLanes(*testMachine("avx2"), {.hasMasks = true}));
  EXPECT_FALSE(some.loseByLanes(*testMachine("avx2"), {.hasMasks = true, .hasGroups = true}));
  EXPECT_TRUE(much.loseByLanes(*testMachine("avx2"), {.hasMasks = true, .hasGroups = true}));
}
