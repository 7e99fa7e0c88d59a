#include "math/Atan.clh"
#define ATAN(T)                                                                                                        \
  PURE T atan(T x) { return withSign(positiveAtan(absolute(x)), x); }                                     \
  PURE T atanpi(T x) {                                                                                                 \
    bool steep;                                                                                                        \
    T p = overPi(anglePart(x, (T)1, &steep));                                                                          \
    return x != x ? x : withSign(steep ? (T)0.5 - p : p, x);                                                           \
  }
ATAN(float)
ATAN(double)
FORMS1(atan)
FORMS1(atanpi)
