#include "math/Math.clh"
// sinpi, cospi, tanpi: the remainder by 2 is exact, and so is the way to [0, 1/2].
HELPER float sinePiPolynomial(float r) {
  float sine = r * POLY6(r * r, 0x1.921fb6p1f, -0x1.4abbeap2f, 0x1.467064p1f, -0x1.337552p-1f, 0x1.641148p-4f,
                         -0x1.ca0e08p-7f);
  return 1.0f < sine ? 1.0f : sine;
}
HELPER double sinePiPolynomial(double r) {
  double sine = r * POLY9(r * r, 0x1.921fb54442d18p1, -0x1.4abbce625be39p2, 0x1.466bc67759fccp1, -0x1.32d2cce5e66ebp-1,
                          0x1.5078346ab756fp-4, -0x1.e30741a6ba9a9p-8, 0x1.e8f023f73b686p-12, -0x1.6f0536efcca52p-16,
                          0x1.8f9e5a09925a1p-21);
  return 1.0 < sine ? 1.0 : sine;
}

#define SINPI(T)                                                                                                       \
  PURE T sinpi(T x) {                                                                                                  \
    T rest = x - 2 * __builtin_elementwise_rint(x * (T)0.5), size = absolute(rest);                                    \
    size = size > (T)0.5 ? (T)1 - size : size;                                                                         \
    return withSign(sinePiPolynomial(size), size == 0 ? x : rest);                                                     \
  }                                                                                                                    \
  PURE T cospi(T x) {                                                                                                  \
    T size = absolute(x - 2 * __builtin_elementwise_rint(x * (T)0.5));                                                 \
    return sinePiPolynomial((T)0.5 - size);                                                                            \
  }                                                                                                                    \
  PURE T tanpi(T x) { return sinpi(x) / cospi(x); }
SINPI(float)
SINPI(double)
FORMS1(sinpi)
FORMS1(cospi)
FORMS1(tanpi)
