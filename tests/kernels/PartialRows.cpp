// Rows of every length, whose last sub-group is partial: work-items that reach structures of their own go one by one
// there, whatever the group looks like, and small structures are gone along in short loops.
#include "Harness.h"
#include <bit>
using harness::Range;

namespace {

constexpr unsigned Members = 5;

// Each work-item mixes the members of its structure with those of others, and with all that it can ask for.
const char *const source = R"(
kernel void mix(global const uint *in, global const uint *others, global uint *out, uint width, uint height) {
  uint x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  uint at = y * width + x, sum[5];
  for (int m = 0; m < 5; ++m)
    sum[m] = in[5 * at + m];
  for (uint k = 0; k < 3 + x % 4; ++k)
    for (int m = 0; m < 5; ++m)
      sum[m] = (sum[(m + 1) % 5] ^ in[5 * others[(at + k) % (width * height)] + m]) * 3 + k;
  sum[0] += get_local_id(0) * 7 + get_local_id(1) * 11 + get_group_id(0) * 13 + get_local_linear_id();
  sum[1] += get_local_size(0) * 17 + get_local_size(1) * 19 + get_group_id(1);
  for (int m = 0; m < 5; ++m)
    out[5 * at + m] += sum[m];
}
kernel void add(global const uint *in, global uint *out, uint width) {
  size_t at = get_global_id(1) * width + get_global_id(0);
  for (int m = 0; m < 5; ++m)
    out[5 * at + m] += in[5 * at + m];
})";

struct Grid {
  unsigned width, height;              ///< of the range
  unsigned local = 0, localHeight = 0; ///< of the groups; 0: the platform's
  unsigned inside = 0;                 ///< work-items of a row that pass the guard; 0: all

  Range range() const { return {{width, height, 1}, {local, local ? localHeight : 0, 1}, {0, 0, 0}, 2}; }
  unsigned items() const { return width * height; }
};

std::vector<uint> mixed(const Grid &grid, const std::vector<uint> &in, const std::vector<uint> &others,
                        std::vector<uint> out) {
  const unsigned width = grid.inside ? grid.inside : grid.width;
  for (unsigned y = 0; y < grid.height; ++y)
    for (unsigned x = 0; x < width; ++x) {
      const unsigned at = y * width + x;
      std::array<uint, Members> sum{};
      for (unsigned m = 0; m < Members; ++m)
        sum[m] = in[Members * at + m];
      for (unsigned k = 0; k < 3 + x % 4; ++k)
        for (unsigned m = 0; m < Members; ++m)
          sum[m] = (sum[(m + 1) % Members] ^ in[Members * others[(at + k) % (width * grid.height)] + m]) * 3 + k;
      const unsigned groupX = x / grid.local, groupY = y / grid.localHeight;
      const unsigned localX = x % grid.local, localY = y % grid.localHeight;
      const unsigned sizeX = std::min(grid.local, grid.width - groupX * grid.local);
      const unsigned sizeY = std::min(grid.localHeight, grid.height - groupY * grid.localHeight);
      sum[0] += localX * 7 + localY * 11 + groupX * 13 + localY * sizeX + localX;
      sum[1] += sizeX * 17 + sizeY * 19 + groupY;
      for (unsigned m = 0; m < Members; ++m)
        out[Members * at + m] += sum[m];
    }
  return out;
}

void testMixing(const harness::Program &program, const Grid &grid) {
  auto in = harness::noise<uint>(Members * grid.items()), others = harness::noise<uint>(grid.items(), 7);
  const unsigned width = grid.inside ? grid.inside : grid.width;
  for (uint &other : others)
    other %= width * grid.height;
  auto out = harness::noise<uint>(Members * grid.items(), 9);
  const std::vector<uint> expected = mixed(grid, in, others, out);
  harness::Launch launch(program, "mix");
  launch.arg(harness::inOut(in)), launch.arg(harness::inOut(others)), launch.arg(harness::inOut(out));
  launch.arg(width), launch.arg(grid.height);
  launch.run(grid.range());
  ASSERT_FALSE(launch.failed());
  EXPECT_EQ(out, expected) << grid.width << " x " << grid.height << " in groups of " << grid.local << " x "
                           << grid.localHeight << ", " << width << " inside";
}

