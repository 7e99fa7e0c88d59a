// Whole kernels of the kinds that sub-groups are used for: warps of 32 as a HIP program has them, and the rows of a
// quantised matrix times a vector, as inference of language models does it.
#include <numeric>

#include "SubGroups.h"

namespace {

// A warp's built-ins on sub-groups of 32: __shfl_down_sync, __shfl_xor_sync, __ballot_sync, __any_sync, and a stream
// compaction and a segmented sum made of them.
const char *const warps = R"(
#pragma OPENCL EXTENSION cl_intel_subgroups : enable
#define WARP 32
float shflDown(float v, uint d) { return sub_group_shuffle_down(v, d); }
int shflXor(int v, uint m) { return intel_sub_group_shuffle_xor(v, m); }
uint ballotOf(int p) { return sub_group_ballot(p).x; }

float warpSum(float v) {
  for (uint d = WARP / 2; d > 0; d >>= 1) {
    float other = shflDown(v, d);
    v += get_sub_group_local_id() + d < WARP ? other : 0.0f;
  }
  return sub_group_broadcast(v, 0);
}

kernel __attribute__((intel_reqd_sub_group_size(WARP)))
void compact(global const int *in, global int *out, global int *counts, global float *sums, global int *largest, int n) {
  int i = get_global_id(0), warp = i / WARP;
  uint lane = get_sub_group_local_id();
  int v = i < n ? in[i] : 0;
  int keep = i < n && v % 3 != 0;
  uint kept = ballotOf(keep);
  int place = popcount(kept & ((1u << lane) - 1));
  if (keep)
    out[warp * WARP + place] = v;
  if (lane == 0)
    counts[warp] = popcount(kept);
  float sum = warpSum(i < n ? (float)v : 0.0f);
  int most = v;
  for (uint m = WARP / 2; m > 0; m >>= 1)
    most = max(most, shflXor(most, m));
  if (sub_group_elect()) {
    sums[warp] = sum;
    largest[warp] = most;
  }
}
)";

TEST(SubGroupPrograms, WarpsOf32) {
  const int n = 1000, items = 1024, warpCount = items / 32;
  auto noise = harness::noise<cl_uint>(items, 9);
  std::vector<cl_int> in, out(items, -1), counts(warpCount), largest(warpCount), wantOut(items, -1);
  for (cl_uint value : noise)
    in.push_back(static_cast<cl_int>(value % 1000));
  std::vector<float> sums(warpCount);
  harness::Program program(warps);
  harness::Launch launch(program, "compact");
  launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out)), launch.arg(harness::inOut(counts));
  launch.arg(harness::inOut(sums)), launch.arg(harness::inOut(largest)), launch.arg(cl_int{n});
  launch.run(harness::Range::of(items, 128));
  for (int warp = 0; warp < warpCount; ++warp) {
    int kept = 0, sum = 0, most = 0;
    for (int i = warp * 32; i < warp * 32 + 32; ++i) {
      const int v = i < n ? in[i] : 0;
      sum += v;
      most = std::max(most, v);
      if (i < n && v % 3)
        wantOut[warp * 32 + kept++] = v;
    }
    EXPECT_EQ(counts[warp], kept) << warp;
    EXPECT_EQ(sums[warp], float(sum)) << warp;
    EXPECT_EQ(largest[warp], most) << warp;
  }
  EXPECT_EQ(out, wantOut);
}

// Blocks of 32 weights of 4 bits with one half scale. A sub-group of 16 does a row: each work-item unpacks two bytes of
// a block, the row's sum is a sub-group reduction, rows are spread over the sub-groups of a work-group.
const char *const matrixRows = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define SIZE 16
typedef struct { half scale; uchar nibbles[16]; } Block;

kernel __attribute__((intel_reqd_sub_group_size(SIZE))) __attribute__((reqd_work_group_size(SIZE, 4, 1)))
void rows(global const Block *weights, global const float *x, global float *y, int blocks, int rowCount) {
  int row = get_group_id(0) * get_num_sub_groups() + get_sub_group_id();
  if (row >= rowCount)
    return;
  float sum = 0;
  for (int b = 0; b < blocks; ++b) {
    global const Block *block = weights + row * blocks + b;
    uchar q = block->nibbles[get_sub_group_local_id()];
    float low = (float)((int)(q & 15) - 8), high = (float)((int)(q >> 4) - 8);
    float xs = x[b * 32 + get_sub_group_local_id()], next = x[b * 32 + 16 + get_sub_group_local_id()];
    sum += (float)block->scale * (low * xs + high * next);
  }
  float total = sub_group_reduce_add(sum);
  if (get_sub_group_local_id() == 0)
    y[row] = total;
}
)";

