#include "math/Power.clh"
// Undefined: negative x, and where the limit of x^y depends on the way there.
#define UNDEFINED(x, y, infinity)                                                                                      \
  (x < 0 || (y == 0 && (x == 0 || x == infinity)) || (x == 1 && absolute(y) == infinity) || x != x || y != y)
PURE float powr(float x, float y) {
  float result = sizeOfPower(x, y);
  return UNDEFINED(x, y, INFINITY_F) ? NAN_F : y == 0 ? 1.0f : result;
}
PURE double pow(double, double);
PURE double powr(double x, double y) {
  double result = pow(absolute(x), y);
  return UNDEFINED(x, y, INFINITY_D) ? NAN_D : result;
}
FORMS2(powr)
