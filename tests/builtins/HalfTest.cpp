// Half precision over all its numbers: the functions are within one unit in the last place of the exact result, less
// than any limit of cl_khr_fp16.
#include "BuiltinJit.h"
#include "MathFunctions.h"
#include "Types.h"
#include <bit>
#include <gtest/gtest.h>

namespace lanecl::test {
namespace {

TEST(HalfMath, EveryNumber) {
  std::vector<Half> x;
  for (unsigned i = 0; i < 65536; ++i)
    x.push_back(std::bit_cast<Half>(static_cast<uint16_t>(i)));
  auto functions = unaryFunctions<double>();
  std::vector<std::string> names;
  for (const auto &function : functions)
    names.push_back(mangledFor<Half>(function.name));
  BuiltinJit jit(names);
  ASSERT_EQ(jit.error(), "");
  for (size_t f = 0; f < functions.size(); ++f) {
    std::vector<Half> results = call<Half>(jit, names[f], x);
    for (size_t i = 0; i < x.size(); ++i) {
      double exact = functions[f].exact(static_cast<float>(x[i]));
      ASSERT_LE(halfError(results[i], exact), 1) << names[f] << " of " << float(x[i]) << " gave " << float(results[i]);
    }
  }
}

TEST(HalfMath, TwoArguments) {
  std::vector<Half> x, y;
  std::mt19937_64 random(11);
  for (int i = 0; i < 100000; ++i) {
    x.push_back(std::bit_cast<Half>(static_cast<uint16_t>(random())));
    y.push_back(std::bit_cast<Half>(static_cast<uint16_t>(random())));
  }
  auto functions = binaryFunctions<double>();
  std::vector<std::string> names;
  for (const auto &function : functions)
    names.push_back(mangledFor<Half, Half>(function.name));
  BuiltinJit jit(names);
  ASSERT_EQ(jit.error(), "");
  for (size_t f = 0; f < functions.size(); ++f) {
    std::vector<Half> results = call<Half>(jit, names[f], x, y);
    for (size_t i = 0; i < x.size(); ++i) {
      double a = static_cast<float>(x[i]), b = static_cast<float>(y[i]);
      ASSERT_LE(halfError(results[i], functions[f].exact(a, b)), 1)
          << names[f] << " of " << a << ", " << b << " gave " << float(results[i]);
    }
  }
}

TEST(HalfMath, FusedMultiplyAddRoundsOnce) {
  std::mt19937_64 random(12);
  std::vector<Half> a, b, c;
  for (int i = 0; i < 200000; ++i)
    for (auto *list : {&a, &b, &c})
      list->push_back(std::bit_cast<Half>(static_cast<uint16_t>(random())));
  auto jit = compileOne("_Z3fmaDhDhDh");
  std::vector<Half> results = call<Half>(*jit, "_Z3fmaDhDhDh", a, b, c);
  ASSERT_EQ(jit->error(), "");
  for (size_t i = 0; i < a.size(); ++i) {
    // 128-bit fixed point in units of 2^-48 holds every product and sum of finite halves.
    float x = a[i], y = b[i], z = c[i], result = results[i];
    if (!std::isfinite(x) || !std::isfinite(y) || !std::isfinite(z))
      continue;
    auto exact = static_cast<long double>(static_cast<__int128>(std::ldexp(static_cast<double>(x) * y, 48)) +
                                          static_cast<__int128>(std::ldexp(static_cast<double>(z), 48)));
    long double unit = std::ldexp(1.0L, std::max(exact == 0 ? -14 : std::ilogb(exact) - 48, -14) - 10 + 48);
    if (std::fabs(exact) >= 65520 * 0x1p48L) {
      ASSERT_TRUE(std::isinf(result) && std::signbit(result) == (exact < 0)) << x << " * " << y << " + " << z;
      continue;
    }
    long double expected = std::nearbyint(exact / unit) * unit;
    ASSERT_EQ(std::ldexp(static_cast<long double>(result), 48), expected) << x << " * " << y << " + " << z;
  }
}

} // namespace
} // namespace lanecl::test
