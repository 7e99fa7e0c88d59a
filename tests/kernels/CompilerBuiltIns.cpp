// Built-in functions of the compiler (__builtin_...), which are no part of OpenCL C but which programs call: against
// the same ones of the host's compiler.
#include <bit>
#include <limits>

#include "Harness.h"
using harness::inOut;
using harness::Range;

namespace {

template <typename T, typename Check> std::vector<T> expectedOf(const std::vector<T> &in, Check check) {
  std::vector<T> out(in.size() / 2 * 4);
  for (std::size_t i = 0; i < in.size() / 2; ++i)
    for (int operation = 0; operation < 3; ++operation) {
      T result;
      const bool overflows = check(operation, in[2 * i], in[2 * i + 1], &result);
      out[4 * i + operation] = result;
      out[4 * i + 3] = static_cast<T>(out[4 * i + 3] | overflows << operation);
    }
  return out;
}

template <typename T> void checkOverflow(const char *type) {
  const std::string source = "#define T " + std::string(type) + R"(
    kernel void k(global const T *in, global T *out) {
      size_t i = get_global_id(0);
      T a = in[2 * i], b = in[2 * i + 1], r[3], flags = 0;
      flags |= __builtin_add_overflow(a, b, r + 0);
      flags |= __builtin_sub_overflow(a, b, r + 1) << 1;
      flags |= __builtin_mul_overflow(a, b, r + 2) << 2;
      for (int o = 0; o < 3; ++o)
        out[4 * i + o] = r[o];
      out[4 * i + 3] = flags;
    })";
  auto in = harness::noise<T>(400);
  const T most = std::numeric_limits<T>::max(), least = std::numeric_limits<T>::min();
  const auto minusOne = static_cast<T>(-1);
  const T edges[] = {0, 1, minusOne, most, least, static_cast<T>(most / 2), static_cast<T>(least / 2), 3};
  for (T a : edges)
    for (T b : edges)
      in.push_back(a), in.push_back(b);
  for (T v : harness::noise<T>(200, 2)) // products that are about as long as the type
    in.push_back(static_cast<T>(v >> (4 * sizeof(T)))), in.push_back(static_cast<T>(v & 15));
  const auto expected = expectedOf(in, [](int operation, T a, T b, T *result) {
    return operation == 0   ? __builtin_add_overflow(a, b, result)
           : operation == 1 ? __builtin_sub_overflow(a, b, result)
                            : __builtin_mul_overflow(a, b, result);
  });
  std::vector<T> out(expected.size());
  ASSERT_TRUE(harness::run(source, "k", Range::of(in.size() / 2), inOut(in), inOut(out)));
  EXPECT_EQ(out, expected) << type;
}

TEST(CompilerBuiltIns, Overflow) {
  checkOverflow<int8_t>("char");
  checkOverflow<int16_t>("short");
  checkOverflow<int32_t>("int");
  checkOverflow<int64_t>("long");
  checkOverflow<uint8_t>("uchar");
  checkOverflow<uint16_t>("ushort");
  checkOverflow<uint32_t>("uint");
  checkOverflow<uint64_t>("ulong");
}

// int and uint: what holds both has 64 bits when the result has.
TEST(CompilerBuiltIns, OverflowOfTwoTypes) {
  const std::string source = R"(
    kernel void k(global const int *in, global long *out) {
      size_t i = get_global_id(0);
      long sum, product;
      int flags = __builtin_add_overflow((uint)in[i], (int)((uint)in[i] * 5), &sum);
      flags |= __builtin_mul_overflow((uint)in[i], (int)((uint)in[i] * 5), &product) << 1;
      short small;
      flags |= __builtin_sub_overflow((long)in[i] << 3, (char)in[i], &small) << 2;
      out[i] = sum + product + flags + small;
    })";
  auto in = harness::noise<int32_t>(200);
  std::vector<int64_t> out(in.size()), expected;
  for (int32_t &x : in) {
    x >>= x & 31;
    const auto times5 = static_cast<int32_t>(static_cast<uint32_t>(x) * 5);
    int64_t sum, product;
    int flags = __builtin_add_overflow(static_cast<uint32_t>(x), times5, &sum);
    flags |= __builtin_mul_overflow(static_cast<uint32_t>(x), times5, &product) << 1;
    int16_t small;
    flags |= __builtin_sub_overflow(static_cast<int64_t>(x) * 8, static_cast<int8_t>(x), &small) << 2;
    expected.push_back(sum + product + flags + small);
  }
  ASSERT_TRUE(harness::run(source, "k", Range::of(in.size()), inOut(in), inOut(out)));
  EXPECT_EQ(out, expected);
}

