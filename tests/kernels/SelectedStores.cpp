// Conditional stores to local memory that was read before: in loops with barriers, of both sides, beside each other,
// under other conditions, in groups that lanes do not fill.
#include "Harness.h"
using harness::Range;

namespace {

constexpr const char *Source = R"(
  kernel void paths(global int *d, int n) { // Floyd and Warshall's
    local int s[24 * 24];
    const int x = get_local_id(0), y = get_local_id(1), w = get_local_size(0);
    s[y * w + x] = d[get_group_id(0) * w * w + y * w + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < n; ++k) {
      if (s[y * w + k] + s[k * w + x] < s[y * w + x])
        s[y * w + x] = s[y * w + k] + s[k * w + x];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    d[get_group_id(0) * w * w + y * w + x] = s[y * w + x];
  }

  kernel void chosen(global const int *in, global int *out, int n) {
    local int a[64];
    local uchar b[64];
    const int x = get_local_id(0), g = get_global_id(0);
    a[x] = in[g];
    b[x] = in[g] >> 3;
    for (int i = 0; i < n; ++i) {
      if (a[x] % 3 != i % 2)
        a[x] += i; // where the condition does not hold, what was there
      if (in[g] & 1) {
        if (b[x] > 100)
          b[x] -= 31;
        else
          b[x] += in[g];
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int last = get_local_size(0) - 1 - x;
    out[g] = a[last] * 256 + b[last];
  })";

TEST(SelectedStores, OfLoopsWithBarriers) {
  for (std::size_t width : {1, 5, 8, 16, 19, 24}) {
    constexpr std::size_t Groups = 3;
    auto distances = harness::noise<int>(Groups * width * width);
    for (int &value : distances)
      value &= 0xffff;
    auto expected = distances;
    for (std::size_t group = 0; group < Groups; ++group) {
      int *d = expected.data() + group * width * width;
      for (std::size_t k = 0; k < width; ++k)
        for (std::size_t at = 0; at < width * width; ++at)
          d[at] = std::min(d[at], d[at / width * width + k] + d[k * width + at % width]);
    }
    const Range range{{width * Groups, width, 1}, {width, width, 1}, {}, 2};
    ASSERT_TRUE(harness::run(Source, "paths", range, harness::inOut(distances), static_cast<int>(width)));
    EXPECT_EQ(distances, expected) << width;
  }
}

TEST(SelectedStores, OfBothSides) {
  for (std::size_t width : {64, 40, 7}) {
    auto in = harness::noise<int>(width * 4);
    for (int &value : in)
      value &= 0xffff;
    std::vector<int> out(in.size()), expected(in.size());
    for (int n : {0, 1, 9}) {
      ASSERT_TRUE(
          harness::run(Source, "chosen", Range::of(in.size(), width), harness::inOut(in), harness::inOut(out), n));
      for (std::size_t g = 0; g < in.size(); ++g) {
        int a = in[g];
        auto b = static_cast<unsigned char>(in[g] >> 3);
        for (int i = 0; i < n; ++i) {
          if (a % 3 != i % 2)
            a += i;
          if (in[g] & 1)
            b = static_cast<unsigned char>(b > 100 ? b - 31 : b + in[g]);
        }
        expected[g / width * width + width - 1 - g % width] = a * 256 + b;
      }
      ASSERT_EQ(out, expected) << width << ", " << n;
    }
  }
}

} // namespace
