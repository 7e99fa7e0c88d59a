#include "math/Log.clh"
// log(a + sqrt(a^2 + 1)) as log1p(a + a^2 / (1 + sqrt(a^2 + 1))).
#define ASINH(T)                                                                                                       \
  HELPER T modestAsinh(T x) {                                                                                          \
    T a = absolute(x), square = a * a;                                                                                 \
    return withSign(ordinaryLog1Plus(a + square / ((T)1 + __builtin_elementwise_sqrt(square + (T)1))), x);             \
  }                                                                                                                    \
  QUICK_WHERE(absolute(x) < (T)0x1p54, asinh, T, modestAsinh)
ASINH(float)
ASINH(double)
FORMS1(asinh)
