#include "math/Log.clh"
// With t = x - 1: log1p(t + sqrt(2t + t^2)).
#define ACOSH(T)                                                                                                       \
  HELPER T modestAcosh(T x) {                                                                                          \
    T t = x - (T)1;                                                                                                    \
    return ordinaryLog1Plus(t + __builtin_elementwise_sqrt(mulAdd(t, t, (T)2 * t)));                                   \
  }                                                                                                                    \
  QUICK_WHERE(bits(x - (T)1) < bits((T)0x1p54), acosh, T, modestAcosh)
ACOSH(float)
ACOSH(double)
FORMS1(acosh)
