// Atomic operations that loops send to one address, of the program or over the work-items: gathered, they must come to
// the same, be there when anybody may look, and reach nothing that the program does not reach.
#include "Harness.h"
using harness::Range;

namespace {

constexpr int N = 1000;
/// Shapes with whole and partial sub-groups, several rows, several groups.
struct Shape {
  Range range;
  int items;
};
std::vector<Shape> shapes() {
  return {{Range::of(N, 100), N},
          {Range::of(N, 1), N},
          {Range{{40, 25, 1}, {8, 5, 1}, {0, 0, 0}, 2}, N},
          {Range::of(1), 1}};
}

const char *const Id = "int id(void) { return get_global_id(0) + get_global_id(1) * get_global_size(0); }\n";

TEST(CombinedAtomics, EveryOperationOverWorkItems) {
  const std::string source = std::string(Id) + R"(
    kernel void k(volatile global int *s, volatile global uint *u, volatile global long *l, global const int *in) {
      int i = id(), v = in[i];
      atomic_add(s, v); atomic_sub(s + 1, v); atomic_inc(s + 2); atomic_dec(s + 3);
      atomic_min(s + 4, v); atomic_max(s + 5, v); atomic_xor(s + 6, v);
    }
    kernel void other(volatile global int *s, volatile global uint *u, volatile global long *l, global const int *in) {
      int i = id(), v = in[i];
      atomic_min(u, (uint)v); atomic_max(u + 1, (uint)v); atomic_and(u + 2, (uint)v); atomic_or(u + 3, (uint)v);
      if (v & 1) atom_add(l, (long)v << 20);
      if (v % 5 == 3) atom_max(l + 1, (long)v << 30);
    })";
  for (const Shape &shape : shapes()) {
    auto in = harness::noise<int>(N);
    std::vector<int> s = {1, 2, 3, 4, 5, 6, 7}, es = s;
    std::vector<uint32_t> u = {~0U, 0, ~0U, 0}, eu = u;
    std::vector<int64_t> l = {5, -1}, el = l;
    for (int i = 0; i < shape.items; ++i) {
      const int v = in[i];
      const auto w = static_cast<uint32_t>(v);
      es[0] = static_cast<int>(static_cast<uint32_t>(es[0]) + w);
      es[1] = static_cast<int>(static_cast<uint32_t>(es[1]) - w);
      ++es[2], --es[3];
      es[4] = std::min(es[4], v), es[5] = std::max(es[5], v), es[6] ^= v;
      eu[0] = std::min(eu[0], w), eu[1] = std::max(eu[1], w), eu[2] &= w, eu[3] |= w;
      if (v & 1)
        el[0] += int64_t(v) * (1 << 20);
      if (v % 5 == 3)
        el[1] = std::max(el[1], int64_t(v) * (1 << 30));
    }
    for (const char *name : {"k", "other"})
      ASSERT_TRUE(harness::run(source, name, shape.range, harness::inOut(s), harness::inOut(u), harness::inOut(l),
                               harness::inOut(in)));
    EXPECT_EQ(s, es);
    EXPECT_EQ(u, eu);
    EXPECT_EQ(l, el);
  }
}

