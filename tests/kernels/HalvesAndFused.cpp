// Halves and fused products beside the host's: with instructions for them, or without.
#include "Harness.h"
#include <bit>
#include <random>
using harness::inOut;
using harness::Range;

namespace {

constexpr char Kernels[] = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void widen(global const half *h, global float *f) { size_t i = get_global_id(0); f[i] = h[i]; }
kernel void narrow(global const float *f, global half *h) { size_t i = get_global_id(0); h[i] = (half)f[i]; }
kernel void arithmetic(global const half *a, global const half *b, global half *sums, global half *quotients,
                       global half *roots, global uchar *less) {
  size_t i = get_global_id(0);
  sums[i] = a[i] + b[i], quotients[i] = a[i] / b[i], roots[i] = sqrt(a[i]);
  less[i] = (uchar)((a[i] < b[i]) | (a[i] == b[i]) << 1 | isunordered(a[i], b[i]) << 2);
}
kernel void fuse(global const float *a, global const float *b, global const float *c, global float *out) {
  size_t i = get_global_id(0);
  out[i] = fma(a[i], b[i], c[i]);
})";

uint16_t raw(_Float16 half) { return std::bit_cast<uint16_t>(half); }
_Float16 halfOf(std::size_t bits) { return std::bit_cast<_Float16>(static_cast<uint16_t>(bits)); }

template <typename Bits> bool isNan(Bits bits, Bits infinity) {
  constexpr Bits Sign = Bits(1) << (8 * sizeof(Bits) - 1);
  return Bits(bits & ~Sign) > infinity;
}
bool nanOr(uint32_t a, uint32_t b) { return a == b || (isNan(a, 0x7f800000U) && isNan(b, 0x7f800000U)); }
bool nanOr(uint16_t a, uint16_t b) { return a == b || (isNan<uint16_t>(a, 0x7c00) && isNan<uint16_t>(b, 0x7c00)); }

struct Halves : testing::Test {
  Halves() : program(Kernels) { EXPECT_EQ(program.status, CL_SUCCESS) << program.log; }
  harness::Program program;
};

TEST_F(Halves, BecomeFloats) {
  std::vector<uint16_t> halves(65536);
  for (std::size_t i = 0; i < halves.size(); ++i)
    halves[i] = static_cast<uint16_t>(i);
  std::vector<uint32_t> floats(halves.size());
  harness::Launch launch(program, "widen");
  launch.arg(inOut(halves)), launch.arg(inOut(floats)), launch.run(Range::of(halves.size()));
  for (std::size_t i = 0; i < halves.size(); ++i)
    ASSERT_PRED2([](uint32_t a, uint32_t b) { return nanOr(a, b); }, floats[i],
                 std::bit_cast<uint32_t>(static_cast<float>(halfOf(i))))
        << i;
}

// Every 251st of all floats, and those round about each tie and each half.
TEST_F(Halves, AreRounded) {
  std::vector<uint32_t> floats;
  for (uint64_t bits = 0; bits < 1ULL << 32; bits += 251)
    floats.push_back(static_cast<uint32_t>(bits));
  for (uint32_t half = 0; half < 65536; ++half)
    for (int tie : {0, 0x1000})
      for (int by : {-1, 0, 1})
        floats.push_back(std::bit_cast<uint32_t>(static_cast<float>(halfOf(half))) + uint32_t(tie + by));
  for (uint32_t tiny = 0; tiny < 1 << 11; ++tiny) // in units of a quarter of the least half
    floats.push_back(std::bit_cast<uint32_t>(std::ldexp(static_cast<float>(tiny), -26)));
  std::vector<uint16_t> halves(floats.size());
  harness::Launch launch(program, "narrow");
  launch.arg(inOut(floats)), launch.arg(inOut(halves)), launch.run(Range::of(floats.size()));
  for (std::size_t i = 0; i < floats.size(); ++i) {
    uint16_t wanted = raw(static_cast<_Float16>(std::bit_cast<float>(floats[i])));
    ASSERT_TRUE(nanOr(halves[i], wanted)) << std::hex << floats[i] << ": " << halves[i] << ", not " << wanted;
  }
}

TEST_F(Halves, AreComputed) {
  std::mt19937 random(5);
  std::vector<uint16_t> a(1 << 18), b(a.size()), sums(a.size()), quotients(a.size()), roots(a.size());
  std::vector<uint8_t> less(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = static_cast<uint16_t>(random()), b[i] = i % 8 ? static_cast<uint16_t>(random()) : a[i];
  harness::Launch launch(program, "arithmetic");
  launch.arg(inOut(a)), launch.arg(inOut(b)), launch.arg(inOut(sums)), launch.arg(inOut(quotients));
  launch.arg(inOut(roots)), launch.arg(inOut(less)), launch.run(Range::of(a.size()));
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double x = halfOf(a[i]), y = halfOf(b[i]);
    ASSERT_TRUE(nanOr(sums[i], raw(static_cast<_Float16>(x + y)))) << x << " + " << y;
    ASSERT_TRUE(nanOr(quotients[i], raw(static_cast<_Float16>(x / y)))) << x << " / " << y;
    ASSERT_TRUE(nanOr(roots[i], raw(static_cast<_Float16>(std::sqrt(x))))) << x;
    ASSERT_EQ(less[i], uint8_t((x < y) | (x == y) << 1 | int(std::isunordered(x, y)) << 2)) << x << ", " << y;
  }
}

// Products that sums cancel, that lie between two numbers or vanish beside the other term, and any at all.
TEST_F(Halves, FusedProducts) {
  std::mt19937 random(7);
  constexpr std::size_t Count = 1 << 20;
  std::vector<uint32_t> a(Count), b(Count), c(Count), out(Count);
  auto number = [&](int exponents) {
    uint32_t exponent = 127 - static_cast<uint32_t>(exponents) + random() % (2 * static_cast<uint32_t>(exponents));
    uint32_t digits = random() % 3 ? random() & 0x7fffff : random() & 0x7ff000;
    return (random() & 0x80000000) | exponent << 23 | digits;
  };
  for (std::size_t i = 0; i < Count; ++i) {
    const bool any = i % 4 == 0;
    a[i] = any ? static_cast<uint32_t>(random()) : number(i % 16 == 1 ? 75 : 20);
    b[i] = any ? static_cast<uint32_t>(random()) : number(i % 16 == 1 ? 75 : 20);
    c[i] = any ? static_cast<uint32_t>(random()) : number(40);
    if (i % 4 == 2) // near the product, with the other sign
      c[i] = (std::bit_cast<uint32_t>(std::bit_cast<float>(a[i]) * std::bit_cast<float>(b[i])) ^ 0x80000000) +
             random() % 5 - 2;
  }
  harness::Launch launch(program, "fuse");
  launch.arg(inOut(a)), launch.arg(inOut(b)), launch.arg(inOut(c)), launch.arg(inOut(out)),
      launch.run(Range::of(Count));
  for (std::size_t i = 0; i < Count; ++i) {
    auto wanted = std::bit_cast<uint32_t>(
        std::fma(std::bit_cast<float>(a[i]), std::bit_cast<float>(b[i]), std::bit_cast<float>(c[i])));
    ASSERT_TRUE(nanOr(out[i], wanted)) << std::hex << a[i] << " * " << b[i] << " + " << c[i] << ": " << out[i]
                                       << ", not " << wanted;
  }
}

} // namespace
