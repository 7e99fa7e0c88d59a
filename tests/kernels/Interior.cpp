// Guards, clamps and wraps that most work-items pass unchanged: sub-groups of the interior, of an edge, of a corner,
// and of ranges that have no interior; with arguments for which sums leave their type.
#include <numeric>

#include "Harness.h"
using harness::Range;

// What OpenCL C has built in.
static int min(int a, int b) { return a < b ? a : b; }
static int max(int a, int b) { return a > b ? a : b; }
static uint min(uint a, uint b) { return a < b ? a : b; }
static uint max(uint a, uint b) { return a > b ? a : b; }
static int clamp(int a, int low, int high) { return min(max(a, low), high); }

DUAL(
    interior,

    kernel void clamped(global const int *in, global int *out, int w, int h, int k) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      if (x >= w || y >= h)
        return;
      int sum = 0;
      for (int dy = -2; dy <= 2; dy++)
        for (int dx = -1; dx <= 1; dx++)
          sum += in[min(max(y + dy, 0), h - 1) * w + clamp(x + dx, 0, w - 1)] * (dx + 3 * dy + k);
      out[y * w + x] = sum;
    }

    // By as many as an argument says: the clamp may be one for all.
    kernel void clampedFar(global const int *in, global int *out, int w, int h, int k) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      if (x >= w || y >= h)
        return;
      int sum = in[y * w + min(max(x - k, 0), w - 1)] - in[min(max(y - k, 0), h - 1) * w + x];
      for (int i = 0; i < (k & 7); i++)
        sum = sum * 3 + in[y * w + min(x + i, w - 1)];
      out[y * w + x] = sum;
    }

    kernel void byBranches(global const int *in, global int *out, int w, int h, int k) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      if (x >= w || y >= h)
        return;
      int left = x - 1;
      if (left < 0)
        left += w;
      int right = x + 1;
      if (right > w - 1)
        right = w - 1;
      int up = y == 0 ? h - 1 : y - 1;
      out[y * w + x] = in[y * w + left] - in[y * w + right] * k + in[up * w + x];
    }

    kernel void guarded(global const int *in, global int *out, int w, int h, int k) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
        out[y * w + x] = in[y * w + x - 1] + in[y * w + x + 1] * k - in[(y - 1) * w + x] + in[(y + 1) * w + x];
      else if (x < w && y < h)
        out[y * w + x] = k;
    }

    kernel void guardedInside(global const int *in, global int *out, int w, int h, int k) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      int sum = 0;
      for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++) {
          int xx = x + dx;
          int yy = y + dy;
          if (xx >= 0 && xx < w && yy >= 0 && yy < h)
            sum += in[yy * w + xx] * (dx - dy + k);
        }
      if (x < w && y < h)
        out[y * w + x] = sum;
    }

    // One place has what no other has.
    kernel void onePlace(global const int *in, global int *out, int w, int h, int k) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      if (x >= w || y >= h)
        return;
      int value = in[y * w + x];
      if (x == k)
        value += 1000000;
      if (y != k)
        value -= 7;
      out[y * w + x] = value;
    }

    kernel void wrapped(global const int *in, global int *out, int w, int h, int k) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      if (x >= w || y >= h)
        return;
      int right = (x + 1) % w;
      int left = (x + w - 1) % w;
      int down = (y + 1) % h;
      int up = (y + h - 1) % h;
      out[y * w + x] = in[y * w + right] - in[y * w + left] * k + in[down * w + x] * 5 - in[up * w + x];
    }

    kernel void wrappedUnsigned(global const int *in, global int *out, uint w, uint h, int k) {
      uint x = get_global_id(0);
      uint y = get_global_id(1);
      if (x >= w || y >= h)
        return;
      uint right = x == w - 1 ? 0 : x + 1;
      uint left = x == 0 ? w - 1 : x - 1;
      uint far = (x + 37u) % w;
      uint down = (y + 1u) % h;
      out[y * w + x] = in[y * w + right] - in[y * w + left] * k + in[down * w + x] + in[y * w + far] * 3;
    }

    kernel void wrappedByBits(global const int *in, global int *out, int w, int h, int k) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      if (x >= w || y >= h)
        return;
      int at = y * w + x;
      out[at] = in[((x + 1) & 31) % w] - in[(uint)(x + 70) % 64u % (uint)w] * k + in[at];
    }

    // One id for all places, taken apart.
    kernel void takenApart(global const int *in, global int *out, int w, int h, int k) {
      uint i = get_global_id(1) * get_global_size(0) + get_global_id(0);
      if (i >= (uint)(w * h))
        return;
      uint x = i % (uint)w;
      uint y = i / (uint)w;
      uint right = (x + 1u) % (uint)w;
      uint up = (y + (uint)h - 1u) % (uint)h;
      out[i] = in[y * w + right] * k + in[up * w + x] * 3 - in[i] + (int)(x * 5 + y);
    }

    kernel void takenApartByConstants(global const int *in, global int *out, int w, int h, int k) {
      uint i = get_global_id(1) * get_global_size(0) + get_global_id(0);
      if (i >= (uint)(w * h))
        return;
      uint x = i % 48u;
      uint y = i / 48u % 5u;
      uint right = (x + 1u) % 48u;
      uint at = (right + y * 48u) % (uint)(w * h);
      out[i] = in[at] * k + (int)(x * 5 + y + (i >> 6) * 2 + (i & 63));
    }

    // Signed, from below zero.
    kernel void remainders(global const int *in, global int *out, int w, int h, int k) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      if (x >= w || y >= h)
        return;
      out[y * w + x] = (x - 20) % 33 * 100 + (x - 20) / 33 + (y - k) % 7 + in[y * w + x];
    }

    // Of narrow numbers, by numbers below zero.
    kernel void narrow(global const int *in, global int *out, int w, int h, int k) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      if (x >= w || y >= h)
        return;
      char c = (char)x;
      short s = (short)(x * 50);
      short t = (short)(y * 500 + 3);
      int sum = (char)(c / (char)-3) + (char)(c % (char)-70) * 3 + (short)(s / (short)-1000) * 100;
      sum += (short)(s % (short)-300) * 7 + (short)(t / (short)-300) + (char)((char)(c - 20) / (char)-7) * 9;
      out[y * w + x] = sum + in[y * w + x] * k;
    }

    // What all lanes have alike wraps round, and what is added of each comes back.
    kernel void wrappedAlike(global const int *in, global int *out, int w, int h, int k) {
      uint x = get_global_id(0);
      uint y = get_global_id(1);
      if (x >= (uint)w || y >= (uint)h)
        return;
      uint far = (uint)k * (uint)w + 0x7fffffffu;
      uint place = x + far;
      int back = (int)(min((int)x, w - 1) + (int)(far + 1u)) - (int)(far + 1u);
      uint scaled = (uint)(w - 1 - (int)x) * 4u + 0x80000000u;
      out[y * w + x] = in[place - far + y * w] + 3 * in[y * w + back] + 5 * in[y * w + (int)(scaled + 0x80000000u) / 4];
    }

    // Whose sums wrap round, as unsigned numbers may.
    kernel void sums(global const int *in, global int *out, int w, int h, int k) {
      uint x = get_global_id(0);
      uint y = get_global_id(1);
      if (x >= (uint)w || y >= (uint)h)
        return;
      uint base = (uint)k * 0x10000000u;
      uint at = min(max((int)(x + base), 0), w - 1);
      out[y * w + x] = in[y * w + at] + (int)((x + base) / 3u);
    }

    // Cut off at the edges; how far an element is from the middle is the same for all.
    kernel void windows(global const int *in, global int *out, uint w, uint h, int k) {
      uint x = get_global_id(0);
      uint y = get_global_id(1);
      if (x >= w || y >= h)
        return;
      uint r = (uint)k & 7u;
      uint last = min(x + r, w - 1u);
      int sum = 0;
      for (uint i = max(x, r) - r; i <= last; ++i)
        sum += in[y * w + i] * (int)((x - i) * (x - i) + 1u);
      for (uint i = max(y, r) - r; i < min(y + r, h); i++)
        sum = sum * 3 + in[i * w + x];
      uint i = max(x, r) - r;
      do
        sum = sum * 5 + in[y * w + i];
      while (++i < min(x + r + 1u, w));
      out[y * w + x] = sum;
    }

    // One id for all places, and ends that may wrap round.
    kernel void windowsFar(global const int *in, global int *out, uint w, uint h, int k) {
      uint id = get_global_id(1) * get_global_size(0) + get_global_id(0);
      if (id >= w * h)
        return;
      uint x = id % w;
      uint r = (uint)k;
      uint last = min(x + r, w - 1u);
      int sum = 0;
      for (uint i = max(x, r) - r; i <= last; ++i)
        sum += in[id - x + i] * (int)(x - i + 3u);
      for (int i = max((int)(x - r), 0); i <= min((int)(x + r), (int)w - 1); ++i)
        sum = sum * 3 + in[id - x + (uint)i];
      out[id] = sum;
    }

    kernel void saturated(global const int *in, global int *out, uint w, uint h, int k) {
      uint x = get_global_id(0);
      uint y = get_global_id(1);
      if (x >= w || y >= h)
        return;
      uint r = (uint)k;
      out[y * w + x] = in[y * w + x] + (int)(max(x, r) - r) * 3 - (int)(max(40u, x) - x);
    }

    // Where the last number is below the first nothing is counted.
    kernel void countedFar(global const int *in, global int *out, uint w, uint h, int k) {
      uint x = get_global_id(0);
      uint y = get_global_id(1);
      if (x >= w || y >= h)
        return;
      int sum = in[y * w + x];
      uint far = x + (uint)k;
      for (uint i = far; i <= far + 3u; ++i)
        sum = sum * 3 + (int)i * 5 + 1;
      uint last = far + 4u;
      uint j = far;
      sum ^= (int)last;
      do // one turn, where the last number is beyond the end of its type
        sum = sum * 3 + (int)j;
      while (++j <= last);
      out[y * w + x] = sum;
    }

    // An item far from others; what a lane reads decides where.
    kernel void ofData(global const int *in, global int *out, int w, int h, int k) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      if (x >= w || y >= h)
        return;
      int from = in[y * w + x] & 15;
      out[y * w + x] = in[y * w + min(max(x + from - 8, 0), w - 1)] + in[clamp(y - from, 0, h - 1) * w + x] * k;
    })