TEST(CombinedAtomics, LoopsOfTheProgram) {
  const std::string source = std::string(Id) + R"(
    kernel void k(volatile global int *s, global const int *in, int iterations) {
      int i = id();
      for (int j = 0; j < iterations; ++j) atomic_add(s, in[(i + j) & 511]);
      for (int j = 0; j < (i & 3); ++j) atomic_inc(s + 1);
      for (int j = i; j != 1; j = j & 1 ? 1 : j >> 1) { atomic_inc(s + 2); if (j == 0) break; }
      for (int j = 0; j < iterations; ++j) for (int k = 0; k < j; ++k) if ((i ^ k) & 1) atomic_max(s + 3, in[j + k]);
      for (int j = 0; j < iterations; ++j) { atomic_add(s + 4, 1); atomic_max(s + 4, 5); }
    })";
  for (const Shape &shape : shapes())
    for (int iterations : {0, 1, 9}) {
      auto in = harness::noise<int>(512);
      std::vector<int> s(5), expected(5);
      uint32_t sum = 0;
      for (int i = 0; i < shape.items; ++i) {
        for (int j = 0; j < iterations; ++j)
          sum += static_cast<uint32_t>(in[(i + j) & 511]);
        expected[1] += i & 3;
        for (int j = i; j != 1; j = j & 1 ? 1 : j >> 1) {
          ++expected[2];
          if (j == 0)
            break;
        }
        for (int j = 0; j < iterations; ++j)
          for (int k = 0; k < j; ++k)
            if ((i ^ k) & 1)
              expected[3] = std::max(expected[3], in[j + k]);
      }
      expected[0] = static_cast<int>(sum);
      ASSERT_TRUE(harness::run(source, "k", shape.range, harness::inOut(s), harness::inOut(in), iterations));
      // Sums before the first maximum may be lost in it: at most one a work-item, and 5 at the start.
      const int last = s[4];
      s[4] = 0;
      EXPECT_EQ(s, expected) << iterations;
      if (iterations == 0)
        EXPECT_EQ(last, 0);
      else
        EXPECT_TRUE(last >= 5 && last <= 5 + shape.items * iterations) << last;
      if (shape.items == 1 && iterations)
        EXPECT_EQ(last, 4 + iterations); // one work-item: 1 becomes 5, and one more each iteration
    }
}

// The cell is read by who changed it: at once, in the next iteration, behind a barrier, by another name.
TEST(CombinedAtomics, OwnChangesAreSeen) {
  const char *source = R"(
    kernel void k(volatile global int *cell, global int *same, global int *out, int iterations) {
      local int l, other;
      int lid = get_local_id(0), g = get_group_id(0);
      if (lid == 0) { l = 0; other = 5; }
      barrier(CLK_LOCAL_MEM_FENCE);
      if (lid == 3) { atomic_add(cell + g, 7); out[g * 8] = same[g]; }
      barrier(CLK_GLOBAL_MEM_FENCE);
      atomic_inc(&l); atomic_inc(cell + g);
      if (lid & 1) atomic_max(&other, lid);
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      if (lid == 2) { out[g * 8 + 1] = same[g]; out[g * 8 + 2] = l; out[g * 8 + 3] = other; }
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      if (lid == 1) {
        int sum = 0;
        for (int j = 0; j < iterations; ++j) { atomic_add(cell + g, 1); sum += same[g]; }
        out[g * 8 + 4] = sum;
      }
      if (lid == 4) { for (int j = 0; j < iterations; ++j) atomic_sub(&l, 2); out[g * 8 + 5] = l; }
      for (int j = 0; j < iterations; ++j) { barrier(CLK_LOCAL_MEM_FENCE); if (lid == j) atomic_add(&other, 100);
        barrier(CLK_LOCAL_MEM_FENCE); if (lid == iterations) out[g * 8 + 6] += other; }
    })";
  for (int local : {20, 33, 64}) {
    const int groups = 3, iterations = 4;
    std::vector<int> out(groups * 8), expected(groups * 8);
    harness::Program program(source);
    harness::Launch launch(program, "k");
    std::vector<int> cells(groups);
    cl_int error = CL_SUCCESS;
    cl_mem memory = clCreateBuffer(harness::Device::get().context, CL_MEM_COPY_HOST_PTR, groups * sizeof(int),
                                   cells.data(), &error);
    ASSERT_EQ(error, CL_SUCCESS);
    launch.arg(memory);
    launch.arg(memory);
    launch.arg(harness::inOut(out));
    launch.arg(iterations);
    launch.run(Range::of(groups * local, local));
    const int odd = std::max(5, local - 1 - (local - 1 + 1) % 2);
    for (int g = 0; g < groups; ++g) {
      const int values[] = {7, 7 + local, local, odd, 4 * (7 + local) + 10, local - 8, 4 * odd + 1000, 0};
      std::copy(std::begin(values), std::end(values), expected.begin() + g * 8);
    }
    EXPECT_EQ(out, expected) << local;
    clReleaseMemObject(memory);
  }
}

