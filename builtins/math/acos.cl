#include "math/Atan.clh"
#include "math/Libm.clh"
PURE float acos(float x) {
  float size = absolute(x), p = asinPart(size);
  float near = (0.5f * PI_HIGH_F - withSign(p, x)) + 0.5f * PI_LOW_F;
  float far = x < 0 ? (PI_HIGH_F - 2.0f * p) + PI_LOW_F : 2.0f * p;
  return size > 0.5f ? far : near;
}
LIBM_DOUBLE(acos)
FORMS1(acos)

PURE float acospi(float x) {
  float size = absolute(x), p = overPi(asinPart(size));
  return size > 0.5f ? (x < 0 ? 1.0f - 2.0f * p : 2.0f * p) : 0.5f - withSign(p, x);
}
PURE double acospi(double x) { return acos(x) * 0.31830988618379067; }
FORMS1(acospi)