namespace {

constexpr std::array<std::size_t, 2> Sizes[] = {{160, 40}, {77, 21}, {48, 5}, {5, 50}, {1, 3}, {300, 2}};

struct Case {
  const char *name;
  std::function<void(const int *, int *, int, int, int)> reference;
};

class Interior : public testing::TestWithParam<Case> {};

void compare(harness::Program &program, const Case &test) {
  for (auto [w, h] : Sizes)
    for (int k : {0, 1, 6, -3, 40, 0x7fffff00, -0x7fffffff}) {
      const int wide = static_cast<int>(w), high = static_cast<int>(h);
      // Exact, in groups that it fits, and more of them than there are places.
      for (Range range : {Range{{w, h, 1}, {0, 0, 0}, {0, 0, 0}, 2}, Range{{w, h, 1}, {w, 1, 1}, {0, 0, 0}, 2},
                          Range{{(w + 63) / 64 * 64, h + 3, 1}, {32, 1, 1}, {0, 0, 0}, 2}}) {
        auto in = harness::noise<int>(w * h);
        for (int &value : in)
          value %= 10000;
        std::vector<int> out(w * h, 7), expected(out);
        harness::Launch launch(program, test.name);
        launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out));
        launch.arg(wide), launch.arg(high), launch.arg(k);
        launch.run(range);
        ASSERT_FALSE(launch.failed());
        harness::forEachWorkItem(range, [&] { test.reference(in.data(), expected.data(), wide, high, k); });
        ASSERT_EQ(out, expected) << w << 'x' << h << ", " << k << ", groups of " << range.local[0];
      }
    }
}

