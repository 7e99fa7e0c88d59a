#include "math/Atan.clh"
#include "math/Libm.clh"
PURE float asin(float x) {
  float size = absolute(x), p = asinPart(size);
  return withSign(size > 0.5f ? (0.5f * PI_HIGH_F - 2.0f * p) + 0.5f * PI_LOW_F : p, x);
}
LIBM_DOUBLE(asin)
FORMS1(asin)

PURE float asinpi(float x) {
  float size = absolute(x), p = overPi(asinPart(size));
  return withSign(size > 0.5f ? 0.5f - 2.0f * p : p, x);
}
PURE double asinpi(double x) { return asin(x) * 0.31830988618379067; }
FORMS1(asinpi)
