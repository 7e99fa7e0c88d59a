#include "math/Exponent.clh"
// |x| = m * 8^q with m in [1, 8): a polynomial to start with, steps of third order, and one of second that ends with a
// small correction.
HELPER float cbrtStart(float m) { return POLY4(m, 0x1.5d05aap-1f, 0x1.7546e4p-2f, -0x1.62cbf8p-5f, 0x1.2f32e2p-9f); }
HELPER double cbrtStart(double m) {
  double y = POLY5(m, 0x1.412cc5a81c46bp-1, 0x1.cbf973ddadfcbp-2, -0x1.5724904efec13p-4, 0x1.3a0af15bfe4d2p-7,
                   -0x1.c517452d4609dp-12);
  double cube = y * y * y;
  return y * mulAdd(2.0, m, cube) / mulAdd(2.0, cube, m);
}
HELPER float twoToThe(int q, float unused) { return powerOf2f(q); }
HELPER double twoToThe(int q, double unused) { return powerOf2(q); }
#define CBRT(T)                                                                                                        \
  PURE T cbrt(T x) {                                                                                                   \
    int e = exponentOf(x) + 1200;                                                                                      \
    int q = (int)((uint)e * 43691u >> 17);                                                                             \
    T m = absolute(digitsOf(x)) * twoToThe(e - 3 * q, x), y = cbrtStart(m);                                            \
    T cube = y * y * y;                                                                                                \
    y = y * mulAdd((T)2, m, cube) / mulAdd((T)2, cube, m);                                                             \
    T square = y * y;                                                                                                  \
    y = y - mulAdd(square, y, -m) / ((T)3 * square);                                                                   \
    return isOrdinary(x) ? withSign(y * twoToThe(q - 400, x), x) : x;                                                  \
  }
CBRT(float)
CBRT(double)
FORMS1(cbrt)
