// Guards in front of everything that a kernel does, and ranges of which many work-groups pass none of them; with
// arguments for which the guards' arithmetic leaves its type.
#include "Harness.h"
using harness::Range;

DUAL(
    idleGroups,

    kernel void below(global int *out, int n, int m, int k) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      if (x < n - 1 - k && y < m - k)
        out[(y + k) * n + x + k + 1] += x * 5 + y;
    }

    kernel void returns(global int *out, int n, int m, int k) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      if (x >= n)
        return;
      if (y >= m)
        return;
      if (x < k || y + k < 3)
        return;
      out[y * n + x] += x * 5 + y;
    }

    kernel void eitherSide(global int *out, int n, int m, int k) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      if (x >= n || y >= m || !(x < k || x > k + 20))
        return;
      out[y * n + x] += x * 5 + y;
    }

    kernel void onePlace(global int *out, int n, int m, int k) {
      uint x = get_global_id(0);
      uint y = get_global_id(1);
      if (x == (uint)k) {
        if (y < (uint)m && x < (uint)n)
          out[y * n + x] += x * 5 + y;
      }
    }

    // Of the group; unsigned differences that wrap round.
    kernel void ofGroup(global int *out, int n, int m, int k) {
      uint x = get_global_id(0);
      uint y = get_global_id(1);
      if (get_group_id(0) * get_local_size(0) >= (size_t)n || get_group_id(1) > (size_t)m)
        return;
      if (x - (uint)k >= (uint)n)
        return;
      if (x < (uint)n && y < (uint)m)
        out[y * n + x] += x * 5 + y;
    }

    // Not the first thing.
    kernel void later(global int *out, int n, int m, int k) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      if (x == 0 && y == 0)
        out[0] += k;
      if (x < n && y < m - k)
        out[y * n + x] += x * 5 + y;
    }

    // By what memory says, too, and products.
    kernel void ofData(global int *out, int n, int m, int k) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      if (x * 3 >= n * 2)
        return;
      if (y >= m)
        return;
      if ((out[y * n + x] & 3) == (k & 3))
        return;
      out[y * n + x] += x * 5 + y;
    })

