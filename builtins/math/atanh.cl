#include "math/Log.clh"
#define ATANH(T, tiny)                                                                                                 \
  PURE T atanh(T x) {                                                                                                  \
    T a = absolute(x), result = (T)0.5 * log1Plus((T)2 * a / ((T)1 - a), (T)0);                                        \
    result = a < tiny ? a : result;                                                                                    \
    result = a == (T)1 ? (T)__builtin_inf() : a < (T)1 ? result : (T)__builtin_nan("");                                \
    return withSign(result, x);                                                                                        \
  }
ATANH(float, 0x1p-12f)
ATANH(double, 0x1p-27)
FORMS1(atanh)
