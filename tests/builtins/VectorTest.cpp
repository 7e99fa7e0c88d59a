// Functions whose components meet or whose vector results mean something else than the scalar ones: relational,
// geometric, shuffles, vector loads and stores; and the common functions.
#include "BuiltinJit.h"
#include "Types.h"
#include "Ulp.h"
#include <array>
#include <bit>
#include <gtest/gtest.h>

namespace lanecl::test {
namespace {

/// N components in memory as OpenCL C has them.
template <typename T, unsigned N> struct Vec {
  std::array<T, N == 3 ? 4 : N> at = {};
};

template <typename T, unsigned N> std::string vectorLetter() {
  return N == 1 ? std::string(letter<T>()) : "Dv" + std::to_string(N) + "_" + std::string(letter<T>());
}

template <typename T, unsigned N> std::vector<Vec<T, N>> pack(const std::vector<T> &numbers) {
  std::vector<Vec<T, N>> packed(numbers.size() / N);
  for (size_t i = 0; i < packed.size() * N; ++i)
    packed[i / N].at[i % N] = numbers[i];
  return packed;
}

template <typename T> std::vector<T> numbers(size_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<T> list = specialNumbers<T>();
  while (list.size() < count)
    list.push_back(randomNumber<T>(random));
  std::shuffle(list.begin(), list.end(), random);
  return list;
}

template <typename T> struct RelationalTest : ::testing::Test {};
using Precisions = ::testing::Types<float, double>;
TYPED_TEST_SUITE(RelationalTest, Precisions);

TYPED_TEST(RelationalTest, Comparisons) {
  using T = TypeParam;
  using I = std::conditional_t<sizeof(T) == 8, int64_t, int32_t>;
  using Function = bool (*)(T, T);
  const std::pair<const char *, Function> functions[] = {
      {"isequal", [](T a, T b) { return a == b; }},
      {"isnotequal", [](T a, T b) { return a != b; }},
      {"isgreater", [](T a, T b) { return a > b; }},
      {"isgreaterequal", [](T a, T b) { return a >= b; }},
      {"isless", [](T a, T b) { return a < b; }},
      {"islessequal", [](T a, T b) { return a <= b; }},
      {"islessgreater", [](T a, T b) { return a < b || a > b; }},
      {"isordered", [](T a, T b) { return !std::isnan(a) && !std::isnan(b); }},
      {"isunordered", [](T a, T b) { return std::isnan(a) || std::isnan(b); }}};
  std::vector<T> x = numbers<T>(1200, 1), y = numbers<T>(1200, 2);
  for (size_t i = 0; i < x.size(); i += 3)
    y[i] = x[i];
  std::vector<std::string> names;
  for (const auto &[name, function] : functions) {
    names.push_back(mangledFor<T, T>(name));
    names.push_back("_Z" + std::to_string(std::string(name).size()) + name + vectorLetter<T, 3>() + "S_");
  }
  BuiltinJit jit(names);
  ASSERT_EQ(jit.error(), "");
  auto vx = pack<T, 3>(x), vy = pack<T, 3>(y);
  for (size_t f = 0; f < std::size(functions); ++f) {
    std::vector<int> scalar = call<int>(jit, names[2 * f], x, y);
    auto vector = call<Vec<I, 3>>(jit, names[2 * f + 1], vx, vy);
    for (size_t i = 0; i < x.size(); ++i) {
      bool exact = functions[f].second(x[i], y[i]);
      ASSERT_EQ(scalar[i], exact ? 1 : 0) << names[2 * f] << " " << x[i] << " " << y[i];
      ASSERT_EQ(vector[i / 3].at[i % 3], exact ? -1 : 0) << names[2 * f + 1] << " " << x[i] << " " << y[i];
    }
  }
}

TYPED_TEST(RelationalTest, Classes) {
  using T = TypeParam;
  using I = std::conditional_t<sizeof(T) == 8, int64_t, int32_t>;
  using Function = bool (*)(T);
  const std::pair<const char *, Function> functions[] = {{"isfinite", [](T a) { return std::isfinite(a); }},
                                                         {"isinf", [](T a) { return std::isinf(a); }},
                                                         {"isnan", [](T a) { return std::isnan(a); }},
                                                         {"isnormal", [](T a) { return std::isnormal(a); }},
                                                         {"signbit", [](T a) { return std::signbit(a); }}};
  std::vector<T> x = numbers<T>(1200, 3);
  auto vx = pack<T, 16>(x);
  for (const auto &[name, function] : functions) {
    std::string vector = "_Z" + std::to_string(std::string(name).size()) + name + vectorLetter<T, 16>();
    BuiltinJit jit(std::vector<std::string>{mangledFor<T>(name), vector});
    std::vector<int> scalars = call<int>(jit, mangledFor<T>(name), x);
    auto vectors = call<Vec<I, 16>>(jit, vector, vx);
    ASSERT_EQ(jit.error(), "");
    for (size_t i = 0; i < vx.size() * 16; ++i) {
      ASSERT_EQ(scalars[i], function(x[i]) ? 1 : 0) << name << " " << x[i];
      ASSERT_EQ(vectors[i / 16].at[i % 16], function(x[i]) ? -1 : 0) << vector << " " << x[i];
    }
  }
}

TYPED_TEST(RelationalTest, Selections) {
  using T = TypeParam;
  using U = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
  std::vector<T> x = numbers<T>(1200, 4), y = numbers<T>(1200, 5), z = numbers<T>(1200, 6);
  std::mt19937_64 random(7);
  std::vector<U> choice;
  for (size_t i = 0; i < x.size(); ++i)
    choice.push_back(i % 3 ? U(random() >> (random() % 8 * 8)) : U(0));
  std::string scalar = mangledFor<T, T, U>("select"), bits = mangledFor<T, T, T>("bitselect"),
              vector = "_Z6select" + vectorLetter<T, 4>() + "S_" + vectorLetter<U, 4>();
  BuiltinJit jit(std::vector<std::string>{scalar, bits, vector});
  auto scalars = call<T>(jit, scalar, x, y, choice), mixed = call<T>(jit, bits, x, y, z);
  auto vectors = call<Vec<T, 4>>(jit, vector, pack<T, 4>(x), pack<T, 4>(y), pack<U, 4>(choice));
  ASSERT_EQ(jit.error(), "");
  auto raw = [](T number) { return std::bit_cast<U>(number); };
  for (size_t i = 0; i < x.size() / 4 * 4; ++i) {
    ASSERT_EQ(raw(scalars[i]), raw(choice[i] ? y[i] : x[i]));
    ASSERT_EQ(raw(vectors[i / 4].at[i % 4]), raw(choice[i] >> (8 * sizeof(U) - 1) ? y[i] : x[i]));
    ASSERT_EQ(raw(mixed[i]), (raw(x[i]) & ~raw(z[i])) | (raw(y[i]) & raw(z[i])));
  }
}

TEST(AnyAll, LookAtTheTopBits) {
  std::vector<int16_t> bits;
  for (int i = 0; i < 256; ++i)
    for (int j = 0; j < 8; ++j)
      bits.push_back(static_cast<int16_t>((i >> j & 1) ? -32768 : 32767 - i));
  auto vectors = pack<int16_t, 8>(bits);
  auto anyJit = compileOne("_Z3anyDv8_s"), allJit = compileOne("_Z3allDv8_s");
  auto any = call<int>(*anyJit, "_Z3anyDv8_s", vectors), all = call<int>(*allJit, "_Z3allDv8_s", vectors);
  ASSERT_EQ(anyJit->error() + allJit->error(), "");
  for (int i = 0; i < 256; ++i) {
    ASSERT_EQ(any[size_t(i)], i != 0);
    ASSERT_EQ(all[size_t(i)], i == 255);
  }
}

template <typename T> struct GeometricTest : ::testing::Test {};
TYPED_TEST_SUITE(GeometricTest, Precisions);

template <typename T, unsigned N> void checkLengths() {
  using W = long double;
  std::string v = vectorLetter<T, N>();
  std::vector<std::string> names = {"_Z6length" + v, "_Z9normalize" + v, "_Z8distance" + v + (N == 1 ? v : "S_"),
                                    "_Z11fast_length" + v, "_Z14fast_normalize" + v};
  BuiltinJit jit(names);
  ASSERT_EQ(jit.error(), "");
  std::mt19937_64 random(8);
  std::vector<Vec<T, N>> x(3000), y(3000);
  constexpr int range = std::numeric_limits<T>::max_exponent - 4;
  for (size_t i = 0; i < x.size(); ++i) {
    // One scale for a vector, over the whole range: squares overflow and vanish.
    int scale = i % 2 ? 0 : std::uniform_int_distribution(-range, range)(random);
    for (unsigned c = 0; c < N; ++c) {
      std::uniform_real_distribution<double> unit(-1, 1);
      x[i].at[c] = std::ldexp(T(unit(random)), scale);
      y[i].at[c] = std::ldexp(T(unit(random)), scale);
    }
  }
  auto lengths = call<T>(jit, names[0], x);
  auto units = call<Vec<T, N>>(jit, names[1], x);
  auto distances = call<T>(jit, names[2], x, y);
  auto fast = call<T>(jit, names[3], x);
  auto ulps = [](T got, W exact) {
    return std::fabs(W(got) - exact) /
           std::ldexp(W(1), std::max(std::ilogb(exact), std::numeric_limits<T>::min_exponent - 1) -
                                std::numeric_limits<T>::digits + 1);
  };
  for (size_t i = 0; i < x.size(); ++i) {
    W square = 0, apart = 0;
    for (unsigned c = 0; c < N; ++c) {
      square += W(x[i].at[c]) * x[i].at[c];
      apart += W(T(x[i].at[c] - y[i].at[c])) * T(x[i].at[c] - y[i].at[c]);
    }
    // OpenCL C 7.4: length 2.75 + 0.5 n, distance 2.5 + 2 n, normalize 2 + n.
    ASSERT_LE(ulps(lengths[i], std::sqrt(square)), 2.75 + 0.5 * N) << names[0];
    ASSERT_LE(ulps(distances[i], std::sqrt(apart)), 2.5 + 2.0 * N) << names[2];
    for (unsigned c = 0; c < N; ++c)
      ASSERT_LE(ulps(units[i].at[c], x[i].at[c] / std::sqrt(square)), 2.0 + N) << names[1];
    if (i % 2) {
      ASSERT_LE(ulps(fast[i], std::sqrt(square)), 8192) << names[3];
    }
  }
}

TYPED_TEST(GeometricTest, Lengths) {
  checkLengths<TypeParam, 1>();
  checkLengths<TypeParam, 2>();
  checkLengths<TypeParam, 3>();
  checkLengths<TypeParam, 4>();
}

TYPED_TEST(GeometricTest, ProductsAndCorners) {
  using T = TypeParam;
  constexpr T inf = std::numeric_limits<T>::infinity();
  std::string v = vectorLetter<T, 3>(), dot = "_Z3dot" + v + "S_", cross = "_Z5cross" + v + "S_",
              unit = "_Z9normalize" + v;
  BuiltinJit jit(std::vector<std::string>{dot, cross, unit});
  std::vector<Vec<T, 3>> a = {{{1, 2, 3}}, {{-2, 5, 0.5}}, {{0, 0, 0}}, {{inf, 1, -inf}}},
                         b = {{{4, -5, 6}}, {{1, 1, 8}}, {{1, 2, 3}}, {{1, 1, 1}}};
  auto dots = call<T>(jit, dot, a, b);
  auto crosses = call<Vec<T, 3>>(jit, cross, a, b);
  auto units = call<Vec<T, 3>>(jit, unit, a);
  ASSERT_EQ(jit.error(), "");
  EXPECT_EQ(dots[0], 12);
  EXPECT_EQ(dots[1], 7);
  EXPECT_EQ((std::array{crosses[0].at[0], crosses[0].at[1], crosses[0].at[2]}), (std::array<T, 3>{27, 6, -13}));
  EXPECT_EQ((std::array{crosses[1].at[0], crosses[1].at[1], crosses[1].at[2]}), (std::array<T, 3>{39.5, 16.5, -7}));
  // 7.5.1: a zero vector stays; infinite components become +-1, the others 0, before normalising.
  EXPECT_EQ((std::array{units[2].at[0], units[2].at[1], units[2].at[2]}), (std::array<T, 3>{0, 0, 0}));
  EXPECT_NEAR(units[3].at[0], std::sqrt(0.5), 1e-6);
  EXPECT_EQ(units[3].at[1], 0);
  EXPECT_NEAR(units[3].at[2], -std::sqrt(0.5), 1e-6);
}

template <typename T> struct CommonTest : ::testing::Test {};
TYPED_TEST_SUITE(CommonTest, Precisions);

TYPED_TEST(CommonTest, Functions) {
  using T = TypeParam;
  using W = Wide<T>;
  constexpr T nan = std::numeric_limits<T>::quiet_NaN();
  std::vector<std::string> names = {
      mangledFor<T>("degrees"), mangledFor<T>("radians"),          mangledFor<T>("sign"),
      mangledFor<T, T>("step"), mangledFor<T, T, T>("smoothstep"), mangledFor<T, T, T>("mix"),
      mangledFor<T, T>("min"),  mangledFor<T, T>("max"),           mangledFor<T, T, T>("clamp")};
  BuiltinJit jit(names);
  ASSERT_EQ(jit.error(), "");
  std::vector<T> x = numbers<T>(4000, 9);
  auto degrees = call<T>(jit, names[0], x), radians = call<T>(jit, names[1], x), sign = call<T>(jit, names[2], x);
  for (size_t i = 0; i < x.size(); ++i) {
    ASSERT_LE(ulpError(degrees[i], W(x[i]) * static_cast<W>(57.295779513082320876798154814105L)), 2) << x[i];
    ASSERT_LE(ulpError(radians[i], W(x[i]) * static_cast<W>(0.017453292519943295769236907684886L)), 2) << x[i];
    T exact = std::isnan(x[i]) ? T(0) : x[i] == 0 ? x[i] : std::copysign(T(1), x[i]);
    ASSERT_EQ(sign[i], exact) << x[i];
    ASSERT_EQ(std::signbit(sign[i]), std::signbit(exact)) << x[i];
  }
  std::vector<T> a = {1, 2, 3, -1, 0.25}, b = {2, 1, 3, 4, 0.75}, c = {1.5, 1.5, 3, 9, 0.5};
  EXPECT_EQ(call<T>(jit, names[3], a, b), (std::vector<T>{1, 0, 1, 1, 1}));
  EXPECT_EQ(call<T>(jit, names[5], a, b, c), (std::vector<T>{2.5, 0.5, 3, 44, 0.5}));
  EXPECT_EQ(call<T>(jit, names[6], a, b), (std::vector<T>{1, 1, 3, -1, 0.25}));
  EXPECT_EQ(call<T>(jit, names[7], a, b), (std::vector<T>{2, 2, 3, 4, 0.75}));
  EXPECT_EQ(call<T>(jit, names[8], c, a, std::vector<T>{2, 2, 3, 4, 0.75}), (std::vector<T>{1.5, 2, 3, 4, 0.5}));
  std::vector<T> low = {0, 0, 0, 0, 1}, high = {1, 1, 1, 4, 3}, at = {-1, 2, 0.5, 1, 2};
  EXPECT_EQ(call<T>(jit, names[4], low, high, at), (std::vector<T>{0, 1, 0.5, 0.15625, 0.5}));
  // min and max are defined by a comparison: with a NaN second they give the first.
  EXPECT_EQ(call<T>(jit, names[6], std::vector<T>{1}, std::vector<T>{nan}), (std::vector<T>{1}));
}

template <typename T, unsigned M, unsigned N> void checkShuffles() {
  using U = std::conditional_t<sizeof(T) == 8, uint64_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint8_t>>;
  std::string source = vectorLetter<T, M>(), mask = vectorLetter<U, N>();
  std::string one = "_Z7shuffle" + source + (source == mask ? "S_" : mask),
              two = "_Z8shuffle2" + source + "S_" + (source == mask ? "S_" : mask);
  BuiltinJit jit(std::vector<std::string>{one, two});
  ASSERT_EQ(jit.error(), "");
  std::mt19937_64 random(10);
  std::vector<Vec<T, M>> a(100), b(100);
  std::vector<Vec<U, N>> index(100);
  for (size_t i = 0; i < a.size(); ++i) {
    for (unsigned c = 0; c < M; ++c)
      a[i].at[c] = T(random() % 100), b[i].at[c] = T(random() % 100);
    for (unsigned c = 0; c < N; ++c)
      index[i].at[c] = U(random());
  }
  auto picked = call<Vec<T, N>>(jit, one, a, index), picked2 = call<Vec<T, N>>(jit, two, a, b, index);
  for (size_t i = 0; i < a.size(); ++i)
    for (unsigned c = 0; c < N; ++c) {
      unsigned k = unsigned(index[i].at[c]) % (2 * M);
      ASSERT_EQ(picked[i].at[c], a[i].at[k % M]) << one;
      ASSERT_EQ(picked2[i].at[c], k < M ? a[i].at[k] : b[i].at[k - M]) << two;
    }
}

template <typename T, unsigned M> void checkShufflesFrom() {
  checkShuffles<T, M, 2>();
  checkShuffles<T, M, 4>();
  checkShuffles<T, M, 8>();
  checkShuffles<T, M, 16>();
}

TEST(Shuffle, PicksByTheLowBits) {
  checkShufflesFrom<float, 2>();
  checkShufflesFrom<uint32_t, 4>();
  checkShufflesFrom<int8_t, 8>();
  checkShufflesFrom<double, 16>();
}

template <typename T, unsigned N> void checkLoadStore() {
  std::string type(letter<T>()),
      load = "_Z" + std::to_string(N == 16 ? 7 : 6) + "vload" + std::to_string(N) + "mPU3AS1K" + type,
      v = vectorLetter<T, N>(),
      store = "_Z" + std::to_string(N == 16 ? 8 : 7) + "vstore" + std::to_string(N) + v + "mPU3AS3" + type;
  BuiltinJit jit(std::vector<std::string>{load, store});
  ASSERT_EQ(jit.error(), "");
  // One element past an aligned place: nothing more than the element's own alignment may be relied on.
  std::vector<T> memory(N * 8 + 1), copy(N * 8 + 1, T(99));
  for (size_t i = 0; i < memory.size(); ++i)
    memory[i] = T(i);
  std::vector<Vec<T, N>> values(1);
  for (uint64_t offset = 0; offset < 8; ++offset) {
    char *loads[] = {reinterpret_cast<char *>(values.data()), reinterpret_cast<char *>(&offset),
                     reinterpret_cast<char *>(memory.data() + 1)};
    size_t strides[4] = {};
    jit.loop(load)(loads, strides, 1);
    for (unsigned c = 0; c < N; ++c)
      ASSERT_EQ(values[0].at[c], memory[offset * N + c + 1]) << load;
    char *stores[] = {nullptr, reinterpret_cast<char *>(values.data()), reinterpret_cast<char *>(&offset),
                      reinterpret_cast<char *>(copy.data() + 1)};
    jit.loop(store)(stores, strides, 1);
  }
  EXPECT_EQ(copy[0], T(99));
  EXPECT_TRUE(std::equal(memory.begin() + 1, memory.end(), copy.begin() + 1)) << store;
}

TEST(VectorMemory, LoadsAndStores) {
  checkLoadStore<int8_t, 2>();
  checkLoadStore<int8_t, 3>();
  checkLoadStore<float, 3>();
  checkLoadStore<float, 4>();
  checkLoadStore<uint16_t, 8>();
  checkLoadStore<double, 16>();
}

} // namespace
} // namespace lanecl::test
