// One kernel launched with many values of its arguments in iteration: what is compiled for some must not run for
// others.
#include "Harness.h"

namespace {

// Arguments of every integer type that are steps, bounds, divisors and choices, by themselves and in a function.
constexpr const char *Shaped = R"(
  int stepped(global const int *in, int i, short step, uchar channels, uint radius, int n) {
    int sum = 0;
    for (int j = -(int)radius; j <= (int)radius; ++j)
      sum += in[clamp(i + j * step, 0, n - 1)] * channels;
    return sum;
  }
  kernel void shaped(global const int *in, global int *out, int n, char mode, short step, uchar channels, uint radius,
                     long divisor, ulong flags) {
    int i = get_global_id(0), x = stepped(in, i, step, channels, radius, n);
    if (mode == -2)
      x = -x;
    else if (mode == 3 || flags == 0xFFFFFFFFFFFFFFFFul)
      x ^= 0x55;
    if (flags & 0x8000000000ul)
      x += 7;
    x += i / divisor + (int)((uint)i % (uint)divisor) * 3;
    switch (radius) {
    case 0: x ^= 1; break;
    case 2: x ^= 2; break;
    }
    out[i] = x;
  })";

struct Values {
  cl_char mode;
  cl_short step;
  cl_uchar channels;
  cl_uint radius;
  cl_long divisor;
  cl_ulong flags;
};

int expected(const std::vector<int> &in, int i, const Values &values) {
  const int n = int(in.size());
  int x = 0;
  for (int j = -int(values.radius); j <= int(values.radius); ++j)
    x += in[size_t(std::clamp(i + j * values.step, 0, n - 1))] * values.channels;
  if (values.mode == -2)
    x = -x;
  else if (values.mode == 3 || values.flags == ~0ull)
    x ^= 0x55;
  if (values.flags & 0x8000000000ull)
    x += 7;
  x += int(i / values.divisor) + int(unsigned(i) % unsigned(values.divisor)) * 3;
  return x ^ (values.radius == 0 ? 1 : values.radius == 2 ? 2 : 0);
}

constexpr Values Sets[] = {
    {1, 1, 3, 1, 3, 0},       {1, 1, 4, 1, 3, 0},       {-2, -4, 255, 0, 640, ~0ull}, {3, 2, 1, 2, 1, 0x8000000000ull},
    {3, 300, 1, 70, -7, ~0u}, {0, 0, 0, 5, 1 << 30, 1}, {127, -64, 64, 64, 64, 0},    {-128, 65, 65, 3, 65, ~0ull},
};

TEST(ArgumentValues, EachSetIsRightInTurn) {
  harness::Program program(Shaped);
  std::vector<int> in = harness::noise<int>(5000);
  for (int round = 0; round < 3; ++round)
    for (const Values &values : Sets) {
      std::vector<int> out(in.size()), want;
      for (size_t i = 0; i < in.size(); ++i)
        want.push_back(expected(in, int(i), values));
      harness::Launch launch(program, "shaped");
      launch.arg(harness::inOut(in));
      launch.arg(harness::inOut(out));
      launch.arg(cl_int(in.size()));
      launch.arg(values.mode);
      launch.arg(values.step);
      launch.arg(values.channels);
      launch.arg(values.radius);
      launch.arg(values.divisor);
      launch.arg(values.flags);
      launch.run({{in.size(), 1, 1}, {round == 2 ? 50u : 0u, 1, 1}, {0, 0, 0}, 1});
      ASSERT_FALSE(launch.failed());
      ASSERT_EQ(want, out) << "set " << &values - Sets;
    }
}

// A loop of barriers whose bound is known, with a choice of each work-item's that lives across them.
TEST(ArgumentValues, BoundsOfLoopsWithBarriers) {
  harness::Program program(R"(
    kernel void relax(global const int *in, global int *out, int iterations, local int *part) {
      int l = get_local_id(0), n = get_local_size(0), i = get_global_id(0);
      part[l] = in[i];
      barrier(CLK_LOCAL_MEM_FENCE);
      bool computed = false;
      for (int t = 0; t < iterations; ++t) {
        computed = l > t && l < n - 1 - t;
        int sum = computed ? part[l - 1] + part[l] * 3 + part[l + 1] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (computed)
          part[l] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      out[i] = computed ? part[l] : -l;
    })");
  std::vector<int> in = harness::noise<int>(1 << 12);
  for (int iterations : {0, 1, 2, 7, 20, 3, 100})
    for (size_t local : {64, 16, 256}) {
      std::vector<int> out(in.size()), want = in;
      for (size_t first = 0; first < in.size(); first += local)
        for (int t = 0; t <= iterations; ++t) {
          const std::vector<int> before = want;
          for (int l = 0; l < int(local); ++l) {
            const int last = iterations - 1;
            if (t < iterations && l > t && l < int(local) - 1 - t) {
              const size_t i = first + size_t(l);
              want[i] = int(unsigned(before[i - 1]) + unsigned(before[i]) * 3 + unsigned(before[i + 1]));
            } else if (t == iterations && !(iterations > 0 && l > last && l < int(local) - 1 - last)) {
              want[first + size_t(l)] = -l;
            }
          }
        }
      harness::Launch launch(program, "relax");
      launch.arg(harness::inOut(in));
      launch.arg(harness::inOut(out));
      launch.arg(iterations);
      launch.arg(harness::Local{local * sizeof(int)});
      launch.run({{in.size(), 1, 1}, {local, 1, 1}, {0, 0, 0}, 1});
      ASSERT_FALSE(launch.failed());
      ASSERT_EQ(want, out) << iterations << " iterations, " << local;
    }
}

} // namespace
