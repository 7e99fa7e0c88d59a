// The integer functions (OpenCL C 6.15.3) against 128-bit arithmetic, on corner values and random ones.
#include "BuiltinJit.h"
#include "Types.h"
#include <algorithm>
#include <bit>
#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace lanecl::test {
namespace {

using Exact = __int128;

template <typename T> Exact saturated(Exact value) {
  return std::clamp(value, Exact(std::numeric_limits<T>::min()), Exact(std::numeric_limits<T>::max()));
}

template <typename T> std::vector<T> corners() {
  using Limits = std::numeric_limits<T>;
  return {T(0), T(1), T(-1), T(2), T(7), Limits::max(), Limits::min(), T(Limits::max() - 1), T(Limits::min() + 1)};
}

/// Three operands: all combinations of corners, then random ones of every size.
template <typename T> struct Operands {
  std::vector<T> a, b, c;
  Operands() {
    for (T x : corners<T>())
      for (T y : corners<T>())
        for (T z : corners<T>())
          a.push_back(x), b.push_back(y), c.push_back(z);
    std::mt19937_64 random(6);
    auto any = [&] { return T(random() >> (random() % (8 * sizeof(T)))); };
    for (int i = 0; i < 4000; ++i)
      a.push_back(any()), b.push_back(any()), c.push_back(any());
  }
};

template <typename T> struct IntegerTest : ::testing::Test {
  using Unsigned = std::make_unsigned_t<T>;
  static constexpr int Bits = 8 * sizeof(T);

  template <typename R, typename F, typename... A>
  static void check(const char *name, F exact, const std::vector<A> &...arguments) {
    std::string mangled = mangledFor<A...>(name);
    auto jit = compileOne(mangled);
    std::vector<R> results = call<R>(*jit, mangled, arguments...);
    ASSERT_EQ(jit->error(), "");
    for (size_t i = 0; i < results.size(); ++i)
      ASSERT_EQ(Exact(results[i]), Exact(R(exact(arguments[i]...))))
          << mangled << " of element " << i << ": " << testing::PrintToString(std::make_tuple(+arguments[i]...));
  }
};
using Integers = ::testing::Types<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t>;
TYPED_TEST_SUITE(IntegerTest, Integers);

TYPED_TEST(IntegerTest, SumsAndDifferences) {
  using T = TypeParam;
  using U = TestFixture::Unsigned;
  Operands<T> o;
  this->template check<U>("abs", [](T x) { return x < 0 ? -Exact(x) : Exact(x); }, o.a);
  this->template check<U>("abs_diff", [](T x, T y) { return x > y ? Exact(x) - y : Exact(y) - x; }, o.a, o.b);
  this->template check<T>("add_sat", [](T x, T y) { return saturated<T>(Exact(x) + y); }, o.a, o.b);
  this->template check<T>("sub_sat", [](T x, T y) { return saturated<T>(Exact(x) - y); }, o.a, o.b);
  this->template check<T>("hadd", [](T x, T y) { return (Exact(x) + y) >> 1; }, o.a, o.b);
  this->template check<T>("rhadd", [](T x, T y) { return (Exact(x) + y + 1) >> 1; }, o.a, o.b);
  this->template check<T>("min", [](T x, T y) { return std::min(x, y); }, o.a, o.b);
  this->template check<T>("max", [](T x, T y) { return std::max(x, y); }, o.a, o.b);
  this->template check<T>("clamp", [](T x, T y, T z) { return std::min(std::max(x, y), z); }, o.a, o.b, o.c);
}

TYPED_TEST(IntegerTest, Products) {
  using T = TypeParam;
  constexpr int bits = TestFixture::Bits;
  Operands<T> o;
  auto high = [](T x, T y) {
    if constexpr (std::is_same_v<T, uint64_t>)
      return static_cast<T>((static_cast<unsigned __int128>(x) * y) >> bits);
    else
      return static_cast<T>((Exact(x) * y) >> bits);
  };
  this->template check<T>("mul_hi", high, o.a, o.b);
  this->template check<T>(
      "mad_hi", [&](T x, T y, T z) { return static_cast<T>(Exact(high(x, y)) + z); }, o.a, o.b, o.c);
  auto madSat = [](T x, T y, T z) {
    if constexpr (std::is_same_v<T, uint64_t>) {
      unsigned __int128 sum = static_cast<unsigned __int128>(x) * y + z;
      return sum > std::numeric_limits<T>::max() ? std::numeric_limits<T>::max() : static_cast<T>(sum);
    } else {
      return static_cast<T>(saturated<T>(Exact(x) * y + z));
    }
  };
  this->template check<T>("mad_sat", madSat, o.a, o.b, o.c);
}

TYPED_TEST(IntegerTest, BitPatterns) {
  using T = TypeParam;
  using U = TestFixture::Unsigned;
  using S = std::make_signed_t<T>;
  constexpr int bits = TestFixture::Bits;
  Operands<T> o;
  this->template check<T>("clz", [](T x) { return std::countl_zero(U(x)); }, o.a);
  this->template check<T>("ctz", [](T x) { return std::countr_zero(U(x)); }, o.a);
  this->template check<T>("popcount", [](T x) { return std::popcount(U(x)); }, o.a);
  this->template check<T>("rotate", [](T x, T y) { return T(std::rotl(U(x), int(U(y) % bits))); }, o.a, o.b);
  auto reverse = [](T x) {
    U result = 0;
    for (int i = 0; i < bits; ++i)
      result |= U(((U(x) >> i) & 1) ? U(1) << (bits - 1 - i) : U(0));
    return T(result);
  };
  this->template check<T>("bit_reverse", reverse, o.a);

  std::vector<uint32_t> offsets, counts;
  for (size_t i = 0; i < o.a.size(); ++i) {
    offsets.push_back(static_cast<uint32_t>(i % bits));
    counts.push_back(static_cast<uint32_t>(i / bits % (bits - offsets.back() + 1)));
  }
  auto mask = [](uint32_t count) { return count == 0 ? U(0) : U(U(-1) >> (bits - count)); };
  auto extract = [&](T x, uint32_t offset, uint32_t count) {
    return U((offset < bits ? U(U(x) >> offset) : 0) & mask(count));
  };
  this->template check<U>("bitfield_extract_unsigned", extract, o.a, offsets, counts);
  auto extractSigned = [&](T x, uint32_t offset, uint32_t count) {
    U field = extract(x, offset, count);
    return S(count > 0 && (field >> (count - 1)) & 1 ? U(field | U(~mask(count))) : field);
  };
  this->template check<S>("bitfield_extract_signed", extractSigned, o.a, offsets, counts);
  auto insert = [&](T base, T value, uint32_t offset, uint32_t count) {
    U where = U(mask(count) << offset);
    return T((U(base) & U(~where)) | (U(U(value) << offset) & where));
  };
  this->template check<T>("bitfield_insert", insert, o.a, o.b, offsets, counts);
}

struct IntegerPairs : IntegerTest<int32_t> {};

TEST_F(IntegerPairs, TwentyFourBits) {
  Operands<int32_t> o;
  Operands<uint32_t> u;
  for (auto *list : {&o.a, &o.b})
    for (int32_t &x : *list)
      x = int32_t(uint32_t(x) << 8) >> 8;
  for (auto *list : {&u.a, &u.b})
    for (uint32_t &x : *list)
      x &= 0xffffff;
  check<int32_t>("mul24", [](int32_t x, int32_t y) { return int32_t(int64_t(x) * y); }, o.a, o.b);
  check<uint32_t>("mul24", [](uint32_t x, uint32_t y) { return x * y; }, u.a, u.b);
  check<int32_t>("mad24", [](int32_t x, int32_t y, int32_t z) { return int32_t(int64_t(x) * y + z); }, o.a, o.b, o.c);
  check<uint32_t>("mad24", [](uint32_t x, uint32_t y, uint32_t z) { return x * y + z; }, u.a, u.b, u.c);
}

template <typename R, typename H, typename L> void checkUpsample() {
  Operands<H> high;
  Operands<L> low;
  low.a.resize(high.a.size());
  IntegerPairs::check<R>(
      "upsample", [](H h, L l) { return R((std::make_unsigned_t<R>(h) << (8 * sizeof(L))) | l); }, high.a, low.b);
}

TEST_F(IntegerPairs, Upsample) {
  checkUpsample<int16_t, int8_t, uint8_t>();
  checkUpsample<uint16_t, uint8_t, uint8_t>();
  checkUpsample<int32_t, int16_t, uint16_t>();
  checkUpsample<uint32_t, uint16_t, uint16_t>();
  checkUpsample<int64_t, int32_t, uint32_t>();
  checkUpsample<uint64_t, uint32_t, uint32_t>();
}

template <typename A, typename B, typename R> void checkDot(const std::string &packedName, const std::string &letters) {
  Operands<uint32_t> o;
  std::vector<R> sum(o.c.begin(), o.c.end());
  auto exact = [](uint32_t x, uint32_t y) {
    Exact total = 0;
    for (int i = 0; i < 32; i += 8)
      total += Exact(A(x >> i)) * B(y >> i);
    return total;
  };
  IntegerPairs::check<R>(("dot_4x8packed_" + packedName).c_str(), exact, o.a, o.b);
  IntegerPairs::check<R>(("dot_acc_sat_4x8packed_" + packedName).c_str(),
                         [&](uint32_t x, uint32_t y, R z) { return saturated<R>(exact(x, y) + z); }, o.a, o.b, sum);
  std::string mangled = "_Z3dot" + letters;
  auto jit = compileOne(mangled);
  std::vector<R> results = call<R>(*jit, mangled, o.a, o.b);
  ASSERT_EQ(jit->error(), "");
  for (size_t i = 0; i < results.size(); ++i)
    ASSERT_EQ(Exact(results[i]), exact(o.a[i], o.b[i])) << mangled;
}

TEST_F(IntegerPairs, DotProducts) {
  checkDot<uint8_t, uint8_t, uint32_t>("uu_uint", "Dv4_hS_");
  checkDot<int8_t, int8_t, int32_t>("ss_int", "Dv4_cS_");
  checkDot<uint8_t, int8_t, int32_t>("us_int", "Dv4_hDv4_c");
  checkDot<int8_t, uint8_t, int32_t>("su_int", "Dv4_cDv4_h");
}

} // namespace
} // namespace lanecl::test
