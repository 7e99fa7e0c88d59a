// Branches at comparisons of ids with bounds: on both sides of them, where they rise, fall and wrap round, put
// together, in loops, and asked for whole sub-groups.
#include "Harness.h"

namespace {

const char *const source = R"(
kernel void sides(global uint *out, int n, ulong wide) {
  int l = get_local_id(0);
  uint g = get_global_id(0), size = get_local_size(0);
  if (l < n)
    out[g] |= 1;
  if (l >= n)
    out[g] |= 2;
  if ((uint)(l - n) < 5)
    out[g] |= 4;
  if (l == n)
    out[g] |= 8;
  if (l != n)
    out[g] |= 16;
  if (20 - l > n && 3 * l < n + 9)
    out[g] |= 32;
  if (l < n || l > 2 * n)
    out[g] |= 64;
  if (!(l <= n || n == 7))
    out[g] |= 128;
  if (get_global_id(0) < wide)
    out[g] |= 256;
  if (get_global_id(0) - n < wide)
    out[g] |= 512;
  for (int i = n; i < n + 3; ++i)
    if (l < i)
      out[g] += 1024;
  if ((int)size - 1 - l == n)
    out[g] |= 1 << 14;
  if ((char)l < (char)n)
    out[g] |= 1 << 15;
})";

uint sidesOf(uint g, uint size, int n, uint64_t wide) {
  const int l = static_cast<int>(g % size);
  uint result = 0;
  auto add = [&](bool holds, uint bit) { result |= holds ? bit : 0; };
  add(l < n, 1), add(l >= n, 2), add(static_cast<uint>(l - n) < 5, 4), add(l == n, 8), add(l != n, 16);
  add(20 - l > n && 3 * l < n + 9, 32), add(l < n || l > 2 * n, 64), add(!(l <= n || n == 7), 128);
  add(g < wide, 256), add(uint64_t{g} - static_cast<uint64_t>(int64_t{n}) < wide, 512);
  for (int i = n; i < n + 3; ++i)
    result += l < i ? 1024 : 0;
  add(static_cast<int>(size) - 1 - l == n, 1U << 14);
  add(static_cast<int8_t>(l) < static_cast<int8_t>(n), 1U << 15);
  return result;
}

/// Sums and maxima of each group by halves, written out and as a loop.
const char *const trees = R"(
kernel void halves(global const uint *in, global uint *out, local uint *t) {
  uint l = get_local_id(0), g = get_global_id(0), size = get_local_size(0);
  t[l] = in[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = size / 2; step > 0; step /= 2) {
    if (l < step)
      t[l] += t[l + step] * 3;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0)
    out[2 * get_group_id(0)] = t[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  t[l] = in[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (size >= 64 && l < 32)
    t[l] = max(t[l], t[l + 32]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 16)
    t[l] = max(t[l], t[l + 16]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l >= 8 && l < 16)
    t[l] = max(t[l], t[l - 8]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 9)
    out[2 * get_group_id(0) + 1] = t[l];
})";

/// What a work-item of numbers that wrap round finds is written once for all, where any of them comes.
const char *const wrapping = R"(
kernel void wrapping(global uint *found, uint from, uint n, uint m) {
  uint l = get_local_id(0), up = from + l, down = ~from - l;
  if (up >= n)
    found[0] = 1;
  if (down <= n)
    found[1] = 1;
  if ((up >= n) & (l >= m))
    found[2] = 1;
  if ((up >= n) | (l >= m))
    found[3] = 1;
  if (!((up < n) | (l < m)))
    found[4] = 1;
  if ((up >= n) & (up + 7 >= n))
    found[5] = 1;
  if (!(up < n))
    found[6] = 1;
  if ((int)up >= (int)n)
    found[7] = 1;
})";

std::vector<uint> foundOf(uint size, uint from, uint n, uint m) {
  std::vector<uint> found(8);
  for (uint l = 0; l < size; ++l) {
    const uint up = from + l, down = ~from - l;
    const bool holds[] = {up >= n,           down <= n,
                          up >= n && l >= m, up >= n || l >= m,
                          up >= n && l >= m, up >= n && up + 7 >= n,
                          up >= n,           static_cast<int>(up) >= static_cast<int>(n)};
    for (uint i = 0; i < found.size(); ++i)
      found[i] |= holds[i];
  }
  return found;
}

} // namespace

TEST(EndLanes, TellOfNumbersThatWrapRound) {
  harness::Program program(wrapping);
  for (const uint size : {4U, 8U, 16U, 32U, 64U, 40U})
    for (const uint from : {0U, 100U, 0xfffffffcU, 0xffffffffU, 0x7ffffffcU, 0x80000000U - 20})
      for (const uint n : {0U, 3U, 100U, 0x7fffffffU, 0x80000002U, 0xfffffffeU})
        for (const uint m : {0U, 2U, 5U, 63U}) {
          std::vector<uint> found(8);
          harness::Launch launch(program, "wrapping");
          launch.arg(harness::inOut(found)), launch.arg(from), launch.arg(n), launch.arg(m);
          launch.run(harness::Range::of(size, size));
          ASSERT_FALSE(launch.failed());
          ASSERT_EQ(found, foundOf(size, from, n, m)) << size << ", from " << from << ", " << n << ", " << m;
        }
}

TEST(EndLanes, TellForTheOthers) {
  harness::Program program(source);
  for (const uint size : {64U, 48U, 20U, 5U, 1U})
    for (int n = -4; n <= static_cast<int>(size) + 4; n += size > 20 ? 3 : 1)
      for (const uint64_t wide : {uint64_t{0}, uint64_t{size} + 7, uint64_t{1} << 33, ~uint64_t{0}}) {
        const uint items = 3 * size;
        std::vector<uint> out(items), expected(items);
        for (uint g = 0; g < items; ++g)
          expected[g] = sidesOf(g, size, n, wide);
        harness::Launch launch(program, "sides");
        launch.arg(harness::inOut(out)), launch.arg(n), launch.arg(wide);
        launch.run(harness::Range::of(items, size));
        ASSERT_FALSE(launch.failed());
        ASSERT_EQ(out, expected) << "groups of " << size << ", " << n << ", " << wide;
      }
}

TEST(EndLanes, LeaveSubGroupsOut) {
  harness::Program program(trees);
  for (const uint size : {32U, 64U, 256U}) {
    const uint groups = 3, items = groups * size;
    auto in = harness::noise<uint>(items), out = std::vector<uint>(2 * groups), expected = out;
    for (uint group = 0; group < groups; ++group) {
      std::vector<uint> t(in.begin() + group * size, in.begin() + (group + 1) * size), most = t;
      for (uint step = size / 2; step > 0; step /= 2)
        for (uint l = 0; l < step; ++l)
          t[l] += t[l + step] * 3;
      expected[2 * group] = t[0];
      for (uint l = 0; l < 32 && size >= 64; ++l)
        most[l] = std::max(most[l], most[l + 32]);
      for (uint l = 0; l < 16; ++l)
        most[l] = std::max(most[l], most[l + 16]);
      expected[2 * group + 1] = std::max(most[9], most[1]);
    }
    harness::Launch launch(program, "halves");
    launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out)), launch.arg(harness::Local{size * sizeof(uint)});
    launch.run(harness::Range::of(items, size));
    ASSERT_FALSE(launch.failed());
    EXPECT_EQ(out, expected) << "groups of " << size;
  }
}