TEST_P(Interior, HasWhatItsEdgesHave) {
  harness::Program program(interior::source);
  compare(program, GetParam());
}

// Whole work-groups are of the interior then.
TEST_P(Interior, HasWhatItsEdgesHaveBehindBarriers) {
  std::string source = interior::source;
  const std::string_view start = "int k) {";
  for (std::size_t at = 0; (at = source.find(start, at)) != std::string::npos; at += start.size())
    source.insert(at + start.size(), " barrier(CLK_LOCAL_MEM_FENCE);");
  ASSERT_GT(source.size(), std::string_view(interior::source).size());
  harness::Program program(source);
  compare(program, GetParam());
}

INSTANTIATE_TEST_SUITE_P(, Interior,
                         testing::Values(Case{"clamped", interior::clamped}, Case{"clampedFar", interior::clampedFar},
                                         Case{"byBranches", interior::byBranches}, Case{"guarded", interior::guarded},
                                         Case{"guardedInside", interior::guardedInside},
                                         Case{"onePlace", interior::onePlace}, Case{"wrapped", interior::wrapped},
                                         Case{"wrappedUnsigned", interior::wrappedUnsigned},
                                         Case{"wrappedByBits", interior::wrappedByBits},
                                         Case{"takenApart", interior::takenApart},
                                         Case{"takenApartByConstants", interior::takenApartByConstants},
                                         Case{"remainders", interior::remainders}, Case{"narrow", interior::narrow},
                                         Case{"wrappedAlike", interior::wrappedAlike}, Case{"sums", interior::sums},
                                         Case{"windows", interior::windows}, Case{"windowsFar", interior::windowsFar},
                                         Case{"saturated", interior::saturated},
                                         Case{"countedFar", interior::countedFar}, Case{"ofData", interior::ofData}),
                         [](const auto &info) { return std::string(info.param.name); });

