// Every math function of one or two floating-point arguments against the limits of OpenCL C 7.4 (full profile), on
// special numbers and a random sample. Single precision is compared with double, double with x87 extended precision.
#include "BuiltinJit.h"
#include "MathFunctions.h"
#include <algorithm>
#include <gtest/gtest.h>

namespace lanecl::test {
namespace {

constexpr size_t Samples = 60000;

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

/// A subnormal number as itself or as zero (OpenCL C 7.5.3).
std::vector<double> quickForms(float x) {
  return std::fpclassify(x) == FP_SUBNORMAL ? std::vector<double>{x, std::copysign(0.0, double(x))}
                                            : std::vector<double>{x};
}

bool isQuickResult(float result, double exact) {
  return ulpError(result, exact) <= 8192 || (std::fabs(exact) < 0x1p-126 && result == 0);
}

/// half_*: 8192 ULP, trigonometry up to 2^16, subnormal arguments and results as themselves or zero. native_* share
/// their code.
TEST(QuickMath, OneArgument) {
  struct Quick {
    const char *name;
    double (*exact)(double);
    float limit; ///< of |x|
  };
  const Quick functions[] = {
      {"half_sin", std::sin, 65536},       {"half_cos", std::cos, 65536},
      {"half_tan", std::tan, 65536},       {"half_exp", std::exp, INFINITY},
      {"half_exp2", std::exp2, INFINITY},  {"half_exp10", [](double x) { return std::pow(10, x); }, INFINITY},
      {"half_log", std::log, INFINITY},    {"half_log2", std::log2, INFINITY},
      {"half_log10", std::log10, INFINITY}};
  std::mt19937_64 random(12);
  std::vector<float> x = specialNumbers<float>();
  while (x.size() < Samples)
    x.push_back(randomNumber<float>(random));
  for (const Quick &function : functions) {
    std::string name = mangled(function.name, "f"),
                native = mangled("native" + std::string(function.name).substr(4), "f");
    BuiltinJit jit(std::vector<std::string>{name, native});
    ASSERT_EQ(jit.error(), "");
    std::vector<float> results = call<float>(jit, name, x), natives = call<float>(jit, native, x);
    for (size_t i = 0; i < x.size(); ++i) {
      if (std::fabs(x[i]) > function.limit)
        continue;
      auto fits = [&](float result) {
        return std::ranges::any_of(quickForms(x[i]),
                                   [&](double a) { return isQuickResult(result, function.exact(a)); });
      };
      ASSERT_TRUE(fits(results[i])) << name << "(" << x[i] << ") gave " << results[i];
      ASSERT_TRUE(fits(natives[i])) << native << "(" << x[i] << ") gave " << natives[i];
    }
  }
}

TEST(QuickMath, TwoArguments) {
  struct Quick {
    const char *name;
    double (*exact)(double, double);
  };
  const Quick functions[] = {{"half_divide", [](double a, double b) { return a / b; }}, {"half_powr", powr<double>}};
  std::mt19937_64 random(13);
  std::vector<float> x, y;
  for (float a : specialNumbers<float>())
    for (float b : specialNumbers<float>())
      x.push_back(a), y.push_back(b);
  for (size_t i = 0; i < Samples; ++i) {
    x.push_back(std::fabs(randomNumber<float>(random)));
    double bits = std::log2(x.back()), target = std::uniform_real_distribution<double>(-130, 130)(random);
    y.push_back(i % 2 && std::isfinite(bits) && bits != 0 ? float(target / bits) : randomNumber<float>(random));
  }
  for (const Quick &function : functions) {
    std::string name = mangled(function.name, "ff"),
                native = mangled("native" + std::string(function.name).substr(4), "ff");
    BuiltinJit jit(std::vector<std::string>{name, native});
    ASSERT_EQ(jit.error(), "");
    std::vector<float> results = call<float>(jit, name, x, y), natives = call<float>(jit, native, x, y);
    for (size_t i = 0; i < x.size(); ++i) {
      auto fits = [&](float result) {
        return std::ranges::any_of(quickForms(x[i]), [&](double a) {
          return std::ranges::any_of(quickForms(y[i]),
                                     [&](double b) { return isQuickResult(result, function.exact(a, b)); });
        });
      };
      ASSERT_TRUE(fits(results[i])) << name << "(" << x[i] << ", " << y[i] << ") gave " << results[i];
      ASSERT_TRUE(fits(natives[i])) << native << "(" << x[i] << ", " << y[i] << ") gave " << natives[i];
    }
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

/// Equal bits, or two NaNs.
template <typename T> bool same(T a, T b) {
  return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
}

/// Arguments, and second ones of which some are a little smaller than the first.
template <typename T> struct Pairs {
  std::vector<T> x = specialNumbers<T>(), y;
  Pairs() {
    std::mt19937_64 random(4);
    while (x.size() < Samples)
      x.push_back(randomNumber<T>(random));
    for (size_t i = 0; i < x.size(); ++i)
      y.push_back(i % 3 ? x[random() % x.size()] : T(x[i] * std::exp2(-double(random() % 9))));
  }
};

TYPED_TEST(MathTest, WholeAndFraction) {
  using T = TypeParam;
  std::string l = Letter<T>;
  std::vector<std::string> names = {mangled("fract", l + "P" + l), mangled("modf", l + "PU3AS1" + l),
                                    mangled("frexp", l + "PU3AS3i")};
  BuiltinJit jit(names);
  ASSERT_EQ(jit.error(), "");
  Pairs<T> pairs;
  const std::vector<T> &x = pairs.x;
  std::vector<T> whole(x.size()), down(x.size());
  std::vector<int> power(x.size());
  std::vector<T> fract = call<T>(jit, names[0], x, down), modf = call<T>(jit, names[1], x, whole),
                 frexp = call<T>(jit, names[2], x, power);
  for (size_t i = 0; i < x.size(); ++i) {
    T exact = std::isinf(x[i]) ? std::copysign(T(0), x[i])
              : x[i] == 0      ? x[i]
                               : std::fmin(x[i] - std::floor(x[i]), std::nextafter(T(1), T(0)));
    exact = std::isnan(x[i]) ? x[i] : exact;
    ASSERT_TRUE(same(fract[i], exact) && same(down[i], std::floor(x[i]))) << "fract " << x[i] << " gave " << fract[i];
    T cut;
    exact = std::modf(x[i], &cut);
    ASSERT_TRUE(same(modf[i], exact) && same(whole[i], cut)) << "modf " << x[i];
    int exponent = 0;
    exact = std::frexp(x[i], &exponent);
    ASSERT_TRUE(same(frexp[i], exact) && (!std::isfinite(x[i]) || power[i] == exponent)) << "frexp " << x[i];
  }
}

TYPED_TEST(MathTest, SineAndCosineTogether) {
  using T = TypeParam;
  std::string l = Letter<T>;
  std::vector<std::string> names = {mangled("sincos", l + "PU3AS4" + l)};
  BuiltinJit jit(names);
  ASSERT_EQ(jit.error(), "");
  Pairs<T> pairs;
  std::vector<T> cosine(pairs.x.size()), sine = call<T>(jit, names[0], pairs.x, cosine);
  Worst<T> worst;
  for (size_t i = 0; i < sine.size(); ++i) {
    worst.note(sine[i], std::sin(Wide<T>(pairs.x[i])), i);
    worst.note(cosine[i], std::cos(Wide<T>(pairs.x[i])), i);
  }
  EXPECT_LE(worst.ulp, 4) << "sincos " << pairs.x[worst.index];
}

TYPED_TEST(MathTest, LogarithmOfGamma) {
  using T = TypeParam;
  std::string l = Letter<T>;
  std::vector<std::string> names = {mangled("lgamma_r", l + "Pi"), mangled("lgamma", l)};
  BuiltinJit jit(names);
  ASSERT_EQ(jit.error(), "");
  Pairs<T> pairs;
  const std::vector<T> &x = pairs.x;
  std::vector<int> sign(x.size());
  std::vector<T> withSign = call<T>(jit, names[0], x, sign), plain = call<T>(jit, names[1], x);
  for (size_t i = 0; i < x.size(); ++i) {
    ASSERT_TRUE(same(withSign[i], plain[i])) << "lgamma_r " << x[i];
    T gamma = std::tgamma(x[i]);
    if (std::isfinite(gamma) && gamma != 0) {
      ASSERT_EQ(sign[i], std::signbit(gamma) ? -1 : 1) << "lgamma_r " << x[i];
    }
    // No limit is set for lgamma; but the zeros on the positive side, 1 and 2, must not spoil it.
    if (x[i] > 0) {
      ASSERT_LE(ulpError(plain[i], std::lgamma(Wide<T>(x[i]))), 40) << "lgamma " << x[i];
    }
  }
}

TYPED_TEST(MathTest, QuotientsAndNeighbours) {
  using T = TypeParam;
  std::string l = Letter<T>;
  std::vector<std::string> names = {mangled("remquo", l + l + "Pi"), mangled("nextafter", l + l), mangled("ilogb", l)};
  BuiltinJit jit(names);
  ASSERT_EQ(jit.error(), "");
  Pairs<T> pairs;
  const auto &[x, y] = pairs;
  std::vector<int> bits(x.size());
  std::vector<T> rest = call<T>(jit, names[0], x, y, bits), next = call<T>(jit, names[1], x, y);
  std::vector<int> exponent = call<int>(jit, names[2], x);
  for (size_t i = 0; i < x.size(); ++i) {
    int quotient;
    T exact = std::remquo(x[i], y[i], &quotient);
    ASSERT_TRUE(same(rest[i], exact)) << "remquo " << x[i] << " " << y[i] << " gave " << rest[i];
    // The C library's quotient has at least three bits and the sign.
    if (!std::isnan(exact)) {
      ASSERT_EQ(std::abs(bits[i]) % 8, std::abs(quotient) % 8) << "remquo " << x[i] << " " << y[i];
    }
    if (!std::isnan(exact) && bits[i] != 0) {
      ASSERT_EQ(bits[i] < 0, std::signbit(x[i]) != std::signbit(y[i])) << "remquo " << x[i] << " " << y[i];
    }
    ASSERT_TRUE(same(next[i], std::nextafter(x[i], y[i]))) << "nextafter " << x[i] << " " << y[i];
    int power = x[i] == 0 ? INT32_MIN : std::isfinite(x[i]) ? std::ilogb(x[i]) : INT32_MAX;
    ASSERT_EQ(exponent[i], power) << "ilogb " << x[i];
  }
}

} // namespace
} // namespace lanecl::test
