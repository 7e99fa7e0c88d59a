// Indices that a clamp or a choice keeps inside of a group, for most lanes the neighbour's: which lanes take part
// decides whether they are read in one piece.
#include "Harness.h"
using harness::Range;

// What OpenCL C has built in.
static int min(int a, int b) { return a < b ? a : b; }
static int max(int a, int b) { return a > b ? a : b; }

DUAL(
    testedIndices,

    // The lanes that are kept inside do not take part, or do.
    kernel void neighbours(global const int *in, global int *out, int first, int last, int k) {
      int x = get_local_id(0);
      int start = get_group_id(0) * get_local_size(0);
      int left = x - 1 < first ? first : x - 1;
      int right = x + 1 > last ? last : x + 1;
      int sum = k;
      if (x > first && x < last)
        sum += in[start + left] * 3 + in[start + right];
      if (x != k)
        sum += in[start + left] - in[start + right] * 5;
      out[start + x] = sum;
    }

    kernel void clamps(global const int *in, global int *out, int first, int last, int k) {
      int x = get_local_id(0);
      int start = get_group_id(0) * get_local_size(0);
      int sum = k;
      if (x > first)
        sum += in[start + max(x - 1, first)] * 3;
      if (x < last)
        sum += in[start + min(x + 1, last)];
      out[start + x] = sum + in[start + min(max(x + k, first), last)];
    }

    // Two linear values, of which one is for a single place; and stores.
    kernel void turned(global const int *in, global int *out, int first, int last, int k) {
      int x = get_local_id(0);
      int size = get_local_size(0);
      int start = get_group_id(0) * get_local_size(0);
      int next = x == size - 1 ? x - size + 1 : x + 1;
      int before = x != 0 ? x - 1 : x + size - 1;
      int zero = x == size - 1 ? 0 : x + 1;
      out[start + zero] = in[start + next] * 3 - in[start + before] * k + last - first;
    }

    // One for all lanes decides, or what memory says.
    kernel void decided(global const int *in, global int *out, int first, int last, int k) {
      int x = get_local_id(0);
      int start = get_group_id(0) * get_local_size(0);
      int one = k > 2 ? x : first;
      int apart = in[start + x] & 1 ? x : first;
      int both = x >= first && x <= last ? x : first;
      out[start + x] = in[start + one] + in[start + apart] * 3 - in[start + both] * k;
    }

    // Of 64 bits, with a sum behind the choice, fields of structures, and bytes.
    kernel void widths(global const int *in, global int *out, int first, int last, int k) {
      size_t x = get_local_id(0);
      size_t start = get_group_id(0) * get_local_size(0);
      size_t left = x > (size_t)first ? x - 1 : (size_t)first;
      int inside = (int)x < last ? (int)x + 1 : last;
      global const char *bytes = (global const char *)in;
      int sum = in[start + left] * 3 + bytes[start + left] - bytes[start + inside];
      out[start + x] = sum + in[(start + inside) & ~(size_t)1] * k + in[(start + inside) | 1];
    })

// Counters of unsigned types, which wrap: each lane at another iteration, where the counter is narrow.
DUAL(
    wrappingCounters,

    kernel void strides(global const int *in, global int *out, int start, int step, int count) {
      ushort x = (ushort)(start + (int)get_global_id(0));
      int sum = 0;
      for (int k = 0; k < count; ++k) {
        sum = sum * 3 + in[x];
        x = (ushort)(x + step);
      }
      out[get_global_id(0)] = sum;
    }

    kernel void untilTheEnd(global const int *in, global int *out, int start, int step, int count) {
      int sum = 0;
      for (uint x = (uint)get_global_id(0); x < (uint)start; x += (uint)step)
        sum = sum * 3 + in[x];
      out[get_global_id(0)] = sum + count;
    }

    // What is linear if a mask is wide enough, extended once more.
    kernel void halves(global const int *in, global int *out, int start, int step, int count) {
      uint lid = (uint)get_global_id(0);
      uint size = 1u << (count & 7);
      uint pos = 2 * lid - (lid & (size - 1));
      out[pos] = in[pos + size] * 3 + in[(ushort)(pos + start)] - in[lid & (uint)step];
    })

namespace {

struct Case {
  const char *name;
  std::function<void(const int *, int *, int, int, int)> reference;
};

/// Runs the case with those numbers; each of `places` is as the reference leaves it.
void expectOwn(const harness::Program &program, const Case &tested, const Range &range, std::vector<int> &in,
               std::size_t places, const std::array<int, 3> &numbers) {
  std::vector<int> out(places, 7), expected(out);
  harness::Launch launch(program, tested.name);
  launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out));
  for (int number : numbers)
    launch.arg(number);
  launch.run(range);
  ASSERT_FALSE(launch.failed());
  const auto [a, b, c] = numbers;
  harness::forEachWorkItem(range, [&] { tested.reference(in.data(), expected.data(), a, b, c); });
  EXPECT_EQ(out, expected) << a << ", " << b << ", " << c;
}

class TestedIndices : public testing::TestWithParam<Case> {};

