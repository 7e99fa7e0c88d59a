#include "math/Libm.clh"
#include "math/Power.clh"
PURE float pow(float x, float y) {
  float result = sizeOfPower(x, y), down = __builtin_truncf(y);
  bool whole = down == y, odd = whole && __builtin_truncf(0.5f * y) * 2.0f != y;
  bool negative = (int)bits(x) < 0;
  result = negative && odd ? -result : result;
  // No real result; but infinities and zeros have all powers.
  result = x < 0 && x > -INFINITY_F && !whole ? NAN_F : result;
  // |x| = 1 with y infinite would be 2^(0 * inf).
  result = x == -1.0f && absolute(y) == INFINITY_F ? 1.0f : result;
  return x == 1.0f || y == 0 ? 1.0f : result;
}
PURE double pow_c(double, double) __asm__("pow");
PURE double pow(double x, double y) { return pow_c(x, y); }
FORMS2(pow)
