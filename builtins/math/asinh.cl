#include "math/Libm.clh"
#include "math/Log.clh"
// log(a + sqrt(a^2 + 1)) as log1p(a + a^2 / (1 + sqrt(a^2 + 1))); beyond 2^25 it is log(2a).
PURE float asinh(float x) {
  float a = absolute(x);
  bool large = a > 0x1p25f;
  float square = large ? 1.0f : a * a;
  float argument = a + square / (1.0f + __builtin_sqrtf(square + 1.0f));
  float result = log1Plus(large ? a : argument, large ? 1.0f : 0.0f);
  result = a < 0x1p-12f ? a : result;
  return withSign(a < INFINITY_F ? result : a, x);
}
LIBM_DOUBLE(asinh)
FORMS1(asinh)
