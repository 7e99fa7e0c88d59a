// Native and half functions that are one instruction of the machine (OpenCL C 6.15.2, 7.4): as accurate as they must be
// and no less, in lanes, in vectors and for what is the same in all lanes.
#include "Harness.h"
#include <limits>
using harness::Range;

namespace {

constexpr float Infinity = std::numeric_limits<float>::infinity();

// half_: 8192 ulp (OpenCL C 7.4). The estimates' own limits are below that.
bool near(float found, double exact) {
  if (std::isinf(exact) || exact == 0)
    return static_cast<double>(found) == exact;
  return std::abs(found - exact) <= 8192 * std::ldexp(1.0, std::ilogb(exact) - 23);
}

const char *const Source = R"(
kernel void k(global const float *x, global float *o, float same, int n) {
  int i = get_global_id(0);
  o[i] = half_recip(x[i]);
  o[n + i] = half_rsqrt(x[i]);
  o[2 * n + i] = native_recip(x[i]);
  o[3 * n + i] = native_rsqrt(x[i]);
  o[4 * n + i] = native_divide(3.0f, x[i]);
  float3 v = native_rsqrt((float3)(x[i], 4.0f * x[i], 16.0f * x[i]));
  o[5 * n + i] = v.x + v.y + v.z;
  o[6 * n + i] = native_rsqrt(same) + native_recip(same);
}
)";

TEST(Estimates, StayWithinTheirLimits) {
  const int n = 301;
  std::vector<float> x(n), o(7 * n);
  for (int i = 0; i < n; ++i)
    x[i] = std::ldexp(1.0F + static_cast<float>((i * 7919) % 1009) / 1009.0F, i % 201 - 100);
  x[3] = 0;
  x[50] = Infinity;
  const float same = 3.75F;
  ASSERT_TRUE(harness::run(Source, "k", Range::of(n), harness::inOut(x), harness::inOut(o), same, n));
  for (int i = 0; i < n; ++i) {
    const double recip = 1 / static_cast<double>(x[i]), root = 1 / std::sqrt(static_cast<double>(x[i]));
    const double expected[] = {recip, root, recip, root, 3 * recip, 1.75 * root, 1 / 3.75 + 1 / std::sqrt(3.75)};
    for (int f = 0; f < 7; ++f)
      EXPECT_TRUE(near(o[f * n + i], expected[f])) << f << " of " << x[i] << ": " << o[f * n + i];
  }
}

// Reciprocals that are denormal may be 0 (OpenCL C 7.4), and nothing else; those of infinity and of zero are exact.
TEST(Estimates, OfTheGreatestAndTheLeast) {
  const int n = 64;
  std::vector<float> x(n), o(3 * n);
  for (int i = 0; i < n; ++i)
    x[i] = std::ldexp(i % 2 ? -1.0F - static_cast<float>(i) / n : 1.0F + static_cast<float>(i) / n, 120 + i % 8);
  x[8] = Infinity, x[9] = -Infinity, x[10] = 0, x[11] = -0.0F;
  const std::string source = "kernel void k(global const float *x, global float *o, float same, int n) {\n"
                             "  int i = get_global_id(0);\n  o[i] = native_recip(x[i]);\n"
                             "  o[n + i] = half_recip(x[i]);\n  o[2 * n + i] = native_recip(same);\n}\n";
  const float greatest = std::numeric_limits<float>::max();
  ASSERT_TRUE(harness::run(source, "k", Range::of(n), harness::inOut(x), harness::inOut(o), greatest, n));
  auto isRight = [](float found, float of) {
    const float exact = 1 / of;
    return (std::fpclassify(exact) == FP_SUBNORMAL && found == 0) || near(found, exact);
  };
  for (int i = 0; i < n; ++i) {
    EXPECT_TRUE(isRight(o[i], x[i]) && isRight(o[n + i], x[i])) << x[i] << ": " << o[i] << ' ' << o[n + i];
    EXPECT_TRUE(isRight(o[2 * n + i], greatest)) << o[2 * n + i];
  }
}

// Work-items beyond the last whole sub-group, and sub-groups narrower and wider than a register.
TEST(Estimates, InEveryWidthOfSubGroup) {
  const int n = 77;
  for (int width : {4, 8, 16, 32, 64}) {
    std::vector<float> x(n), o(n);
    for (int i = 0; i < n; ++i)
      x[i] = 0.25F + static_cast<float>(i);
    const std::string source = "kernel __attribute__((intel_reqd_sub_group_size(" + std::to_string(width) +
                               "))) void k(global const float *x, global float *o) {\n"
                               "  int i = get_global_id(0);\n  o[i] = native_rsqrt(x[i]);\n}\n";
    ASSERT_TRUE(harness::run(source, "k", Range::of(n), harness::inOut(x), harness::inOut(o)));
    for (int i = 0; i < n; ++i)
      EXPECT_TRUE(near(o[i], 1 / std::sqrt(static_cast<double>(x[i])))) << width << ": " << x[i] << ' ' << o[i];
  }
}

// -cl-fast-relaxed-math leaves rsqrt its 2 ulp (OpenCL C 7.4, single precision with unsafe math).
TEST(Estimates, FastRootsKeepTheirAccuracy) {
  const int n = 1 << 20, half = n / 2;
  std::vector<float> x(n), o(n);
  for (int i = 0; i < n; ++i) // all over two binades, and the whole range of exponents
    x[i] = std::ldexp(1.0F + static_cast<float>(i % half) / half, i < half ? i % 2 : i % 251 - 125);
  harness::Program program("kernel void k(global const float *x, global float *o) {\n"
                           "  int i = get_global_id(0);\n  o[i] = rsqrt(x[i]);\n}\n",
                           "-cl-fast-relaxed-math");
  harness::Launch launch(program, "k");
  launch.arg(harness::inOut(x));
  launch.arg(harness::inOut(o));
  launch.run(Range::of(n));
  double worst = 0;
  for (int i = 0; i < n; ++i) {
    const double exact = 1 / std::sqrt(static_cast<double>(x[i]));
    worst = std::max(worst, std::abs(o[i] - exact) / std::ldexp(1.0, std::ilogb(exact) - 23));
  }
  EXPECT_LE(worst, 2);
  RecordProperty("ulp", std::to_string(worst));
}

} // namespace
