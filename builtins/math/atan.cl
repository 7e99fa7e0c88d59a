#include "math/Atan.clh"
#include "math/Libm.clh"
PURE float atan(float x) {
  bool steep;
  float p = anglePart(x, 1.0f, &steep);
  return withSign(steep ? (0.5f * PI_HIGH_F - p) + 0.5f * PI_LOW_F : p, x);
}
LIBM_DOUBLE(atan)
FORMS1(atan)

PURE float atanpi(float x) {
  bool steep;
  float p = overPi(anglePart(x, 1.0f, &steep));
  return withSign(steep ? 0.5f - p : p, x);
}
PURE double atanpi(double x) { return atan(x) * 0.31830988618379067; }
FORMS1(atanpi)