// Far from the origin: what is the interior depends on the offset.
TEST(InteriorOffsets, Count) {
  harness::Program program(interior::source);
  for (std::size_t offset : {1, 13, 30}) {
    const int w = 100, h = 9, k = 3;
    const Range range{{70, 6, 1}, {0, 0, 0}, {offset, 3, 0}, 2};
    auto in = harness::noise<int>(w * h);
    std::vector<int> out(in.size(), 7), expected(out);
    for (int &value : in)
      value %= 10000;
    harness::Launch launch(program, "clamped");
    launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out));
    launch.arg(w), launch.arg(h), launch.arg(k);
    launch.run(range);
    ASSERT_FALSE(launch.failed());
    harness::forEachWorkItem(range, [&] { interior::clamped(in.data(), expected.data(), w, h, k); });
    EXPECT_EQ(out, expected) << offset;
  }
}

// The last of a sum's parts, which all lanes have alike, is beyond 2^31, and the sum far below: an index whose parts go
// to 64 bits each reads 2^32 elements away.
TEST(InteriorIndices, OfWhatWrapped) {
  const std::string source = R"(
    kernel void product(global const int *in, global int *out, uint n, uint m, uint k, uint w) {
      uint i = get_global_id(0), c = min(i, w - 1u);
      out[i] = in[n * m + (c - k)];
    }
    kernel void sum(global const int *in, global int *out, uint n, uint m, uint k, uint w) {
      int i = get_global_id(0), v = clamp(i, 0, (int)w - 1);
      out[i] = in[(int)((n + m) + ((uint)v - k))];
    }
    kernel void shifted(global const int *in, global int *out, uint n, uint m, uint k, uint w) {
      uint i = get_global_id(0), c = min(i + (1u << 29), (1u << 31) - w), place = (c << 2) + (0x80000000u + 4 * w);
      out[i] = in[((int)(place - 4 * w) >> 2) + 100 + (int)(n - n)];
    }
    kernel void remainder(global const int *in, global int *out, uint n, uint m, uint k, uint w) {
      uint i = get_global_id(0);
      out[i] = in[(n * m - k + 100u - i) % w + 100u];
    })";
  constexpr uint Count = 4096, Far = 1u << 31, Distance = Far - 100;
  harness::Program program(source);
  std::vector<int> in(Count + 200);
  std::iota(in.begin(), in.end(), 1000);
  auto run = [&](const char *name, uint n, uint m) {
    std::vector<int> out(Count, -1);
    harness::Launch launch(program, name);
    launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out));
    launch.arg(n), launch.arg(m), launch.arg(Distance), launch.arg(Count);
    launch.run(Range::of(Count, 64));
    EXPECT_FALSE(launch.failed());
    return out;
  };
  const std::vector<int> straight(in.begin() + 100, in.begin() + 100 + Count);
  EXPECT_EQ(run("product", 1u << 16, 1u << 15), straight);
  EXPECT_EQ(run("sum", 1u << 30, 1u << 30), straight);
  EXPECT_EQ(run("shifted", 1, 1), straight);
  std::vector<int> backwards(Count);
  for (uint i = 0; i < Count; ++i)
    backwards[i] = in[(200u - i) % Count + 100];
  EXPECT_EQ(run("remainder", 1u << 16, 1u << 15), backwards);
}

