#include "math/Log.clh"
// With t = x - 1: log1p(t + sqrt(2t + t^2)); where 1 no longer counts it is log(2x).
#define ACOSH(T, big)                                                                                                  \
  PURE T acosh(T x) {                                                                                                  \
    bool large = x > big;                                                                                              \
    T t = large ? (T)1 : x - (T)1;                                                                                     \
    T argument = t + __builtin_elementwise_sqrt(mulAdd(t, t, (T)2 * t));                                               \
    T result = log1Plus(large ? x : argument, large ? (T)1 : (T)0);                                                    \
    result = x < (T)__builtin_inf() ? result : x;                                                                      \
    return x < (T)1 ? (T)__builtin_nan("") : result;                                                                   \
  }
ACOSH(float, 0x1p25f)
ACOSH(double, 0x1p54)
FORMS1(acosh)
