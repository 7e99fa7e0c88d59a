// Every conversion (OpenCL C 6.4.3) between scalar types, with every rounding and saturation, against a search for the
// right neighbour in exact arithmetic; and the half-precision stores, which round alike.
#include "BuiltinJit.h"
#include "Types.h"
#include "Ulp.h"
#include <gtest/gtest.h>

namespace lanecl::test {
namespace {

enum class Rounding { Nearest, Zero, Up, Down };
struct Mode {
  std::string suffix;
  Rounding rounding;
};
const Mode IntegerModes[] = {{"", Rounding::Zero},
                             {"_rte", Rounding::Nearest},
                             {"_rtz", Rounding::Zero},
                             {"_rtp", Rounding::Up},
                             {"_rtn", Rounding::Down}};
const Mode FloatModes[] = {{"", Rounding::Nearest},
                           {"_rte", Rounding::Nearest},
                           {"_rtz", Rounding::Zero},
                           {"_rtp", Rounding::Up},
                           {"_rtn", Rounding::Down}};

/// Holds every value of every type exactly.
using Exact = long double;

template <typename T> Exact exactOf(T value) {
  if constexpr (std::is_same_v<T, Half>)
    return static_cast<float>(value);
  else
    return static_cast<Exact>(value);
}

template <typename T> const char *typeName() {
  constexpr const char *names[] = {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"};
  if constexpr (std::is_integral_v<T>)
    return names[2 * std::countr_zero(sizeof(T)) + std::is_unsigned_v<T>];
  else
    return sizeof(T) == 2 ? "half" : sizeof(T) == 4 ? "float" : "double";
}

Exact rounded(Exact x, Rounding rounding) {
  switch (rounding) {
  case Rounding::Nearest:
    return std::nearbyint(x);
  case Rounding::Zero:
    return std::trunc(x);
  case Rounding::Up:
    return std::ceil(x);
  default:
    return std::floor(x);
  }
}

/// Digits, least exponent of a unit and largest value of the floating-point types.
template <typename T> struct Format;
template <> struct Format<Half> {
  static constexpr int digits = 11, least = -24;
  static constexpr Exact largest = 65504;
};
template <> struct Format<float> {
  static constexpr int digits = 24, least = -149;
  static constexpr Exact largest = std::numeric_limits<float>::max();
};
template <> struct Format<double> {
  static constexpr int digits = 53, least = -1074;
  static constexpr Exact largest = std::numeric_limits<double>::max();
};

/// x as a T: rounded to a multiple of its unit in the last place, then looked at for overflow.
template <typename T> Exact toFloat(Exact x, Rounding rounding) {
  using F = Format<T>;
  if (x == 0 || !std::isfinite(x))
    return x;
  int unit = std::max(std::ilogb(x) - F::digits + 1, F::least);
  Exact result = std::copysign(std::ldexp(rounded(std::ldexp(x, -unit), rounding), unit), x);
  if (std::fabs(result) <= F::largest)
    return result;
  bool stays = rounding == Rounding::Zero || rounding == (x > 0 ? Rounding::Down : Rounding::Up);
  return std::copysign(stays ? F::largest : std::numeric_limits<Exact>::infinity(), x);
}

template <typename S> std::vector<S> sources() {
  std::mt19937_64 random(7);
  std::vector<S> list;
  if constexpr (std::is_integral_v<S>) {
    using Limits = std::numeric_limits<S>;
    for (int shift = 0; shift < int(8 * sizeof(S)); ++shift)
      for (int delta : {-1, 0, 1})
        list.insert(list.end(),
                    {S((uint64_t(1) << shift) + uint64_t(delta)), S(-(uint64_t(1) << shift) + uint64_t(delta))});
    list.insert(list.end(), {Limits::min(), Limits::max(), S(2049), S(2051), S(16777217), S(16777219), S(65519),
                             S(65520), S(65521)});
    for (int i = 0; i < 2000; ++i)
      list.push_back(S(random() >> (random() % (8 * sizeof(S)))));
  } else {
    using Wider = std::conditional_t<sizeof(S) == 2, float, S>;
    std::vector<Wider> wide = specialNumbers<Wider>();
    for (int shift = -26; shift <= 64; ++shift)
      for (double factor :
           {1.0, 1.5, 1 + 0x1p-11, 1 + 0x1p-12 + 0x1p-20, 1 - 0x1p-12, 1 - 0x1p-25, 1 + 0x1p-24, 1 + 0x1p-24 + 0x1p-40})
        for (double sign : {1.0, -1.0})
          wide.push_back(Wider(sign * factor * std::exp2(shift)));
    for (double edge :
         {127.5, 128.5, 255.5, 254.5, 32767.5, 65535.5, 65504.0, 65519.9, 65520.0, 2147483647.5, 0.5, 1.5, 2.5})
      wide.insert(wide.end(), {Wider(edge), Wider(-edge)});
    for (int i = 0; i < 4000; ++i)
      wide.push_back(randomNumber<Wider>(random));
    for (Wider x : wide)
      list.push_back(static_cast<S>(x));
  }
  return list;
}

template <typename T> bool equals(T result, Exact exact) {
  if (std::isnan(exact))
    return std::isnan(exactOf(result));
  Exact value = exactOf(result);
  return value == exact && (exact != 0 || std::is_integral_v<T> || std::signbit(value) == std::signbit(exact));
}

template <typename T, typename S> void checkToFloat(std::span<const S> x, const BuiltinJit &jit) {
  std::vector<S> list(x.begin(), x.end());
  for (const Mode &mode : FloatModes) {
    std::string name = mangledFor<S>(std::string("convert_") + typeName<T>() + mode.suffix);
    std::vector<T> results = call<T>(jit, name, list);
    ASSERT_EQ(jit.error(), "");
    for (size_t i = 0; i < list.size(); ++i) {
      Exact exact = toFloat<T>(exactOf(list[i]), mode.rounding);
      ASSERT_TRUE(equals(results[i], exact)) << name << " of " << exactOf(list[i]) << " gave " << exactOf(results[i]);
    }
  }
}

template <typename T, typename S> void checkToInteger(std::span<const S> x, const BuiltinJit &jit) {
  std::vector<S> list(x.begin(), x.end());
  constexpr Exact low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
  for (const Mode &mode : IntegerModes)
    for (bool saturate : {false, true}) {
      std::string name = std::string("convert_") + typeName<T>() + (saturate ? "_sat" : "") + mode.suffix;
      std::vector<T> results = call<T>(jit, mangledFor<S>(name), list);
      ASSERT_EQ(jit.error(), "");
      for (size_t i = 0; i < list.size(); ++i) {
        Exact exact = std::isnan(exactOf(list[i])) ? 0 : rounded(exactOf(list[i]), mode.rounding);
        bool inside = exact >= low && exact <= high;
        if (saturate)
          exact = std::min(std::max(exact, low), high);
        else if (!inside && std::is_integral_v<S>)
          exact = exactOf(static_cast<T>(list[i]));
        else if (!inside)
          continue; // implementation-defined
        ASSERT_TRUE(equals(results[i], exact)) << name << " of " << exactOf(list[i]) << " gave " << exactOf(results[i]);
      }
    }
}

template <typename T, typename... S> void checkAll() {
  std::vector<std::string> names;
  for (const Mode &mode : FloatModes)
    for (const char *saturate : {"", "_sat"})
      if (std::is_integral_v<T> || !*saturate)
        (names.push_back(mangledFor<S>(std::string("convert_") + typeName<T>() + saturate + mode.suffix)), ...);
  BuiltinJit jit(names);
  ASSERT_EQ(jit.error(), "");
  if constexpr (std::is_integral_v<T>)
    (checkToInteger<T, S>(sources<S>(), jit), ...);
  else
    (checkToFloat<T, S>(sources<S>(), jit), ...);
}

/// libstdc++ has no type information for _Float16, which GoogleTest would ask for.
template <typename T> struct Type {
  using Value = T;
};
template <typename T> struct ConvertTest : ::testing::Test {};
using AllTypes = ::testing::Types<Type<int8_t>, Type<uint8_t>, Type<int16_t>, Type<uint16_t>, Type<int32_t>,
                                  Type<uint32_t>, Type<int64_t>, Type<uint64_t>, Type<Half>, Type<float>, Type<double>>;
TYPED_TEST_SUITE(ConvertTest, AllTypes);

TYPED_TEST(ConvertTest, FromEveryType) {
  checkAll<typename TypeParam::Value, int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t, Half,
           float, double>();
}

template <typename F> void checkHalfStores() {
  const std::pair<std::string, Rounding> modes[] = {{"vstore_half", Rounding::Nearest},
                                                    {"vstore_half_rte", Rounding::Nearest},
                                                    {"vstore_half_rtz", Rounding::Zero},
                                                    {"vstorea_half_rtp", Rounding::Up},
                                                    {"vstore_half_rtn", Rounding::Down}};
  std::vector<F> x = sources<F>();
  std::vector<uint64_t> offset(x.size(), 0);
  for (const auto &[name, rounding] : modes) {
    std::string mangled = mangledFor<F, uint64_t>(name) + "PU3AS1Dh";
    auto jit = compileOne(mangled);
    std::vector<Half> memory(x.size());
    call<char>(*jit, mangled, x, offset, memory);
    ASSERT_EQ(jit->error(), "");
    for (size_t i = 0; i < x.size(); ++i)
      ASSERT_TRUE(equals(memory[i], toFloat<Half>(static_cast<Exact>(x[i]), rounding))) << name << " of " << x[i];
  }
}

TEST(HalfMemory, Stores) {
  checkHalfStores<float>();
  checkHalfStores<double>();
}

TEST(HalfMemory, Loads) {
  std::vector<uint16_t> memory;
  for (unsigned i = 0; i < 65536; ++i)
    memory.push_back(static_cast<uint16_t>(i));
  std::vector<uint64_t> offset(memory.size(), 0);
  std::string mangled = "_Z10vload_halfmPU3AS2KDh";
  auto jit = compileOne(mangled);
  std::vector<float> results = call<float>(*jit, mangled, offset, memory);
  ASSERT_EQ(jit->error(), "");
  for (unsigned i = 0; i < 65536; ++i)
    ASSERT_TRUE(equals(results[i], static_cast<Exact>(std::bit_cast<Half>(memory[i])))) << i;
}

} // namespace
} // namespace lanecl::test
