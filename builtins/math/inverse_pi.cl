#include "math/Math.clh"
#define SCALED(f, g)                                                                                                   \
  PURE double g(double);                                                                                               \
  PURE float f(float x) { return (float)(g((double)x) * 0.31830988618379067); }                                        \
  PURE double f(double x) { return g(x) * 0.31830988618379067; }                                                       \
  FORMS1(f)
SCALED(acospi, acos)
SCALED(asinpi, asin)
SCALED(atanpi, atan)
PURE double atan2(double, double);
PURE float atan2pi(float y, float x) { return (float)(atan2((double)y, (double)x) * 0.31830988618379067); }
PURE double atan2pi(double y, double x) { return atan2(y, x) * 0.31830988618379067; }
FORMS2(atan2pi)
