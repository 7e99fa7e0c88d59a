// Arithmetic in every integer and floating type, scalars and vectors, against the same lines compiled as C++.
#include "Harness.h"
#include <type_traits>
using harness::Range;

namespace {

template <typename T> struct Name;
#define NAME(type, text)                                                                                               \
  template <> struct Name<type> {                                                                                      \
    static constexpr const char *value = text;                                                                         \
  };
NAME(int8_t, "char")
NAME(uint8_t, "uchar")
NAME(int16_t, "short")
NAME(uint16_t, "ushort")
NAME(int32_t, "int")
NAME(uint32_t, "uint")
NAME(int64_t, "long")
NAME(uint64_t, "ulong")
NAME(float, "float")
NAME(double, "double")

// Twelve results of a pair of integers; division by zero and overflow are kept out, as in the kernel.
template <typename T> void integers(T x, T y, T *o) {
  using U = std::make_unsigned_t<T>;
  constexpr unsigned mask = 8 * sizeof(T) - 1;
  const unsigned shift = static_cast<unsigned>(y) & mask;
  const T divisor = (y == 0 || y == static_cast<T>(-1)) ? T{3} : y;
  o[0] = static_cast<T>(x + y);
  o[1] = static_cast<T>(x - y);
  o[2] = static_cast<T>(static_cast<U>(static_cast<uint64_t>(static_cast<U>(x)) * static_cast<U>(y)));
  o[3] = static_cast<T>(x / divisor);
  o[4] = static_cast<T>(x % divisor);
  o[5] = static_cast<T>(static_cast<U>(x) << shift);
  o[6] = static_cast<T>(x >> shift);
  o[7] = static_cast<T>((x & y) ^ ~x);
  o[8] = static_cast<T>(x < y ? x : y);
  o[9] = static_cast<T>((x == y) + 2 * (x >= y) + 4 * (x != 0));
  o[10] = static_cast<T>(-x);
  o[11] = static_cast<T>(static_cast<float>(x) * 0.5F);
}

template <typename T> std::string integerSource(int width) {
  const std::string scalar = Name<T>::value, n = width == 1 ? "" : std::to_string(width), type = scalar + n;
  const std::string load = width == 1 ? "in[i]" : "vload" + n + "(i, in)";
  const auto convert = [&](const std::string &to) { return "convert_" + to + n; };
  std::string source = "kernel void k(global const " + scalar + " *in, global " + scalar + " *out, uint count) {\n" +
                       "  uint i = get_global_id(0);\n  " + type + " x = " + load + ";\n  in += count * " +
                       std::to_string(width) + ";\n  " + type + " y = " + load + ";\n";
  const std::string mask = "(" + type + ")(" + std::to_string(8 * sizeof(T) - 1) + ")";
  const std::string one = "(" + type + ")1", zero = "(" + type + ")0";
  // A vector comparison gives -1, a scalar one 1: both become 0 or 1 of the type.
  const auto truth = [&](const std::string &condition) {
    return width == 1 ? "(" + type + ")(" + condition + ")" : "(as_" + type + "(" + condition + ") & " + one + ")";
  };
  source += "  " + type + " d = " +
            (width == 1 ? "(y == 0 || y == (" + type + ")-1) ? (" + type + ")3 : y"
                        : "select(y, (" + type + ")3, (y == " + zero + ") | (y == (" + type + ")-1))") +
            ";\n";
  const std::string float_ = convert("float");
  const std::string results[] = {"x + y",
                                 "x - y",
                                 "x * y",
                                 "x / d",
                                 "x % d",
                                 "x << (y & " + mask + ")",
                                 "x >> (y & " + mask + ")",
                                 "(x & y) ^ ~x",
                                 "min(x, y)",
                                 truth("x == y") + " + (" + type + ")2 * " + truth("x >= y") + " + (" + type + ")4 * " +
                                     truth("x != " + zero),
                                 "-x",
                                 convert(scalar) + "(" + float_ + "(x) * 0.5f)"};
  int index = 0;
  for (const std::string &result : results) {
    const std::string at = "count * " + std::to_string(index++ * width);
    source += width == 1 ? "  out[" + at + " + i] = " + result + ";\n"
                         : "  vstore" + n + "(" + result + ", i, out + " + at + ");\n";
  }
  return source + "}\n";
}

template <typename T> void testIntegers(int width) {
  const uint32_t count = 203;
  const std::size_t elements = std::size_t{count} * static_cast<std::size_t>(width);
  auto in = harness::noise<T>(2 * elements, static_cast<uint64_t>(width));
  for (std::size_t i = 0; i < elements; i += 9)
    in[elements + i] = i % 2 ? T{0} : static_cast<T>(-1);
  std::vector<T> out(12 * elements), expected(12 * elements);
  for (std::size_t i = 0; i < elements; ++i) {
    T results[12];
    integers(in[i], in[elements + i], results);
    for (std::size_t r = 0; r < 12; ++r)
      expected[r * elements + i] = results[r];
  }
  ASSERT_TRUE(
      harness::run(integerSource<T>(width), "k", Range::of(count, 29), harness::inOut(in), harness::inOut(out), count));
  for (std::size_t i = 0; i < out.size(); ++i)
    ASSERT_EQ(+out[i], +expected[i]) << Name<T>::value << width << ", operation " << i / elements << ", element "
                                     << i % elements << ", of " << +in[i % elements] << " and "
                                     << +in[elements + i % elements];
}

template <typename T> class Integers : public testing::Test {};
using IntegerTypes = testing::Types<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t>;
TYPED_TEST_SUITE(Integers, IntegerTypes);

TYPED_TEST(Integers, Scalars) { testIntegers<TypeParam>(1); }
TYPED_TEST(Integers, VectorsOfTwoAndFour) { testIntegers<TypeParam>(2), testIntegers<TypeParam>(4); }
TYPED_TEST(Integers, VectorsOfThree) { testIntegers<TypeParam>(3); }
TYPED_TEST(Integers, VectorsOfEightAndSixteen) { testIntegers<TypeParam>(8), testIntegers<TypeParam>(16); }

template <typename T> void testFloats() {
  const std::string type = Name<T>::value;
  const std::string source =
      "kernel void k(global const " + type + " *in, global " + type + " *out, uint n) { uint i = get_global_id(0); " +
      type +
      " x = in[i], y = in[n + i];"
      "out[i] = x + y; out[n + i] = x - y; out[2 * n + i] = x * y; out[3 * n + i] = y != 0 ? x / y : 1;"
      "out[4 * n + i] = -x; out[5 * n + i] = (x < y) ? x : y; out[6 * n + i] = (int)x; "
      "out[7 * n + i] = sqrt(fabs(x)); out[8 * n + i] = floor(x) + trunc(y);"
      "out[9 * n + i] = fma(x, y, x); out[10 * n + i] = isnan(x) + isless(x, y) * 2; }";
  const uint32_t n = 517;
  auto in = harness::noise<T>(2 * n);
  std::vector<T> out(11 * n), expected(11 * n);
  for (uint32_t i = 0; i < n; ++i) {
    const T x = in[i], y = in[n + i];
    const T results[] = {x + y,
                         x - y,
                         x * y,
                         y != 0 ? x / y : 1,
                         -x,
                         x < y ? x : y,
                         static_cast<T>(static_cast<int>(x)),
                         std::sqrt(std::fabs(x)),
                         std::floor(x) + std::trunc(y),
                         std::fma(x, y, x),
                         static_cast<T>((x < y) * 2)};
    for (uint32_t r = 0; r < 11; ++r)
      expected[r * n + i] = results[r];
  }
  ASSERT_TRUE(harness::run(source, "k", Range::of(n, 47), harness::inOut(in), harness::inOut(out), n));
  for (uint32_t i = 0; i < out.size(); ++i)
    if (i / n == 3 || i / n == 7) // OpenCL C 7.4: 2.5 and 3 ULP in float
      ASSERT_NEAR(out[i], expected[i], std::fabs(expected[i]) * 3 * std::numeric_limits<T>::epsilon()) << i / n;
    else
      ASSERT_EQ(out[i], expected[i]) << "operation " << i / n << " of " << in[i % n] << " and " << in[n + i % n];
}

TEST(Floats, Single) { testFloats<float>(); }
TEST(Floats, Double) { testFloats<double>(); }

TEST(Vectors, ComponentsLiteralsAndShuffles) {
  const char *source = R"(
    kernel void k(global const int *in, global int *out) {
      int i = get_global_id(0);
      int4 v = vload4(i, in);
      int8 w = (int8)(v, v.wzyx);
      w.even += v;
      w.s7 = v.x;
      int3 t = w.s135;
      t.zy = t.xx;
      int16 x = (int16)(w, w + 1);
      x.sF = dot(convert_float4(v & 15), (float4)(1.0f, 2.0f, 3.0f, 4.0f));
      int4 s = shuffle2(v, v * 2, (uint4)(7, 0, 5, 2));
      int pick = in[i] & 15;
      ((int *)&x)[pick] = 99;
      out[i * 8] = w.lo.x + w.hi.w;
      vstore3(t, 0, out + i * 8 + 1);
      out[i * 8 + 4] = x.sF + x.s0 + x.s8;
      out[i * 8 + 5] = s.x + s.y * 3 + s.z * 5 + s.w * 7;
      out[i * 8 + 6] = any(v > 0) + 2 * all(v > -1000000) + (v == v.yxzw).x;
      out[i * 8 + 7] = ((int *)&x)[(pick + 3) & 15];
    })";
  const std::size_t count = 77;
  auto in = harness::noise<int>(4 * count);
  for (int &v : in)
    v = v % 2000000;
  std::vector<int> out(8 * count), expected(8 * count);
  for (std::size_t i = 0; i < count; ++i) {
    const int *v = &in[4 * i];
    int w[8] = {v[0], v[1], v[2], v[3], v[3], v[2], v[1], v[0]};
    for (int c = 0; c < 4; ++c)
      w[2 * c] += v[c];
    w[7] = v[0];
    int x[16];
    for (int c = 0; c < 8; ++c)
      x[c] = w[c], x[8 + c] = w[c] + 1;
    x[15] = (v[0] & 15) + 2 * (v[1] & 15) + 3 * (v[2] & 15) + 4 * (v[3] & 15);
    const int pick = in[i] & 15;
    x[pick] = 99;
    int *e = &expected[8 * i];
    e[0] = w[0] + w[7];
    e[1] = w[1], e[2] = w[1], e[3] = w[1];
    e[4] = x[15] + x[0] + x[8];
    e[5] = v[3] * 2 + v[0] * 3 + v[1] * 2 * 5 + v[2] * 7;
    const bool any = std::any_of(v, v + 4, [](int c) { return c > 0; });
    const bool all = std::all_of(v, v + 4, [](int c) { return c > -1000000; });
    e[6] = any + 2 * all - (v[0] == v[1]);
    e[7] = x[(pick + 3) & 15];
  }
  ASSERT_TRUE(harness::run(source, "k", Range::of(count), harness::inOut(in), harness::inOut(out)));
  EXPECT_EQ(out, expected);
}

} // namespace
