// Every math function of one or two floating-point arguments against the limits of OpenCL C 7.4 (full profile), on
// special numbers and a random sample. Single precision is compared with double, double with x87 extended precision.
#include "BuiltinJit.h"
#include "Ulp.h"
#include <gtest/gtest.h>

namespace lanecl::test {
namespace {

constexpr size_t Samples = 60000;

template <typename W> const W Pi = static_cast<W>(3.14159265358979323846264338327950288L);

template <typename W> W sinPi(W x) {
  W rest = x - 2 * std::rint(x / 2), size = std::fabs(rest);
  if (size == 0 || size == 1)
    return std::copysign(W(0), x);
  W sine = size > W(0.75)   ? std::sin(Pi<W> * (1 - size))
           : size > W(0.25) ? std::cos(Pi<W> * (W(0.5) - size))
                            : std::sin(Pi<W> * size);
  return std::copysign(sine, rest);
}
template <typename W> W cosPi(W x) {
  W size = std::fabs(x - 2 * std::rint(x / 2));
  return size == W(0.5)   ? W(0)
         : size < W(0.25) ? std::cos(Pi<W> * size)
         : size < W(0.75) ? std::sin(Pi<W> * (W(0.5) - size))
                          : -std::cos(Pi<W> * (1 - size));
}
template <typename W> W powr(W x, W y) {
  bool undefined =
      std::isnan(x) || std::isnan(y) || x < 0 || (y == 0 && (x == 0 || std::isinf(x))) || (x == 1 && std::isinf(y));
  return undefined ? std::numeric_limits<W>::quiet_NaN() : std::pow(std::fabs(x), y);
}
template <typename W> W root(W x, int n) {
  if (n == 0 || (x < 0 && n % 2 == 0) || std::isnan(x))
    return std::numeric_limits<W>::quiet_NaN();
  W size = std::fabs(x), result;
  if (size == 0 || std::isinf(size))
    result = (size == 0) == (n > 0) ? W(0) : std::numeric_limits<W>::infinity();
  else
    result = static_cast<W>(std::exp2(std::log2(static_cast<long double>(size)) / n));
  return n % 2 ? std::copysign(result, x) : result;
}
template <typename W> W maxMagnitude(W x, W y) {
  return std::fabs(x) > std::fabs(y) ? x : std::fabs(y) > std::fabs(x) ? y : std::fmax(x, y);
}
template <typename W> W minMagnitude(W x, W y) {
  return std::fabs(x) < std::fabs(y) ? x : std::fabs(y) < std::fabs(x) ? y : std::fmin(x, y);
}

template <typename W> struct Unary {
  const char *name;
  double limit;
  W (*exact)(W);
};
template <typename W> struct Binary {
  const char *name;
  double limit;
  W (*exact)(W, W);
  bool anyZero = false; ///< of two zeros either may be the result
};

#define SAME(name, limit) {#name, limit, [](W x) -> W { return std::name(x); }}
template <typename W> std::vector<Unary<W>> unaryFunctions() {
  return {SAME(acos, 4),
          SAME(acosh, 4),
          SAME(asin, 4),
          SAME(asinh, 4),
          SAME(atan, 5),
          SAME(atanh, 5),
          SAME(cbrt, 2),
          SAME(ceil, 0),
          SAME(cos, 4),
          SAME(cosh, 4),
          SAME(erfc, 16),
          SAME(erf, 16),
          SAME(exp, 3),
          SAME(exp2, 3),
          SAME(expm1, 3),
          SAME(fabs, 0),
          SAME(floor, 0),
          SAME(log, 3),
          SAME(log2, 3),
          SAME(log10, 3),
          SAME(log1p, 2),
          SAME(logb, 0),
          SAME(rint, 0),
          SAME(round, 0),
          SAME(sin, 4),
          SAME(sinh, 4),
          SAME(sqrt, 0.5),
          SAME(tan, 5),
          SAME(tanh, 5),
          SAME(tgamma, 16),
          SAME(trunc, 0),
          {"exp10", 3, [](W x) -> W { return std::pow(W(10), x); }},
          {"rsqrt", 2, [](W x) -> W { return 1 / std::sqrt(x); }},
          {"acospi", 5, [](W x) -> W { return std::acos(x) / Pi<W>; }},
          {"asinpi", 5, [](W x) -> W { return std::asin(x) / Pi<W>; }},
          {"atanpi", 5, [](W x) -> W { return std::atan(x) / Pi<W>; }},
          {"sinpi", 4, sinPi<W>},
          {"cospi", 4, cosPi<W>},
          {"tanpi", 6, [](W x) -> W { return sinPi(x) / cosPi(x); }}};
}
#undef SAME
#define SAME(name, limit) {#name, limit, [](W x, W y) -> W { return std::name(x, y); }}
template <typename W> std::vector<Binary<W>> binaryFunctions() {
  return {SAME(atan2, 6),
          SAME(fdim, 0.5),
          SAME(fmod, 0),
          SAME(hypot, 4),
          SAME(pow, 16),
          SAME(remainder, 0),
          {"atan2pi", 6, [](W y, W x) -> W { return std::atan2(y, x) / Pi<W>; }},
          {"powr", 16, powr<W>},
          {"maxmag", 0, maxMagnitude<W>, true},
          {"minmag", 0, minMagnitude<W>, true}};
}
#undef SAME

template <typename T> const char *const Letter = sizeof(T) == 8 ? "d" : "f";

std::string mangled(const std::string &name, const std::string &types) {
  return "_Z" + std::to_string(name.size()) + name + types;
}

/// Worst error over a sample, and where.
template <typename T> struct Worst {
  double ulp = -1;
  size_t index = 0;
  void note(T result, Wide<T> exact, size_t i) {
    if (double error = ulpError(result, exact); error > ulp)
      ulp = error, index = i;
  }
};

template <typename T> struct MathTest : ::testing::Test {};
using Precisions = ::testing::Types<float, double>;
TYPED_TEST_SUITE(MathTest, Precisions);

TYPED_TEST(MathTest, OneArgument) {
  using T = TypeParam;
  auto functions = unaryFunctions<Wide<T>>();
  std::vector<std::string> names;
  for (const auto &function : functions)
    names.push_back(mangled(function.name, Letter<T>));
  BuiltinJit jit(names);
  ASSERT_EQ(jit.error(), "");
  std::mt19937_64 random(1);
  std::vector<T> x = specialNumbers<T>();
  while (x.size() < Samples)
    x.push_back(randomNumber<T>(random));
  for (size_t f = 0; f < functions.size(); ++f) {
    std::vector<T> results = call<T>(jit, names[f], x);
    ASSERT_EQ(jit.error(), "");
    Worst<T> worst;
    for (size_t i = 0; i < x.size(); ++i)
      worst.note(results[i], functions[f].exact(x[i]), i);
    EXPECT_LE(worst.ulp, functions[f].limit)
        << functions[f].name << "(" << x[worst.index] << ") gave " << results[worst.index];
    this->RecordProperty(std::string(functions[f].name) + Letter<T>, std::to_string(worst.ulp));
  }
}

TYPED_TEST(MathTest, TwoArguments) {
  using T = TypeParam;
  auto functions = binaryFunctions<Wide<T>>();
  std::vector<std::string> names;
  for (const auto &function : functions)
    names.push_back(mangled(function.name, std::string(Letter<T>) + Letter<T>));
  BuiltinJit jit(names);
  ASSERT_EQ(jit.error(), "");
  std::mt19937_64 random(2);
  std::vector<T> x, y;
  for (T a : specialNumbers<T>())
    for (T b : specialNumbers<T>())
      x.push_back(a), y.push_back(b);
  for (size_t i = 0; i < Samples; ++i) {
    x.push_back(randomNumber<T>(random));
    y.push_back(randomNumber<T>(random));
    // Powers that neither overflow nor vanish: y so that x^y = 2^(anything in range).
    double bits = std::log2(std::fabs(double(x.back())));
    double target = std::uniform_real_distribution<double>(-1, 1)(random) * (sizeof(T) == 8 ? 1080 : 150);
    if (i % 2 && std::isfinite(bits) && bits != 0)
      y.back() = T(target / bits);
  }
  for (size_t f = 0; f < functions.size(); ++f) {
    std::vector<T> results = call<T>(jit, names[f], x, y);
    Worst<T> worst;
    for (size_t i = 0; i < x.size(); ++i)
      if (!functions[f].anyZero || x[i] != 0 || y[i] != 0)
        worst.note(results[i], functions[f].exact(x[i], y[i]), i);
    EXPECT_LE(worst.ulp, functions[f].limit)
        << functions[f].name << "(" << x[worst.index] << ", " << y[worst.index] << ") gave " << results[worst.index];
  }
}

TYPED_TEST(MathTest, IntegerExponents) {
  using T = TypeParam;
  using W = Wide<T>;
  std::string suffix = std::string(Letter<T>) + "i";
  std::vector<std::string> names = {mangled("pown", suffix), mangled("rootn", suffix), mangled("ldexp", suffix)};
  BuiltinJit jit(names);
  ASSERT_EQ(jit.error(), "");
  std::mt19937_64 random(3);
  std::vector<T> x;
  std::vector<int> n;
  for (T a : specialNumbers<T>())
    for (int b : {0, 1, -1, 2, -2, 3, -3, 7, 10, -149, 150, -1074, 2100, 16777217, 2147483647, -2147483647 - 1})
      x.push_back(a), n.push_back(b);
  for (size_t i = 0; i < Samples; ++i) {
    x.push_back(randomNumber<T>(random));
    n.push_back(static_cast<int>(random()) >> (random() % 32));
  }
  using Exact = W (*)(W, int);
  const Exact exact[] = {[](W a, int b) { return std::pow(a, W(b)); }, root<W>,
                         [](W a, int b) { return W(std::ldexp(T(a), b)); }};
  for (size_t f = 0; f < names.size(); ++f) {
    std::vector<T> results = call<T>(jit, names[f], x, n);
    Worst<T> worst;
    for (size_t i = 0; i < x.size(); ++i)
      worst.note(results[i], exact[f](x[i], n[i]), i);
    EXPECT_LE(worst.ulp, f == 2 ? 0 : 16)
        << names[f] << " of " << x[worst.index] << ", " << n[worst.index] << " gave " << results[worst.index];
  }
}

TYPED_TEST(MathTest, SecondResults) {
  using T = TypeParam;
  std::string l = Letter<T>;
  std::vector<std::string> names = {mangled("fract", l + "P" + l),
                                    mangled("modf", l + "PU3AS1" + l),
                                    mangled("frexp", l + "PU3AS3i"),
                                    mangled("sincos", l + "PU3AS4" + l),
                                    mangled("lgamma_r", l + "Pi"),
                                    mangled("remquo", l + l + "Pi"),
                                    mangled("sin", l),
                                    mangled("cos", l),
                                    mangled("nextafter", l + l),
                                    mangled("ilogb", l),
                                    mangled("lgamma", l)};
  BuiltinJit jit(names);
  ASSERT_EQ(jit.error(), "");
  std::mt19937_64 random(4);
  std::vector<T> x = specialNumbers<T>(), y;
  while (x.size() < Samples)
    x.push_back(randomNumber<T>(random));
  for (size_t i = 0; i < x.size(); ++i)
    y.push_back(i % 3 ? x[random() % x.size()] : T(x[i] * std::exp2(-double(random() % 9))));
  std::vector<T> second(x.size());
  std::vector<int> number(x.size());
  auto same = [](T a, T b) {
    return std::isnan(a) ? std::isnan(b)
                         : std::bit_cast<std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>>(a) ==
                               std::bit_cast<std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>>(b);
  };
  std::vector<T> first = call<T>(jit, names[0], x, second);
  for (size_t i = 0; i < x.size(); ++i) {
    T exact = std::isinf(x[i]) ? std::copysign(T(0), x[i])
              : x[i] == 0      ? x[i]
                               : std::fmin(x[i] - std::floor(x[i]), std::nextafter(T(1), T(0)));
    exact = std::isnan(x[i]) ? x[i] : exact;
    ASSERT_TRUE(same(first[i], exact) && same(second[i], std::floor(x[i]))) << "fract " << x[i] << " gave " << first[i];
  }
  first = call<T>(jit, names[1], x, second);
  for (size_t i = 0; i < x.size(); ++i) {
    T whole, exact = std::modf(x[i], &whole);
    ASSERT_TRUE(same(first[i], exact) && same(second[i], whole)) << "modf " << x[i];
  }
  first = call<T>(jit, names[2], x, number);
  for (size_t i = 0; i < x.size(); ++i) {
    int power = 0;
    T exact = std::frexp(x[i], &power);
    ASSERT_TRUE(same(first[i], exact) && (!std::isfinite(x[i]) || number[i] == power)) << "frexp " << x[i];
  }
  first = call<T>(jit, names[3], x, second);
  std::vector<T> sine = call<T>(jit, names[6], x), cosine = call<T>(jit, names[7], x);
  for (size_t i = 0; i < x.size(); ++i)
    ASSERT_TRUE(same(first[i], sine[i]) && same(second[i], cosine[i])) << "sincos " << x[i];
  first = call<T>(jit, names[4], x, number);
  std::vector<T> plain = call<T>(jit, names[10], x);
  for (size_t i = 0; i < x.size(); ++i) {
    ASSERT_TRUE(same(first[i], plain[i])) << "lgamma_r " << x[i];
    T gamma = std::tgamma(x[i]);
    if (std::isfinite(gamma) && gamma != 0)
      ASSERT_EQ(number[i], std::signbit(gamma) ? -1 : 1) << "lgamma_r " << x[i];
    // No limit is set for lgamma; but the zeros on the positive side, 1 and 2, must not spoil it.
    if (x[i] > 0)
      ASSERT_LE(ulpError(plain[i], std::lgamma(Wide<T>(x[i]))), 40) << "lgamma " << x[i];
  }
  first = call<T>(jit, names[5], x, y, number);
  for (size_t i = 0; i < x.size(); ++i) {
    int quotient;
    T exact = std::remquo(x[i], y[i], &quotient);
    ASSERT_TRUE(same(first[i], exact)) << "remquo " << x[i] << " " << y[i] << " gave " << first[i];
    // The C library's quotient has at least three bits and the sign.
    if (!std::isnan(exact))
      ASSERT_EQ(std::abs(number[i]) % 8, std::abs(quotient) % 8) << "remquo " << x[i] << " " << y[i];
    if (!std::isnan(exact) && number[i] != 0)
      ASSERT_EQ(number[i] < 0, std::signbit(x[i]) != std::signbit(y[i])) << "remquo " << x[i] << " " << y[i];
  }
  first = call<T>(jit, names[8], x, y);
  for (size_t i = 0; i < x.size(); ++i)
    ASSERT_TRUE(same(first[i], std::nextafter(x[i], y[i]))) << "nextafter " << x[i] << " " << y[i];
  number = call<int>(jit, names[9], x);
  for (size_t i = 0; i < x.size(); ++i)
    ASSERT_EQ(number[i], x[i] == 0             ? INT32_MIN
                         : std::isfinite(x[i]) ? std::ilogb(x[i])
                                               : INT32_MAX)
        << "ilogb " << x[i];
}

} // namespace
} // namespace lanecl::test