TEST(CompilerBuiltIns, OfFloats) {
  const std::string source = R"(
    float __attribute__((overloadable)) exp10(float x) { return __builtin_elementwise_exp10(x); }
    kernel void k(global const float *in, global float *out) {
      size_t i = get_global_id(0);
      float x = in[i];
      __builtin_prefetch(in + i + 100);
      out[8 * i] = exp10(x / 100);
      out[8 * i + 1] = __builtin_elementwise_exp10((float4)(x / 100, 1, 2, 3)).z;
      out[8 * i + 2] = __builtin_ldexpf(x, (int)i - 60);
      out[8 * i + 3] = __builtin_elementwise_ldexp((float4)(x), (int4)(1, 2, 3, 4)).w;
      out[8 * i + 4] = __builtin_lrintf(x);
      out[8 * i + 5] = __builtin_lrint((double)x * 3);
      out[8 * i + 6] = __builtin_elementwise_canonicalize((float3)(x)).y;
      float y;
      __builtin_memcpy_inline(&y, &x, sizeof y);
      out[8 * i + 7] = y + __builtin_flt_rounds();
    })";
  auto in = harness::noise<float>(120);
  std::vector<float> out(8 * in.size());
  ASSERT_TRUE(harness::run(source, "k", Range::of(in.size()), inOut(in), inOut(out)));
  for (std::size_t i = 0; i < in.size(); ++i) {
    const float x = in[i], *o = &out[8 * i];
    EXPECT_NEAR(o[0] / std::pow(10.0, static_cast<double>(x / 100)), 1, 1e-6) << x;
    EXPECT_EQ(o[1], 100);
    EXPECT_EQ(o[2], std::ldexp(x, static_cast<int>(i) - 60));
    EXPECT_EQ(o[3], 16 * x);
    EXPECT_EQ(o[4], static_cast<float>(std::lrint(x)));
    EXPECT_EQ(o[5], static_cast<float>(std::lrint(static_cast<double>(x) * 3)));
    EXPECT_EQ(o[6], x);
    EXPECT_EQ(o[7], x + 1);
  }
}

// `long long` of other dialects: it is `long`.
TEST(CompilerBuiltIns, OfLongLongs) {
  const std::string source = R"(
    typedef unsigned long long int u64;
    typedef struct { char c; u64 v; } S;
    u64 square(u64 a) { return a * a; }
    kernel void k(global const u64 *in, global u64 *out, long long n) {
      size_t i = get_global_id(0);
      u64 x = in[i];
      S s = {1, x};
      out[8 * i] = square(x) + s.v + sizeof(S) + sizeof(long long);
      out[8 * i + 1] = __builtin_clzll(x | 1) + __builtin_ctzll(x | 2) + __builtin_popcountll(x);
      out[8 * i + 2] = max(x, 0x8000000000000000ULL) + min((long long)x, -5LL);
      out[8 * i + 3] = mul_hi(x, (u64)in[0]) + (x >> 40) + n;
      out[8 * i + 4] = convert_ulong_sat((long long)x) + as_ulong2((ulong2)(x)).y;
      u64 sum;
      out[8 * i + 5] = __builtin_uaddll_overflow(x, in[1], &sum) + sum;
      out[8 * i + 6] = __LONG_LONG_MAX__ == LONG_MAX;
      out[8 * i + 7] = __builtin_llrintf(x % 1000);
    })";
  const auto in = harness::noise<uint64_t>(100);
  std::vector<uint64_t> expected, out(8 * in.size());
  for (uint64_t x : in) {
    const auto high = static_cast<uint64_t>(static_cast<unsigned __int128>(x) * in[0] >> 64);
    uint64_t sum;
    const bool carries = __builtin_add_overflow(x, in[1], &sum);
    const auto number = static_cast<int64_t>(x);
    const uint64_t each[] = {
        x * x + x + 16 + 8,
        static_cast<uint64_t>(std::countl_zero(x | 1) + std::countr_zero(x | 2) + std::popcount(x)),
        std::max(x, uint64_t(1) << 63) + static_cast<uint64_t>(std::min<int64_t>(number, -5)),
        high + (x >> 40) + 77,
        static_cast<uint64_t>(std::max<int64_t>(number, 0)) + x,
        carries + sum,
        1,
        x % 1000};
    expected.insert(expected.end(), std::begin(each), std::end(each));
  }
  auto inputs = in;
  ASSERT_TRUE(harness::run(source, "k", Range::of(in.size()), inOut(inputs), inOut(out), cl_long(77)));
  EXPECT_EQ(out, expected);
}

// The front end tells the translator of both by functions of its own (FrontEnd.h).
TEST(CompilerBuiltIns, LeaveTheirNamesToKernels) {
  const char *source = R"(
    kernel void trap(global int *out, int n) {
      if (n == 0)
        __builtin_trap();
      out[get_global_id(0)] = n;
    }
    kernel void loop_unroll(global int *out, int n) {
      int sum = 0;
      #pragma unroll 4
      for (int i = 0; i < n; ++i)
        sum += i ^ out[get_global_id(0)];
      out[get_global_id(0)] = sum;
    })";
  const int stored = 3;
  std::vector<int> out(8), expected(8, (0 ^ stored) + (1 ^ stored) + (2 ^ stored));
  ASSERT_TRUE(harness::run(source, "trap", Range::of(8), inOut(out), stored));
  ASSERT_TRUE(harness::run(source, "loop_unroll", Range::of(8), inOut(out), 3));
  EXPECT_EQ(out, expected);
}

} // namespace
