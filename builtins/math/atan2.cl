#include "math/Atan.clh"
#include "math/Libm.clh"
PURE float atan2(float y, float x) {
  bool steep;
  float p = anglePart(y, x, &steep);
  p = steep ? (0.5f * PI_HIGH_F - p) + 0.5f * PI_LOW_F : p;
  p = (int)bits(x) < 0 ? (PI_HIGH_F - p) + PI_LOW_F : p;
  return x != x || y != y ? x + y : withSign(p, y);
}
PURE double atan2_c(double, double) __asm__("atan2");
PURE double atan2(double y, double x) { return atan2_c(y, x); }
FORMS2(atan2)

PURE float atan2pi(float y, float x) {
  bool steep;
  float p = overPi(anglePart(y, x, &steep));
  p = steep ? 0.5f - p : p;
  p = (int)bits(x) < 0 ? 1.0f - p : p;
  return x != x || y != y ? x + y : withSign(p, y);
}
PURE double atan2pi(double y, double x) { return atan2(y, x) * 0.31830988618379067; }
FORMS2(atan2pi)