TEST_P(TestedIndices, AreThoseOfEachLane) {
  harness::Program program(testedIndices::source);
  for (auto [items, group] :
       {std::pair<std::size_t, std::size_t>{256, 64}, {80, 16}, {100, 20}, {67, 67}, {90, 30}, {24, 3}}) {
    const int end = static_cast<int>(group) - 1;
    for (auto [first, last] : {std::pair{0, end}, {1, end - 1}, {end / 2, end / 2}, {end, end}})
      for (int k : {0, 1, 5, -2, 0x7fffff00, -0x7fffffff}) {
        const Range range = Range::of(items / group * group, group);
        auto in = harness::noise<int>(items + 2);
        for (int &value : in)
          value %= 10000;
        expectOwn(program, GetParam(), range, in, items, {first, last, k});
        ASSERT_FALSE(HasFailure()) << "groups of " << group;
      }
  }
}

INSTANTIATE_TEST_SUITE_P(, TestedIndices,
                         testing::Values(Case{"neighbours", testedIndices::neighbours},
                                         Case{"clamps", testedIndices::clamps}, Case{"turned", testedIndices::turned},
                                         Case{"decided", testedIndices::decided},
                                         Case{"widths", testedIndices::widths}),
                         [](const auto &info) { return std::string(info.param.name); });

// Several steps of a stencil in a tile, each of fewer places, between barriers.
TEST(TestedIndicesInTiles, KeepTheirBorders) {
  const char *source = R"(
    kernel void k(global const int *in, global int *out, int steps, int first, int last) {
      local int a[8][24], b[8][24];
      int x = get_local_id(0), y = get_local_id(1), i = get_global_id(1) * get_global_size(0) + get_global_id(0);
      a[y][x] = in[i];
      b[y][x] = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      int w = x - 1, e = x + 1, n = y - 1, s = y + 1;
      w = w < first ? first : w;
      e = e > last ? last : e;
      n = max(n, 0);
      s = s > 7 ? 7 : s;
      for (int step = 0; step < steps; ++step) {
        bool inside = x >= first + step && x <= last - step;
        if (inside)
          b[y][x] = a[y][w] * 3 - a[y][e] + a[n][x] * 5 + a[s][x];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (inside)
          a[y][x] = b[y][x] & 0xffff;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[i] = a[y][x] + b[y][x];
    })";
  constexpr int Wide = 24, High = 8, Across = 3;
  auto in = harness::noise<int>(Across * Wide * High);
  for (int &value : in)
    value &= 0xfff;
  for (int steps : {0, 1, 3, 7})
    for (auto [first, last] : {std::pair{0, Wide - 1}, {1, Wide - 2}, {3, 17}}) {
      std::vector<int> out(in.size()), expected(in.size());
      ASSERT_TRUE(harness::run(source, "k", Range{{Across * Wide, High, 1}, {Wide, High, 1}, {0, 0, 0}, 2},
                               harness::inOut(in), harness::inOut(out), steps, first, last));
      for (int group = 0; group < Across; ++group) {
        std::array<std::array<int, Wide>, High> a{}, b{}, next{};
        auto at = [&](int x, int y) {
          const int place = (y * Across + group) * Wide + x;
          return static_cast<std::size_t>(place);
        };
        for (int y = 0; y < High; ++y)
          for (int x = 0; x < Wide; ++x)
            a[y][x] = in[at(x, y)];
        for (int step = 0; step < steps; ++step) {
          next = a;
          for (int y = 0; y < High; ++y)
            for (int x = first + step; x <= last - step; ++x) {
              b[y][x] = a[y][max(x - 1, first)] * 3 - a[y][min(x + 1, last)] + a[max(y - 1, 0)][x] * 5 +
                        a[min(y + 1, High - 1)][x];
              next[y][x] = b[y][x] & 0xffff;
            }
          a = next;
        }
        for (int y = 0; y < High; ++y)
          for (int x = 0; x < Wide; ++x)
            expected[at(x, y)] = a[y][x] + b[y][x];
      }
      ASSERT_EQ(out, expected) << steps << " steps, " << first << " to " << last;
    }
}

class WrappingCounters : public testing::TestWithParam<Case> {};

TEST_P(WrappingCounters, AreThoseOfEachLane) {
  harness::Program program(wrappingCounters::source);
  auto in = harness::noise<int>(1U << 16);
  for (int &value : in)
    value %= 10000;
  const Range range = Range::of(200, 40);
  for (int start : {0, 5, 333, 65400, 65535})
    for (int step : {1, 64, 200, 4099})
      for (int count : {0, 1, 2, 3, 4, 5, 6, 7}) {
        expectOwn(program, GetParam(), range, in, 1024, {start, step, count});
        ASSERT_FALSE(HasFailure());
      }
}

INSTANTIATE_TEST_SUITE_P(, WrappingCounters,
                         testing::Values(Case{"strides", wrappingCounters::strides},
                                         Case{"untilTheEnd", wrappingCounters::untilTheEnd},
                                         Case{"halves", wrappingCounters::halves}),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
