// Barriers in every uniform place, local memory as argument and as variable, values that live across.
#include "Harness.h"
#include <numeric>
using harness::Local;
using harness::Range;

namespace {
struct Shape {
  std::size_t count, local;
};
const Shape shapes[] = {{64, 64}, {96, 24}, {15, 5}, {8192, 8192}, {1000, 250}, {7, 1}, {512, 128}, {100, 64}};
// Against the rule and common: surplus work-items that leave before they meet a barrier, in a loop with one. Nothing
// behind the end of the buffer is written.
TEST(Barriers, SurplusWorkItemsLeaveFromLoops) {
  const char *source = R"(
    kernel void leave(global int *out, int n, int iterations) {
      for (int t = 0; t < iterations; ++t) {
        if (out[get_global_id(0)] == 9)
          return;
        out[get_global_id(0)] += t + 1;
        barrier(CLK_GLOBAL_MEM_FENCE);
      }
    }
    kernel void stride(global int *out, int n, int iterations) {
      for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        out[i] += 10;
        barrier(CLK_GLOBAL_MEM_FENCE);
      }
    })";
  harness::Program program(source);
  for (int n : {1, 5, 37, 63, 64})
    for (const char *name : {"leave", "stride"}) {
      std::vector<int> out(64, 9), expected(64, 9); // those at the end are surplus
      std::fill_n(out.begin(), n, 27), std::fill_n(expected.begin(), n, 37);
      harness::Launch launch(program, name);
      launch.arg(harness::inOut(out)), launch.arg(n), launch.arg(4);
      launch.run(Range::of(64, 64));
      EXPECT_EQ(out, expected) << name << ", " << n << " elements";
    }
}

// Lanes that were prepared for and then given up: exits of loops with barriers beside a lock of every work-item.
TEST(Barriers, BesideLocksOfWorkItems) {
  const char *source = R"(
    kernel void k(volatile global int *lock, global int *out, global const int *n) {
      int iterations = n[get_global_id(0)];
      for (int t = 0; t < iterations; ++t)
        barrier(CLK_LOCAL_MEM_FENCE);
      while (atomic_xchg(lock, 1))
        ;
      out[0] += iterations;
      atomic_xchg(lock, 0);
    })";
  std::vector<int> lock(1), out(1), iterations(70, 3);
  ASSERT_TRUE(harness::run(source, "k", Range::of(70, 70), harness::inOut(lock), harness::inOut(out),
                           harness::inOut(iterations)));
  EXPECT_EQ(out[0], 210);
}

// A table of bytes that each group shuffles for itself: one lane, for nobody shares it.
TEST(Barriers, OfGroupsOfOneWorkItemWithLocalMemory) {
  const char *source = R"(
    kernel void k(global const uint *keys, global uint *out, local uint *sums) {
      local uchar table[256];
      size_t group = get_group_id(0);
      for (int i = 0; i < 256; ++i)
        table[i] = (uchar)i;
      barrier(CLK_LOCAL_MEM_FENCE);
      uchar j = 0;
      for (int i = 0; i < 256; ++i) {
        j += table[i] + (uchar)(keys[group] >> (i % 4 * 8));
        uchar other = table[j];
        table[j] = table[i];
        table[i] = other;
      }
      sums[get_local_id(0)] = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int i = 0; i < 256; ++i)
        sums[0] = sums[0] * 31 + table[i];
      out[group] = sums[0] + (uint)get_local_size(0);
    })";
  const std::size_t groups = 77;
  auto keys = harness::noise<uint>(groups);
  std::vector<uint> out(groups), expected(groups);
  for (std::size_t group = 0; group < groups; ++group) {
    std::array<uchar, 256> table;
    for (unsigned i = 0; i < 256; ++i)
      table[i] = static_cast<uchar>(i);
    uchar j = 0;
    for (unsigned i = 0; i < 256; ++i) {
      j = static_cast<uchar>(j + table[i] + (keys[group] >> (i % 4 * 8)));
      std::swap(table[i], table[j]);
    }
    for (uchar entry : table)
      expected[group] = expected[group] * 31 + entry;
    ++expected[group];
  }
  ASSERT_TRUE(
      harness::run(source, "k", Range::of(groups, 1), harness::inOut(keys), harness::inOut(out), harness::Local{16}));
  EXPECT_EQ(out, expected);
}

} // namespace

TEST(Barriers, TreeReductionInALoop) {
  harness::Program program(R"(
    kernel void reduce(global const int *in, global int *out, local int *tile) {
      uint l = get_local_id(0), size = get_local_size(0);
      tile[l] = in[get_global_id(0)];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint left = size; left > 1; left = (left + 1) / 2) {
        uint half_ = (left + 1) / 2;
        if (l + half_ < left)
          tile[l] += tile[l + half_];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      if (l == 0)
        out[get_group_id(0)] = tile[0];
    })");
  for (auto [count, local] : shapes) {
    auto in = harness::noise<int>(count);
    std::vector<int> out((count + local - 1) / local), expected(out.size());
    for (std::size_t i = 0; i < count; ++i)
      expected[i / local] += in[i];
    harness::Launch launch(program, "reduce");
    launch.arg(harness::inOut(in));
    launch.arg(harness::inOut(out));
    launch.arg(Local{local * sizeof(int)});
    launch.run(Range::of(count, local));
    EXPECT_EQ(out, expected) << count << "/" << local;
  }
}