namespace {

struct Case {
  const char *name;
  std::function<void(int *, int, int, int)> reference;
};

class IdleGroups : public testing::TestWithParam<Case> {};

TEST_P(IdleGroups, DoNothingAndOthersAll) {
  harness::Program program(idleGroups::source);
  for (auto [n, m] : {std::pair{70, 20}, {32, 8}, {3, 3}, {200, 1}, {1, 40}, {160, 48}})
    for (int k : {0, 1, 6, 31, 100, -1})
      for (Range range : {Range{{192, 48, 1}, {32, 8, 1}, {0, 0, 0}, 2}, Range{{200, 48, 1}, {0, 0, 0}, {0, 0, 0}, 2},
                          Range{{192, 48, 1}, {8, 1, 1}, {3, 1, 0}, 2}, Range{{192, 48, 1}, {1, 16, 1}, {0, 0, 0}, 2},
                          Range{{197, 45, 1}, {48, 7, 1}, {0, 0, 0}, 2}}) {
        const std::string name = GetParam().name;
        if ((range.local[0] == 0 && name == "ofGroup") || (k < 0 && name == "below")) // which writes to row k
          continue;
        const int wide = n, high = m;
        std::vector<int> out(static_cast<std::size_t>(n) * (m + 3) + 400), expected; // a row behind where k is -1
        for (std::size_t i = 0; i < out.size(); ++i)
          out[i] = static_cast<int>(i % 251);
        expected = out;
        harness::Launch launch(program, GetParam().name);
        launch.arg(harness::inOut(out)), launch.arg(wide), launch.arg(high), launch.arg(k);
        launch.run(range);
        ASSERT_FALSE(launch.failed());
        harness::forEachWorkItem(range, [&] { GetParam().reference(expected.data(), wide, high, k); });
        ASSERT_EQ(out, expected) << n << 'x' << m << ", " << k << ", groups of " << range.local[0] << 'x'
                                 << range.local[1];
      }
}

INSTANTIATE_TEST_SUITE_P(, IdleGroups,
                         testing::Values(Case{"below", idleGroups::below}, Case{"returns", idleGroups::returns},
                                         Case{"eitherSide", idleGroups::eitherSide},
                                         Case{"onePlace", idleGroups::onePlace}, Case{"ofGroup", idleGroups::ofGroup},
                                         Case{"later", idleGroups::later}, Case{"ofData", idleGroups::ofData}),
                         [](const auto &info) { return std::string(info.param.name); });

// Bounds near the ends of their types: what wraps round must not leave out who passes.
TEST(IdleGroupsBounds, MayWrapRound) {
  const std::string source = R"(
    kernel void k(global int *out, int a, uint b, long c, ulong d) {
      int x = get_global_id(0);
      uint u = get_global_id(0);
      long l = get_global_id(0);
      if (WHAT)
        out[x] = 1;
    })";
  struct Guard {
    const char *text;
    std::function<bool(int, int, uint32_t, int64_t, uint64_t)> holds;
  };
  const Guard guards[] = {
      {"x < a", [](int x, int a, uint32_t, int64_t, uint64_t) { return x < a; }},
      {"u < b", [](int x, int, uint32_t b, int64_t, uint64_t) { return uint32_t(x) < b; }},
      {"u + b < 100u", [](int x, int, uint32_t b, int64_t, uint64_t) { return uint32_t(x) + b < 100u; }},
      {"u - b > 100u", [](int x, int, uint32_t b, int64_t, uint64_t) { return uint32_t(x) - b > 100u; }},
      {"u * b < 1000u", [](int x, int, uint32_t b, int64_t, uint64_t) { return uint32_t(x) * b < 1000u; }},
      {"(ulong)l + d < 50", [](int x, int, uint32_t, int64_t, uint64_t d) { return uint64_t(x) + d < 50; }},
      {"l < c && (ulong)l < d", [](int x, int, uint32_t, int64_t c, uint64_t d) { return x < c && uint64_t(x) < d; }},
      {"(char)x > (char)a",
       [](int x, int a, uint32_t, int64_t, uint64_t) { return static_cast<int8_t>(x) > static_cast<int8_t>(a); }},
      {"(ushort)(u * 700u) >= (ushort)b",
       [](int x, int, uint32_t b, int64_t, uint64_t) { return uint16_t(uint32_t(x) * 700U) >= uint16_t(b); }},
      {"(x >> 3) == (a & 31)", [](int x, int a, uint32_t, int64_t, uint64_t) { return x >> 3 == (a & 31); }},
      {"u % (b | 1u) < 7u", [](int x, int, uint32_t b, int64_t, uint64_t) { return uint32_t(x) % (b | 1U) < 7; }},
      {"u / 9u == b", [](int x, int, uint32_t b, int64_t, uint64_t) { return uint32_t(x) / 9U == b; }}};
  for (const Guard &guard : guards) {
    harness::Program program("#define WHAT " + std::string(guard.text) + source);
    ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
    for (int64_t bound : {int64_t(0), int64_t(1), int64_t(100), int64_t(-1), int64_t(-50), int64_t(0x7fffffff),
                          int64_t(-0x80000000LL), int64_t(0xffffff00), INT64_MAX, INT64_MIN, INT64_MIN + 40}) {
      std::vector<int> out(512), expected(out);
      const auto a = static_cast<int>(bound);
      const auto b = static_cast<cl_uint>(bound);
      const auto c = static_cast<cl_long>(bound);
      const auto d = static_cast<cl_ulong>(bound);
      for (std::size_t group : {0, 16, 4}) {
        harness::Launch launch(program, "k");
        launch.arg(harness::inOut(out)), launch.arg(a), launch.arg(b), launch.arg(c), launch.arg(d);
        launch.run(Range::of(out.size(), group));
        ASSERT_FALSE(launch.failed());
        for (int x = 0; x < 512; ++x)
          expected[static_cast<std::size_t>(x)] = guard.holds(x, a, b, c, d) ? 1 : 0;
        ASSERT_EQ(out, expected) << guard.text << ", " << bound << ", groups of " << group;
      }
    }
  }
}

// What a group has to do behind a barrier, and in front of its guard.
TEST(IdleGroupsBarriers, AreReachedByThoseWhoPass) {
  const std::string source = R"(
    kernel void k(global int *out, int n, int first) {
      local int sum[64];
      int x = get_local_id(0), group = get_group_id(0);
      if (group * 16 >= n || group < first)
        return;
      sum[x] = get_global_id(0);
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int step = 32; step > 0; step >>= 1) {
        if (x < step)
          sum[x] += sum[x + step];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      if (x == 0)
        out[group] = sum[0];
    })";
  for (int n : {0, 1, 16, 17, 100, 1000, -5})
    for (int first : {0, 3}) {
      std::vector<int> out(12, 7), expected(out);
      ASSERT_TRUE(harness::run(source, "k", Range::of(12 * 64, 64), harness::inOut(out), n, first));
      for (int group = first; group < 12 && group * 16 < n; ++group)
        expected[static_cast<std::size_t>(group)] = 64 * 64 * group + 63 * 32;
      EXPECT_EQ(out, expected) << n << ", " << first;
    }
}

} // namespace
