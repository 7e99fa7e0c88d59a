#include "math/Log.clh"
// log(a + sqrt(a^2 + 1)) as log1p(a + a^2 / (1 + sqrt(a^2 + 1))); where 1 no longer counts it is log(2a), and where a^3
// does not, a.
#define ASINH(T, big, tiny)                                                                                            \
  PURE T asinh(T x) {                                                                                                  \
    T a = absolute(x);                                                                                                 \
    bool large = a > big;                                                                                              \
    T square = large ? (T)1 : a * a;                                                                                   \
    T argument = a + square / ((T)1 + __builtin_elementwise_sqrt(square + (T)1));                                      \
    T result = log1Plus(large ? a : argument, large ? (T)1 : (T)0);                                                    \
    result = a < tiny ? a : result;                                                                                    \
    return withSign(a < (T)__builtin_inf() ? result : a, x);                                                           \
  }
ASINH(float, 0x1p25f, 0x1p-12f)
ASINH(double, 0x1p54, 0x1p-27)
FORMS1(asinh)