TEST(Barriers, PrefixSumWithTwoLocalArrays) {
  harness::Program program(R"(
    kernel void scan(global const int *in, global int *out) {
      local int a[256], b[256];
      local int *from = a, *to = b;
      int l = get_local_id(0), size = get_local_size(0);
      a[l] = in[get_global_id(0)];
      for (int step = 1; step < size; step *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        to[l] = l >= step ? from[l] + from[l - step] : from[l];
        local int *t = from; from = to; to = t;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      out[get_global_id(0)] = from[l];
    })");
  for (auto [count, local] : shapes) {
    if (local > 256)
      continue;
    auto in = harness::noise<int>(count);
    std::vector<int> out(count), expected(count);
    for (std::size_t i = 0; i < count; ++i)
      expected[i] = in[i] + (i % local ? expected[i - 1] : 0);
    harness::Launch launch(program, "scan");
    launch.arg(harness::inOut(in));
    launch.arg(harness::inOut(out));
    launch.run(Range::of(count, local));
    EXPECT_EQ(out, expected) << count << "/" << local;
  }
}

TEST(Barriers, ValuesAndPrivateArraysLiveAcross) {
  harness::Program program(R"(
    kernel void rotate_(global const int *in, global int *out, local int *tile, int rounds) {
      int l = get_local_id(0), size = get_local_size(0), i = get_global_id(0);
      int history[5] = {0, 0, 0, 0, 0};
      float4 v = (float4)(in[i] & 15, l, i, 1.0f);
      long wide = in[i];
      bool odd = in[i] & 1;
      int value = in[i];
      for (int r = 0; r < rounds; ++r) {
        tile[l] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        value = tile[(l + 1) % size];
        history[r % 5] += value;
        v += (float4)(1.0f, value & 3, 0.0f, 2.0f);
        wide += odd ? value : -value;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[i] = history[0] + 3 * history[1] + 5 * history[2] + 7 * history[3] + 9 * history[4] +
               (int)(v.x + v.y + v.z + v.w) + (int)(wide >> 2);
    })");
  for (auto [count, local] : shapes) {
    if (count % local)
      continue;
    auto in = harness::noise<int>(count);
    for (int &x : in)
      x &= 0xffff;
    std::vector<int> out(count), expected(count);
    const int rounds = 7;
    for (std::size_t i = 0; i < count; ++i) {
      int history[5] = {};
      const std::size_t group = i / local * local, l = i % local;
      float x = static_cast<float>(in[i] & 15), y = static_cast<float>(l), z = static_cast<float>(i), w = 1;
      long wide = in[i];
      for (int r = 0; r < rounds; ++r) {
        const int value = in[group + (l + static_cast<std::size_t>(r) + 1) % local];
        history[r % 5] += value;
        x += 1, y += static_cast<float>(value & 3), w += 2;
        wide += (in[i] & 1) ? value : -value;
      }
      expected[i] = history[0] + 3 * history[1] + 5 * history[2] + 7 * history[3] + 9 * history[4] +
                    static_cast<int>(x + y + z + w) + static_cast<int>(wide >> 2);
    }
    harness::Launch launch(program, "rotate_");
    launch.arg(harness::inOut(in));
    launch.arg(harness::inOut(out));
    launch.arg(Local{local * sizeof(int)});
    launch.arg(rounds);
    launch.run(Range::of(count, local));
    EXPECT_EQ(out, expected) << count << "/" << local;
  }
}

TEST(Barriers, InUniformBranchesAndFunctions) {
  harness::Program program(R"(
    int exchange(local int *tile, int value) {
      int l = get_local_id(0), size = get_local_size(0);
      tile[l] = value;
      barrier(CLK_LOCAL_MEM_FENCE);
      int other = tile[size - 1 - l];
      barrier(CLK_LOCAL_MEM_FENCE);
      return other;
    }
    kernel void k(global int *data, local int *tile, int mode) {
      int i = get_global_id(0), value = data[i];
      if (mode == 0)
        return;
      if (mode & 1)
        value = exchange(tile, value) + 1;
      if (get_group_id(0) & 1) {
        value = exchange(tile, value) * 3;
        if (mode & 2)
          value = exchange(tile, value) - 5;
      } else {
        for (int j = 0; j < mode; ++j) {
          if (value & 1) value += j;
          value = exchange(tile, value);
          if (mode == 5 && j == 2)
            break;
        }
      }
      data[i] = value;
    })");
  const std::size_t count = 120, local = 20;
  for (int mode = 0; mode <= 6; ++mode) {
    auto data = harness::noise<int>(count, 3);
    auto expected = data;
    for (std::size_t g = 0; mode != 0 && g < count / local; ++g) {
      std::vector<int> v(expected.begin() + static_cast<long>(g * local),
                         expected.begin() + static_cast<long>((g + 1) * local));
      auto each = [&](auto f) { std::transform(v.begin(), v.end(), v.begin(), f); };
      auto exchange = [&] { std::reverse(v.begin(), v.end()); };
      if (mode & 1)
        exchange(), each([](int x) { return x + 1; });
      if (g & 1) {
        exchange(), each([](int x) { return x * 3; });
        if (mode & 2)
          exchange(), each([](int x) { return x - 5; });
      } else {
        for (int j = 0; j < mode; ++j) {
          each([j](int x) { return x & 1 ? x + j : x; });
          exchange();
          if (mode == 5 && j == 2)
            break;
        }
      }
      std::copy(v.begin(), v.end(), expected.begin() + static_cast<long>(g * local));
    }
    harness::Launch launch(program, "k");
    launch.arg(harness::inOut(data));
    launch.arg(Local{local * sizeof(int)});
    launch.arg(mode);
    launch.run(Range::of(count, local));
    EXPECT_EQ(data, expected) << "mode " << mode;
  }
}

TEST(Barriers, TransposeInTwoDimensions) {
  harness::Program program(R"(
    kernel void transpose(global const float *in, global float *out, uint width, uint height) {
      local float tile[8][9];
      uint lx = get_local_id(0), ly = get_local_id(1);
      tile[ly][lx] = in[get_global_id(1) * width + get_global_id(0)];
      barrier(CLK_LOCAL_MEM_FENCE);
      uint x = get_group_id(1) * 8 + lx, y = get_group_id(0) * 8 + ly;
      out[y * height + x] = tile[lx][ly];
    })");
  const std::size_t width = 40, height = 24;
  auto in = harness::noise<float>(width * height);
  std::vector<float> out(in.size()), expected(in.size());
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x)
      expected[x * height + y] = in[y * width + x];
  harness::Launch launch(program, "transpose");
  launch.arg(harness::inOut(in));
  launch.arg(harness::inOut(out));
  launch.arg(static_cast<cl_uint>(width));
  launch.arg(static_cast<cl_uint>(height));
  launch.run({{width, height, 1}, {8, 8, 1}, {0, 0, 0}, 2});
  EXPECT_EQ(out, expected);
}

TEST(Barriers, GlobalFenceWithinAGroup) {
  harness::Program program(R"(
    kernel void k(global int *data, global int *out) {
      int i = get_global_id(0), l = get_local_id(0), size = get_local_size(0), first = i - l;
      data[i] = i * 7;
      barrier(CLK_GLOBAL_MEM_FENCE);
      out[i] = data[first + (l + 3) % size];
    })");
  std::vector<int> data(96), out(96);
  harness::Launch launch(program, "k");
  launch.arg(harness::inOut(data));
  launch.arg(harness::inOut(out));
  launch.run(Range::of(96, 32));
  for (int i = 0; i < 96; ++i)
    EXPECT_EQ(out[i], (i / 32 * 32 + (i % 32 + 3) % 32) * 7);
}

TEST(Barriers, AsyncCopies) {
  harness::Program program(R"(
    kernel void k(global const float4 *in, global float4 *out, global float *strided) {
      local float4 tile[64];
      local float column[32];
      size_t g = get_group_id(0);
      event_t e = async_work_group_copy(tile, in + g * 64, 64, 0);
      e = async_work_group_strided_copy(column, (global const float *)in + g * 256, 32, 3, e);
      wait_group_events(1, &e);
      float4 v = tile[63 - get_local_id(0)];
      barrier(CLK_LOCAL_MEM_FENCE);
      tile[get_local_id(0)] = v + column[get_local_id(0) % 32];
      barrier(CLK_LOCAL_MEM_FENCE);
      event_t f[2];
      f[0] = async_work_group_copy(out + g * 64, tile, 64, 0);
      f[1] = async_work_group_strided_copy(strided + g * 160, column, 32, 5, 0);
      wait_group_events(2, f);
    })");
  const std::size_t groups = 3;
  auto in = harness::noise<float>(groups * 256);
  std::vector<float> out(groups * 256), strided(groups * 160, -1), expected(groups * 256),
      expectedStrided(groups * 160, -1);
  for (std::size_t g = 0; g < groups; ++g) {
    for (std::size_t i = 0; i < 64; ++i)
      for (std::size_t c = 0; c < 4; ++c)
        expected[g * 256 + i * 4 + c] = in[g * 256 + (63 - i) * 4 + c] + in[g * 256 + i % 32 * 3];
    for (std::size_t i = 0; i < 32; ++i)
      expectedStrided[g * 160 + i * 5] = in[g * 256 + i * 3];
  }
  harness::Launch launch(program, "k");
  launch.arg(harness::inOut(in));
  launch.arg(harness::inOut(out));
  launch.arg(harness::inOut(strided));
  launch.run(Range::of(groups * 64, 64));
  EXPECT_EQ(out, expected);
  EXPECT_EQ(strided, expectedStrided);
}