// What nobody sends must not be touched.
TEST(CombinedAtomics, NoLaneNoAccess) {
  const char *source = R"(
    kernel void k(volatile global int *none, global int *out, int limit) {
      int i = get_global_id(0);
      if (i > limit) atomic_add(none + 1000, i);
      for (int j = 0; j < limit - 1000; ++j) atomic_max(none, j);
      out[i] = 1;
    })";
  harness::Program program(source);
  harness::Launch launch(program, "k");
  std::vector<int> out(100);
  cl_mem none = nullptr;
  launch.arg(none);
  launch.arg(harness::inOut(out));
  launch.arg(1000);
  launch.run(Range::of(100, 50));
  EXPECT_EQ(out, std::vector<int>(100, 1));
}

// Changed before a release, or before a fence and a flag: seen behind the acquire.
TEST(CombinedAtomics, AreThereBeforeARelease) {
  const char *source = R"(
    kernel void k(volatile global atomic_int *data, volatile global atomic_int *flag, global int *wrong) {
      int g = get_group_id(0), lid = get_local_id(0), size = get_local_size(0);
      atomic_fetch_add_explicit(data + g, 1, memory_order_relaxed, memory_scope_device);
      barrier(CLK_GLOBAL_MEM_FENCE);
      if (lid == 0) {
  #ifdef FENCE
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
        atomic_store_explicit(flag + g, 1, memory_order_relaxed, memory_scope_device);
  #else
        atomic_store_explicit(flag + g, 1, memory_order_release, memory_scope_device);
  #endif
      }
      for (int other = lid; other < (int)get_num_groups(0); other += size)
        if (atomic_load_explicit(flag + other, memory_order_acquire, memory_scope_device) &&
            atomic_load_explicit(data + other, memory_order_relaxed, memory_scope_device) != size)
          wrong[0] = 1;
    })";
  for (const char *options : {"-cl-std=CL3.0", "-cl-std=CL3.0 -DFENCE"}) {
    harness::Program program(source, options);
    ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
    harness::Launch launch(program, "k");
    const int groups = 400, size = 24;
    std::vector<int> data(groups), flag(groups), wrong(1);
    launch.arg(harness::inOut(data));
    launch.arg(harness::inOut(flag));
    launch.arg(harness::inOut(wrong));
    launch.run(Range::of(groups * size, size));
    EXPECT_EQ(wrong[0], 0) << options;
    EXPECT_EQ(data, std::vector<int>(groups, size));
  }
}

TEST(CombinedAtomics, FloatsInAnyOrderWhereAllowed) {
  const char *source = R"(
    kernel void k(volatile global float *f, volatile global half *h) {
      float v = get_global_id(0) % 8;
      for (int j = 0; j < 4; ++j) {
        atomic_fetch_add_explicit((volatile global atomic_float *)f, v, memory_order_relaxed, memory_scope_device);
        atomic_fetch_max_explicit((volatile global atomic_float *)f + 1, v + j, memory_order_relaxed,
                                  memory_scope_device);
        atomic_fetch_min_explicit((volatile global atomic_half *)h, (half)(v - j), memory_order_relaxed,
                                  memory_scope_device);
      }
    })";
  for (const char *options : {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-unsafe-math-optimizations"}) {
    harness::Program program(std::string("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n") + source, options);
    ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
    harness::Launch launch(program, "k");
    std::vector<float> f = {0.5F, -1};
    std::vector<uint16_t> h = {0x3C00}; // 1
    launch.arg(harness::inOut(f));
    launch.arg(harness::inOut(h));
    launch.run(Range::of(800, 100));
    EXPECT_EQ(f, (std::vector<float>{0.5F + 4 * 100 * 28, 10})) << options;
    EXPECT_EQ(h[0], 0xC200) << options; // -3
  }
}

} // namespace
