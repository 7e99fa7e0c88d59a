#include "math/SinPi.clh"
#define SINPI(T)                                                                                                       \
  PURE T sinpi(T x) { return sineOfPi(x); }                                                                            \
  PURE T cospi(T x) { return cosineOfPi(x); }                                                                          \
  PURE T tanpi(T x) { return sineOfPi(x) / cosineOfPi(x); }
SINPI(float)
SINPI(double)
FORMS1(sinpi)
FORMS1(cospi)
FORMS1(tanpi)
