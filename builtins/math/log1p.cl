#include "math/Libm.clh"
#include "math/Log.clh"
PURE float log1p(float x) {
  float result = log1Plus(x, 0.0f);
  result = x < INFINITY_F ? result : x;
  result = x < -1.0f ? NAN_F : x == -1.0f ? -INFINITY_F : result;
  return absolute(x) < 0x1p-25f ? x : result;
}
LIBM_DOUBLE(log1p)
FORMS1(log1p)