TEST(PartialRows, OfTheHostsGroups) {
  harness::Program program(source, "-cl-std=CL3.0");
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  for (unsigned local : {1, 2, 3, 5, 7, 8, 9, 10, 15, 16, 17, 31, 33, 40, 67})
    testMixing(program, {3 * local, 6, local, 2});
}

TEST(PartialRows, OfGroupsAtTheEdge) {
  harness::Program program(source, "-cl-std=CL3.0");
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  for (unsigned width : {1, 7, 9, 16, 21, 35, 71})
    testMixing(program, {width, 7, 20, 3});
}

TEST(PartialRows, BehindAGuard) {
  harness::Program program(source, "-cl-std=CL3.0");
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  for (unsigned inside : {1, 5, 8, 11, 16, 29, 36, 40})
    testMixing(program, {40, 4, 10, 2, inside});
}

TEST(PartialRows, OfAnyGroups) {
  harness::Program program(source);
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  for (unsigned width = 1; width < 70; ++width) {
    const Grid grid{width, 5, 0, 0};
    auto in = harness::noise<uint>(Members * grid.items()), out = harness::noise<uint>(Members * grid.items(), 3);
    std::vector<uint> expected = out;
    for (std::size_t i = 0; i < expected.size(); ++i)
      expected[i] += in[i];
    harness::Launch launch(program, "add");
    launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out)), launch.arg(width);
    launch.run(grid.range());
    ASSERT_FALSE(launch.failed());
    EXPECT_EQ(out, expected) << width;
  }
}

/// By the scalar functions and by those of vectors: the same bits for the same number in one launch. Kernels with
/// sub-groups have the same lanes throughout: others may be tried without, by other forms of the library's functions.
class PartialRowsOf : public testing::TestWithParam<const char *> {};

TEST_P(PartialRowsOf, MathIsTheSame) {
  harness::Program program(R"(
kernel void waves(global const float *in, global const uint *at, global float *out) {
  uint i = at[get_global_id(0)], sub_group = get_max_sub_group_size();
  float x = in[i], y = in[i + 1], z = )" +
                           std::string(GetParam()) + R"(;
  out[3 * i] = z;
  out[3 * i + 1] = sub_group > 1000 ? x : z - x;
  out[3 * i + 2] = z * y;
})");
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  constexpr uint Items = 67 * 64, Period = 509; // each number comes eight times, at other places of a row
  std::vector<uint> at(Items);
  for (uint i = 0; i < Items; ++i)
    at[i] = i * 2731 % Items; // 2731 and 67 * 64 have no factor in common
  std::vector<float> in(Items + 1);
  for (uint i = 0; i <= Items; ++i)
    in[i] = (static_cast<float>(i % Period) - 237) / 4.4f;
  for (std::size_t local : {64, 67, 16, 1}) {
    std::vector<float> out(3 * Items);
    harness::Launch launch(program, "waves");
    launch.arg(harness::inOut(in)), launch.arg(harness::inOut(at)), launch.arg(harness::inOut(out));
    launch.run(Range::of(Items, local));
    ASSERT_FALSE(launch.failed());
    for (std::size_t i = 3 * Period; i < out.size(); ++i)
      ASSERT_EQ(std::bit_cast<uint>(out[i]), std::bit_cast<uint>(out[i % (3 * Period)])) << local << ", " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Functions, PartialRowsOf,
                         testing::Values("sin(x)", "exp2(x)", "log(fabs(x) + 1e-3f)", "native_rsqrt(fabs(x) + 1)",
                                         "1 / (x * x + 0.25f)", "fma(x, y, x)", "x * y + x", "tanh(x)", "sqrt(fabs(x))",
                                         "convert_float(as_uint(x) / 7)", "fmin(x, y) + rint(y)"));

} // namespace
