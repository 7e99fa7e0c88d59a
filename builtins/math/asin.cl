#include "math/Atan.clh"
#define ASIN(T)                                                                                                        \
  PURE T asin(T x) {                                                                                                   \
    T size = absolute(x), p = asinPart(size);                                                                          \
    return withSign(size > (T)0.5 ? FROM_PI(T, 0.5, (T)2 * p) : p, x);                                                 \
  }                                                                                                                    \
  PURE T asinpi(T x) {                                                                                                 \
    T size = absolute(x), p = overPi(asinPart(size));                                                                  \
    return withSign(size > (T)0.5 ? (T)0.5 - (T)2 * p : p, x);                                                         \
  }
ASIN(float)
ASIN(double)
FORMS1(asin)
FORMS1(asinpi)
