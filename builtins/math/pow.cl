#include "math/Power.clh"
#define POW(T)                                                                                                         \
  PURE T pow(T x, T y) {                                                                                               \
    T result = sizeOfPower(x, y);                                                                                      \
    bool whole = __builtin_elementwise_trunc(y) == y;                                                                  \
    bool odd = whole && __builtin_elementwise_trunc((T)0.5 * y) * 2 != y;                                              \
    result = odd ? withSign(result, x) : result;                                                                       \
    /* No real result; but infinities and zeros have all powers. */                                                    \
    result = x < 0 && x > -(T)__builtin_inf() && !whole ? (T)__builtin_nan("") : result;                               \
    /* 1^inf would be e^(0 * inf). */                                                                                  \
    result = x == (T) - 1 && absolute(y) == (T)__builtin_inf() ? (T)1 : result;                                        \
    return x == (T)1 || y == 0 ? (T)1 : result;                                                                        \
  }
POW(float)
POW(double)
FORMS2(pow)
