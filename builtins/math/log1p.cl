#include "math/Log.clh"
#define LOG1P(T, tiny)                                                                                                 \
  PURE T log1p(T x) {                                                                                                  \
    T result = log1Plus(x, (T)0);                                                                                      \
    result = x < (T)__builtin_inf() ? result : x;                                                                      \
    result = x < (T) - 1 ? (T)__builtin_nan("") : x == (T) - 1 ? -(T)__builtin_inf() : result;                         \
    return absolute(x) < tiny ? x : result;                                                                            \
  }
LOG1P(float, 0x1p-25f)
LOG1P(double, 0x1p-54)
FORMS1(log1p)
