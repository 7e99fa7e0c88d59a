#include "math/Libm.clh"
#include "math/Log.clh"
// With t = x - 1: log1p(t + sqrt(2t + t^2)); beyond 2^25 it is log(2x).
PURE float acosh(float x) {
  bool large = x > 0x1p25f;
  float t = large ? 1.0f : x - 1.0f;
  float result = log1Plus(large ? x : t + __builtin_sqrtf(mulAdd(t, t, 2.0f * t)), large ? 1.0f : 0.0f);
  result = x < INFINITY_F ? result : x;
  return x < 1.0f ? NAN_F : result;
}
LIBM_DOUBLE(acosh)
FORMS1(acosh)
