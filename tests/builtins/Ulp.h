// Errors in units in the last place (OpenCL C 7.4), and arguments to measure them with.
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

namespace lanecl::test {

/// The type in which a reference for T is computed: at least 11 more bits.
template <typename T> using Wide = std::conditional_t<sizeof(T) == 8, long double, double>;

/// Infinite when a NaN, an infinity or the sign of a zero is wrong. An overflowing result counts as the next power of
/// two.
template <typename T> double ulpError(T result, Wide<T> exact) {
  using W = Wide<T>;
  constexpr double wrong = std::numeric_limits<double>::infinity();
  if (std::isnan(exact) || std::isnan(result))
    return std::isnan(exact) && std::isnan(result) ? 0 : wrong;
  T nearest = static_cast<T>(exact);
  if (std::isinf(nearest) && std::isinf(result))
    return std::signbit(nearest) == std::signbit(result) ? 0 : wrong;
  if (std::isinf(exact))
    return wrong;
  if (exact == 0 && result == 0)
    return std::signbit(exact) == std::signbit(result) ? 0 : wrong;
  using Limits = std::numeric_limits<T>;
  W value = std::isinf(result) ? std::copysign(std::ldexp(W(1), Limits::max_exponent), W(result)) : W(result);
  int exponent = exact == 0 ? Limits::min_exponent - 1 : std::ilogb(exact);
  exponent = std::min(std::max(exponent, Limits::min_exponent - 1), Limits::max_exponent - 1);
  return static_cast<double>(std::fabs(value - exact) / std::ldexp(W(1), exponent - Limits::digits + 1));
}

/// Units in the last place of a half between the two; infinite when a NaN or an infinity is wrong.
inline double halfError(_Float16 result, double exact) {
  constexpr double wrong = std::numeric_limits<double>::infinity();
  double value = static_cast<float>(result);
  if (std::isnan(value) || std::isnan(exact))
    return std::isnan(value) && std::isnan(exact) ? 0 : wrong;
  if (std::isinf(value))
    return std::fabs(exact) >= 65504 && (value > 0) == (exact > 0) ? 0 : wrong;
  if (std::isinf(exact))
    return wrong;
  int exponent = exact == 0 ? -14 : std::min(std::max(std::ilogb(exact), -14), 15);
  return std::fabs(value - exact) / std::ldexp(1.0, exponent - 10);
}

/// Numbers at which functions change their ways, with both neighbours and both signs; no signalling NaN.
template <typename T> std::vector<T> specialNumbers() {
  std::vector<T> numbers = {std::numeric_limits<T>::quiet_NaN()};
  using Limits = std::numeric_limits<T>;
  for (double base : {0.0,
                      0.25,
                      0.5,
                      0.75,
                      1.0,
                      1.5,
                      2.0,
                      3.0,
                      4.0,
                      5.0,
                      8.0,
                      16.0,
                      33.0,
                      35.0,
                      38.5,
                      64.0,
                      88.7,
                      89.4,
                      103.9,
                      128.0,
                      149.0,
                      171.6,
                      177.0,
                      184.0,
                      709.8,
                      745.1,
                      1024.0,
                      1074.0,
                      1e4,
                      262144.,
                      8388607.0,
                      8388608.0,
                      16777215.,
                      2147483648.,
                      4294967296.,
                      3.141592653589793,
                      1.5707963267948966,
                      0.7853981633974483,
                      0.7071067811865476})
    for (T number : {T(base), std::nextafter(T(base), T(0)), std::nextafter(T(base), Limits::infinity())})
      numbers.insert(numbers.end(), {number, T(-number)});
  for (T number : {Limits::max(), Limits::min(), Limits::denorm_min(), Limits::epsilon(), Limits::infinity()})
    numbers.insert(numbers.end(), {number, T(-number), std::nextafter(number, T(0)), T(-std::nextafter(number, T(0)))});
  return numbers;
}

/// A number of a mixture: any bits, uniform in ranges that functions care about, and close to 1.
template <typename T> T randomNumber(std::mt19937_64 &random) {
  double unit = std::uniform_real_distribution<double>(-1, 1)(random);
  switch (random() % 6) {
  case 0: {
    T any = std::bit_cast<T>(static_cast<std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>>(random()));
    return std::isnan(any) ? T(unit) : any;
  }
  case 1:
    return T(unit);
  case 2:
    return T(20 * unit);
  case 3:
    return T((sizeof(T) == 8 ? 750 : 110) * unit);
  case 4:
    return T(std::copysign(std::exp2(60 * unit), random() & 1 ? 1 : -1));
  default:
    return T(
        std::copysign(1 + unit * std::exp2(-double(random() % std::numeric_limits<T>::digits)), random() & 1 ? 1 : -1));
  }
}

} // namespace lanecl::test
