#include "math/Exponent.clh"
#include "math/Libm.clh"
// |x| = m * 8^q with m in [1, 8): a cubic to start with, then one step of third order and one of second.
PURE float cbrt(float x) {
  int e = exponentOf(x) + 150;
  int q = (e * 21846) >> 16;
  float m = absolute(digitsOf(x)) * powerOf2f(e - 3 * q);
  float y = POLY4(m, 0x1.5d05aap-1f, 0x1.7546e4p-2f, -0x1.62cbf8p-5f, 0x1.2f32e2p-9f);
  float cube = y * y * y;
  y = y * mulAdd(2.0f, m, cube) / mulAdd(2.0f, cube, m);
  float square = y * y;
  y = y - mulAdd(square, y, -m) / (3.0f * square);
  return isOrdinary(x) ? withSign(y * powerOf2f(q - 50), x) : x;
}
LIBM_DOUBLE(cbrt)
FORMS1(cbrt)
