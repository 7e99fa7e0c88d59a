#include "math/Libm.clh"
#include "math/Log.clh"
PURE float atanh(float x) {
  float a = absolute(x);
  float result = 0.5f * log1Plus(2.0f * a / (1.0f - a), 0.0f);
  result = a < 0x1p-12f ? a : result;
  result = a == 1.0f ? INFINITY_F : a < 1.0f ? result : NAN_F;
  return withSign(result, x);
}
LIBM_DOUBLE(atanh)
FORMS1(atanh)
