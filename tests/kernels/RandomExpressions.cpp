// Random programs of RandomExpressions.py: kernels and the same compiled as C++ must agree in every bit.
// RandomExpressions.py OUT SEED and a build try others.
#include "Harness.h"
#include <bit>
using harness::Range;

namespace {

#undef global
#undef kernel
#undef constant

using half = _Float16;
using Reference = void (*)(const char *, const uchar *, const short *, const ushort *, const int *, const uint *,
                           const long *, const ulong *, const half *, const float *, const double *, ulong *, half *,
                           float *, double *, uint count, size_t i);
struct RandomProgram {
  unsigned width;
  Reference reference;
  const char *source;
};

// OpenCL C 6.15.3: the functions that the programs call.
template <typename T> T r_min(T a, T b) { return b < a ? b : a; }
template <typename T> T r_max(T a, T b) { return a < b ? b : a; }
template <typename T> T r_mul_hi(T a, T b) {
  return static_cast<T>((static_cast<__int128>(a) * static_cast<__int128>(b)) >> (8 * sizeof(T)));
}
template <typename T> T r_rotate(T a, T b) {
  using U = std::make_unsigned_t<T>;
  return static_cast<T>(std::rotl(static_cast<U>(a), static_cast<int>(static_cast<U>(b) % (8 * sizeof(T)))));
}
template <typename T> T r_hadd(T a, T b) {
  return static_cast<T>((static_cast<__int128>(a) + static_cast<__int128>(b)) >> 1);
}
template <typename T> T r_saturated(__int128 x) {
  using Limits = std::numeric_limits<T>;
  return x < Limits::min() ? Limits::min() : x > Limits::max() ? Limits::max() : static_cast<T>(x);
}
template <typename T> T r_add_sat(T a, T b) { return r_saturated<T>(static_cast<__int128>(a) + b); }
template <typename T> T r_sub_sat(T a, T b) { return r_saturated<T>(static_cast<__int128>(a) - b); }
template <typename T> T r_clz(T a) { return static_cast<T>(std::countl_zero(static_cast<std::make_unsigned_t<T>>(a))); }
template <typename T> T r_popcount(T a) {
  return static_cast<T>(std::popcount(static_cast<std::make_unsigned_t<T>>(a)));
}
/// Half precision by a type that holds whatever is computed from it exactly, rounded once.
half r_half(auto x) { return static_cast<half>(static_cast<__float128>(x)); }
template <typename T> using Computed = std::conditional_t<sizeof(T) == 2, double, T>;
template <typename T> T r_fma(T a, T b, T c) {
  if constexpr (sizeof(T) == 2)
    return r_half(static_cast<__float128>(a) * b + c);
  else
    return std::fma(a, b, c);
}
template <typename T> T r_fabs(T a) { return static_cast<T>(std::fabs(static_cast<Computed<T>>(a))); }
template <typename T> T r_floor(T a) { return static_cast<T>(std::floor(static_cast<Computed<T>>(a))); }
template <typename T> T r_ceil(T a) { return static_cast<T>(std::ceil(static_cast<Computed<T>>(a))); }
template <typename T> T r_trunc(T a) { return static_cast<T>(std::trunc(static_cast<Computed<T>>(a))); }
template <typename T> T r_rint(T a) { return static_cast<T>(std::rint(static_cast<Computed<T>>(a))); }
template <typename T> T r_sqrt(T a) { return static_cast<T>(std::sqrt(static_cast<Computed<T>>(a))); }

#include "RandomExpressions.inc"

constexpr uint Count = 151;

/// Equal bits, or two NaNs.
template <typename T> bool same(T a, T b) {
  if constexpr (std::is_same_v<T, half>)
    return (std::isnan(static_cast<float>(a)) && std::isnan(static_cast<float>(b))) ||
           std::bit_cast<ushort>(a) == std::bit_cast<ushort>(b);
  else if constexpr (std::is_floating_point_v<T>)
    return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
  else
    return a == b;
}

template <typename T> using Printed = std::conditional_t<std::is_same_v<T, half>, float, T>;
template <typename T>
void expectSame(const std::vector<T> &got, const std::vector<T> &expected, const RandomProgram &program) {
  size_t wrong = 0, first = got.size();
  for (size_t i = got.size(); i-- > 0;)
    if (!same(got[i], expected[i]))
      ++wrong, first = i;
  EXPECT_EQ(wrong, 0u) << "first at " << first << ": " << Printed<T>(got[first % got.size()]) << " for "
                       << Printed<T>(expected[first % got.size()]) << " in\n"
                       << program.source;
}

class Random : public testing::TestWithParam<size_t> {};

TEST_P(Random, AgreesWithTheHost) {
  const RandomProgram &program = randomPrograms[GetParam()];
  const size_t elements = size_t{Count} * program.width;
  auto c = harness::noise<char>(2 * elements, 1);
  auto uc = harness::noise<uchar>(2 * elements, 2);
  auto s = harness::noise<short>(2 * elements, 3);
  auto us = harness::noise<ushort>(2 * elements, 4);
  auto n = harness::noise<int>(2 * elements, 5);
  auto un = harness::noise<uint>(2 * elements, 6);
  auto l = harness::noise<long>(2 * elements, 7);
  auto ul = harness::noise<ulong>(2 * elements, 8);
  auto f = harness::noise<float>(2 * elements, 9);
  auto d = harness::noise<double>(2 * elements, 10);
  std::vector<half> h(2 * elements);
  std::ranges::transform(harness::noise<float>(2 * elements, 11), h.begin(), [](float x) { return r_half(x); });
  std::vector<half> halves(2 * elements), halves2(2 * elements);
  std::vector<ulong> integers(2 * elements), integers2(2 * elements);
  std::vector<float> floats(2 * elements), floats2(2 * elements);
  std::vector<double> doubles(2 * elements), doubles2(2 * elements);
  for (size_t i = 0; i < elements; ++i)
    program.reference(c.data(), uc.data(), s.data(), us.data(), n.data(), un.data(), l.data(), ul.data(), h.data(),
                      f.data(), d.data(), integers2.data(), halves2.data(), floats2.data(), doubles2.data(), Count, i);
  using harness::inOut;
  harness::Program built(program.source, "-cl-std=CL3.0 -cl-fp32-correctly-rounded-divide-sqrt");
  ASSERT_EQ(built.status, CL_SUCCESS) << built.log << program.source;
  harness::Launch launch(built, "k");
  auto all = [&](const auto &...arguments) { (launch.arg(arguments), ...); };
  all(inOut(c), inOut(uc), inOut(s), inOut(us), inOut(n), inOut(un), inOut(l), inOut(ul), inOut(h), inOut(f), inOut(d),
      inOut(integers), inOut(halves), inOut(floats), inOut(doubles), Count);
  launch.run(Range::of(Count));
  expectSame(integers, integers2, program);
  expectSame(halves, halves2, program);
  expectSame(floats, floats2, program);
  expectSame(doubles, doubles2, program);
}

INSTANTIATE_TEST_SUITE_P(Programs, Random, testing::Range(size_t{0}, std::size(randomPrograms)));

} // namespace
