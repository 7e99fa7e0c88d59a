#include "math/Atan.clh"
#define ACOS(T)                                                                                                        \
  PURE T acos(T x) {                                                                                                   \
    T size = absolute(x), p = asinPart(size);                                                                          \
    T far = x < 0 ? FROM_PI(T, 1, (T)2 * p) : (T)2 * p;                                                                \
    return size > (T)0.5 ? far : FROM_PI(T, 0.5, withSign(p, x));                                                      \
  }                                                                                                                    \
  PURE T acospi(T x) {                                                                                                 \
    T size = absolute(x), p = overPi(asinPart(size));                                                                  \
    T far = x < 0 ? (T)1 - (T)2 * p : (T)2 * p;                                                                        \
    return size > (T)0.5 ? far : (T)0.5 - withSign(p, x);                                                              \
  }
ACOS(float)
ACOS(double)
FORMS1(acos)
FORMS1(acospi)