// A quotient by a number below zero is not that by the number which has the same bits.
TEST(InteriorIndices, DividedByNarrowNumbersBelowZero) {
  const std::string source = R"(
    kernel void k(global char *a, global short *b, global char *c) {
      int i = get_global_id(0);
      a[i] = (char)i / (char)-3;
      b[i] = ((short3)((short)i) / (short3)(-1000)).y;
      c[i] = ((char4)((char)i) % (char4)(-7, 3, 5, -9)).w;
    })";
  constexpr std::size_t Count = 2048;
  std::vector<int8_t> a(Count), c(Count), expectedA(Count), expectedC(Count);
  std::vector<int16_t> b(Count), expectedB(Count);
  for (std::size_t i = 0; i < Count; ++i) {
    expectedA[i] = static_cast<int8_t>(static_cast<int8_t>(i) / -3);
    expectedB[i] = static_cast<int16_t>(static_cast<int16_t>(i) / -1000);
    expectedC[i] = static_cast<int8_t>(static_cast<int8_t>(i) % -9);
  }
  ASSERT_TRUE(harness::run(source, "k", Range::of(Count), harness::inOut(a), harness::inOut(b), harness::inOut(c)));
  EXPECT_EQ(a, expectedA);
  EXPECT_EQ(b, expectedB);
  EXPECT_EQ(c, expectedC);
}

// What is read for the whole group, with what is beside it, a number that lives across the barrier, and a second one in
// a loop.
TEST(InteriorGroups, ReadWhatIsBesideThem) {
  harness::Program program(R"(
    kernel void tiles(global const int *in, global int *out, int w, int h, local int *tile) {
      int x = get_global_id(0), y = get_global_id(1), l = get_local_id(0), size = get_local_size(0);
      int row = clamp(y - 1, 0, h - 1), sum = 0, own = 3 * min(x, w - 1);
      for (int i = 0; i < 3; ++i) {
        tile[l + 2] = in[row * w + clamp(x, 0, w - 1)];
        for (int j = l; j < 2; j += size) {
          tile[j] = in[row * w + clamp(x - l + j - 2, 0, w - 1)];
          tile[size + 2 + j] = in[row * w + clamp(x - l + j + size, 0, w - 1)];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += tile[l] - 2 * tile[l + 1] + 5 * tile[l + 3] + tile[l + 4];
        row = min(row + 1, h - 1);
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      if (x < w && y < h)
        out[y * w + x] = sum + own;
    })");
  for (auto [w, h] : Sizes)
    for (auto [group, width] : {std::pair{16U, (w + 15) / 16 * 16}, {40U, (w + 39) / 40 * 40}, {64U, w}, {24U, w}}) {
      const int wide = static_cast<int>(w), high = static_cast<int>(h);
      auto in = harness::noise<int>(w * h);
      for (int &value : in)
        value %= 10000;
      std::vector<int> out(w * h, 7), expected(out);
      harness::Launch launch(program, "tiles");
      launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out));
      launch.arg(wide), launch.arg(high), launch.arg(harness::Local{(group + 4) * sizeof(int)});
      launch.run(Range{{width, h, 1}, {group, 1, 1}, {0, 0, 0}, 2}); // the last group may be smaller
      ASSERT_FALSE(launch.failed());
      for (int y = 0; y < high; ++y)
        for (int x = 0; x < wide; ++x) {
          int row = clamp(y - 1, 0, high - 1), sum = 0;
          for (int i = 0; i < 3; ++i, row = min(row + 1, high - 1)) {
            auto at = [&](int by) { return in[row * wide + clamp(x + by, 0, wide - 1)]; };
            sum += at(-2) - 2 * at(-1) + 5 * at(1) + at(2);
          }
          expected[y * wide + x] = sum + 3 * x;
        }
      ASSERT_EQ(out, expected) << w << 'x' << h << ", groups of " << group;
    }
}

} // namespace
