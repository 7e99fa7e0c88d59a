#include "math/Math.clh"
// maxmag, minmag: the operand of larger, smaller magnitude; fmax, fmin when they are equal or one is a NaN.
#define MAGNITUDE(T, n)                                                                                                \
  PURE T##n maxmag(T##n x, T##n y) {                                                                                   \
    T##n a = __builtin_elementwise_abs(x), b = __builtin_elementwise_abs(y);                                           \
    return a > b ? x : b > a ? y : __builtin_elementwise_maxnum(x, y);                                                 \
  }                                                                                                                    \
  PURE T##n minmag(T##n x, T##n y) {                                                                                   \
    T##n a = __builtin_elementwise_abs(x), b = __builtin_elementwise_abs(y);                                           \
    return a < b ? x : b < a ? y : __builtin_elementwise_minnum(x, y);                                                 \
  }
FLOATS(MAGNITUDE)
