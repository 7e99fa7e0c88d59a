#include "math/Atan.clh"
#define ATAN(T)                                                                                                        \
  PURE T atan(T x) { return withSign(positiveAtan(absolute(x)), x); }                                                  \
  PURE T atanpi(T x) { return withSign(positiveAtanPi(absolute(x)), x); }
ATAN(float)
ATAN(double)
FORMS1(atan)
FORMS1(atanpi)
