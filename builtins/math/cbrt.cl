#include "math/Exponent.clh"
// |x| = m * 8^q with m in [1/2, 4): z = m^(-1/3) by a polynomial and steps of third order, which need no division; then
// y = m z^2 and one small correction.
#define DIGIT_MASK(T) DIGIT_MASK_##T
#define DIGIT_MASK_float 0x007fffffu
#define DIGIT_MASK_double 0x000ffffffffffffful
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
  return rootStep(m, POLY5(m, 0x1.af7644p0f, -0x1.1c5f6ap0f, 0x1.17f9e2p-1f, -0x1.0c140cp-3f, 0x1.829ffep-7f));
}
HELPER double inverseRoot(double m) {
  return rootStep(m, rootStep(m, POLY5(m, 0x1.af7644p0, -0x1.1c5f6ap0, 0x1.17f9e2p-1, -0x1.0c140cp-3, 0x1.829ffep-7)));
}
// Exponents as floating-point numbers, and in the low bits of sums with ROUNDER; subnormal x are scaled by 2^54, their
// roots by 2^-18.
#define CBRT(T, third, ROUNDER, DIGITS, one, smallest)                                                                 \
  PURE T cbrt(T x) {                                                                                                   \
    T size = absolute(x);                                                                                              \
    bool small = size < smallest;                                                                                      \
    __typeof__(bits(x)) raw = bits(small ? size * (T)0x1p54 : size);                                                   \
    T e = smallNumber(raw >> DIGITS) - (T)(one >> DIGITS), turns = mulAdd(e, third, ROUNDER);                          \
    T left = mulAdd(turns - ROUNDER, (T) - 3, e) + ROUNDER;                                                            \
    T m = __builtin_astype(((raw & DIGIT_MASK(T)) | one) + (bits(left) << DIGITS), T), z = inverseRoot(m);             \
    T y = m * z * z;                                                                                                   \
    y = mulAdd(mulAdd(y * y, y, -m), z * z * -third, y);                                                               \
    y *= powerOfRounded(small ? turns - (T)18 : turns);                                                                \
    return isOrdinary(x) ? withSign(y, x) : x;                                                                         \
  }
CBRT(float, 0x1.555556p-2f, ROUNDER_F, 23, 0x3f800000u, 0x1p-126f)
CBRT(double, 0x1.5555555555555p-2, ROUNDER_D, 52, 0x3ff0000000000000ul, 0x1p-1022)
FORMS1(cbrt)