TEST(SubGroupPrograms, QuantisedMatrixRows) {
  struct Block {
    _Float16 scale;
    unsigned char nibbles[16];
  };
  const int blocks = 5, rowCount = 22;
  auto bytes = harness::noise<unsigned char>(rowCount * blocks * 16, 4);
  auto numbers = harness::noise<unsigned char>(blocks * 32, 6);
  std::vector<Block> weights(rowCount * blocks);
  for (std::size_t b = 0; b < weights.size(); ++b) {
    weights[b].scale = static_cast<_Float16>(0.25 * (1 + b % 7));
    std::copy_n(&bytes[b * 16], 16, weights[b].nibbles);
  }
  std::vector<float> x, y(rowCount), want(rowCount);
  for (unsigned char number : numbers)
    x.push_back(static_cast<float>(number % 9) - 4);
  for (int row = 0; row < rowCount; ++row)
    for (int b = 0; b < blocks; ++b)
      for (int i = 0; i < 16; ++i) {
        const Block &block = weights[row * blocks + b];
        const int q = block.nibbles[i];
        want[row] +=
            float(block.scale) * (float((q & 15) - 8) * x[b * 32 + i] + float((q >> 4) - 8) * x[b * 32 + 16 + i]);
      }
  harness::Program program(matrixRows);
  harness::Launch launch(program, "rows");
  launch.arg(harness::inOut(weights)), launch.arg(harness::inOut(x)), launch.arg(harness::inOut(y));
  launch.arg(cl_int{blocks}), launch.arg(cl_int{rowCount});
  launch.run({{16 * 6, 4, 1}, {16, 4, 1}, {0, 0, 0}, 2});
  EXPECT_EQ(y, want); // quarters of small numbers: no rounding
}

// cl_khr_subgroups is of OpenCL C 2.0: every function of it, with the pragma that programs of then have.
const char *const extension = R"(
#ifndef cl_khr_subgroups
#error "no cl_khr_subgroups"
#endif
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void k(global const int *in, global int *out) {
  size_t g = get_global_id(0);
  int x = in[g], n = get_sub_group_size(), lane = get_sub_group_local_id(), r = 0, row = 0;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  // work-item i of a sub-group holds i
  r += sub_group_broadcast(lane, n - 1) != n - 1;
  r += sub_group_reduce_add(lane) != n * (n - 1) / 2;
  r += sub_group_reduce_min(lane + 1) != 1;
  r += sub_group_reduce_max(lane) != n - 1;
  r += sub_group_scan_exclusive_add(lane) != lane * (lane - 1) / 2;
  r += sub_group_scan_exclusive_min(lane) != (lane ? 0 : INT_MAX);
  r += sub_group_scan_exclusive_max(lane) != (lane ? lane - 1 : INT_MIN);
  r += sub_group_scan_inclusive_add(lane) != lane * (lane + 1) / 2;
  r += sub_group_scan_inclusive_min(lane) != 0;
  r += sub_group_scan_inclusive_max(lane) != lane;
  r += !sub_group_all(lane >= 0) + (sub_group_all(lane > 0) != 0);
  r += !sub_group_any(lane == 0) + (sub_group_any(lane < 0) != 0);
  r += sub_group_reduce_add(1.0f) != n;
  r += sub_group_scan_inclusive_add(1ul) != lane + 1;
  r += get_sub_group_id() != get_local_id(0) / get_max_sub_group_size();
  r += get_num_sub_groups() != get_enqueued_num_sub_groups();
  out[g] = x + 1000 * r;
}
)";

TEST(SubGroupPrograms, TheExtensionInOlderPrograms) {
  for (const char *options : {"-cl-std=CL2.0", "-cl-std=CL3.0", "-cl-std=CL2.0 -Werror"}) {
    harness::Program program(extension, options);
    ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
    std::vector<cl_int> in(300), out(300);
    std::iota(in.begin(), in.end(), 1);
    harness::Launch launch(program, "k");
    launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out));
    launch.run(harness::Range::of(300, 100));
    EXPECT_EQ(out, in) << options;
  }
}

} // namespace
