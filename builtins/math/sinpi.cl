#include "math/Math.clh"
// sinpi, cospi, tanpi: the remainder by 2 is exact, and so is the way to [0, 1/2].
HELPER float sinePiPolynomial(float r) {
  float sine = r * POLY6(r * r, 0x1.921fb6p1f, -0x1.4abbeap2f, 0x1.467064p1f, -0x1.337552p-1f, 0x1.641148p-4f, -0x1.ca0e08p-7f);
  return 1.0f < sine ? 1.0f : sine;
}
PURE double sin(double);
HELPER double sinePiPolynomial(double r) { return sin(r * 3.14159265358979312); }

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
