#include "math/Pointers.clh"
#define MODF(T)                                                                                                        \
  PARTS T modfParts(T x, __private T *whole) {                                                                         \
    T cut = __builtin_elementwise_trunc(x);                                                                            \
    *whole = cut;                                                                                                      \
    T rest = __builtin_elementwise_abs(x) == (T)__builtin_inf() ? (T)0 : x - cut;                                      \
    return __builtin_elementwise_copysign(rest, x);                                                                    \
  }
MODF(float)
MODF(double)
MODF(half)
SECOND_RESULT_SPACES(modf, float, float)
SECOND_RESULT_SPACES(modf, double, double)
SECOND_RESULT_SPACES(modf, half, half)
