// The math functions of one and two arguments: name, limit in ULP (OpenCL C 7.4, full profile) and a reference in a
// wider type.
#pragma once
#include "Ulp.h"
#include <vector>

namespace lanecl::test {

template <typename W> inline const W Pi = static_cast<W>(3.14159265358979323846264338327950288L);

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

} // namespace lanecl::test
