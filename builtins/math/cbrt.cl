#include "math/Exponent.clh"
// |x| = m * 8^q with m in [1, 8): z = m^(-1/3) by a polynomial and steps of third order, which need no division; then
// y = m z^2 and one small correction.
HELPER float twoToThe(int q, float unused) { return powerOf2f(q); }
HELPER double twoToThe(int q, double unused) { return powerOf2(q); }
// (1 - r)^(-1/3) = 1 + r/3 + 2/9 r^2 + ... with r = 1 - m z^3.
HELPER float rootStep(float m, float z) {
  float r = mulAdd(-m * z, z * z, 1.0f);
  return mulAdd(z * r, mulAdd(r, 0x1.c71c72p-3f, 0x1.555556p-2f), z);
}
HELPER double rootStep(double m, double z) {
  double r = mulAdd(-m * z, z * z, 1.0);
  return mulAdd(z * r, mulAdd(r, 0x1.c71c71c71c71cp-3, 0x1.5555555555555p-2), z);
}
HELPER float inverseRoot(float m) {
  return rootStep(m, POLY5(m, 0x1.56739ap0f, -0x1.c369d8p-2f, 0x1.bc6f2ap-4f, -0x1.a98c3p-7f, 0x1.32dd4p-11f));
}
HELPER double inverseRoot(double m) {
  return rootStep(m, rootStep(m, POLY5(m, 0x1.56739ap0, -0x1.c369d8p-2, 0x1.bc6f2ap-4, -0x1.a98c3p-7, 0x1.32dd4p-11)));
}
#define CBRT(T, third)                                                                                                 \
  PURE T cbrt(T x) {                                                                                                   \
    int e = exponentOf(x) + 1200;                                                                                      \
    int q = (int)((uint)e * 43691u >> 17);                                                                             \
    T m = absolute(digitsOf(x)) * twoToThe(e - 3 * q, x), z = inverseRoot(m), y = m * z * z;                           \
    y = mulAdd(mulAdd(y * y, y, -m), z * z * -third, y);                                                               \
    return isOrdinary(x) ? withSign(y * twoToThe(q - 400, x), x) : x;                                                  \
  }
CBRT(float, 0x1.555556p-2f)
CBRT(double, 0x1.5555555555555p-2)
FORMS1(cbrt)
