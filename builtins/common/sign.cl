#include "Common.clh"
// 1, 0 with x's sign, -1; 0 for a NaN.
#define SIGN(T, n)                                                                                                     \
  PURE T##n sign(T##n x) {                                                                                             \
    T##n zero = (T##n)(T)0, size = x == x ? (x == zero ? zero : (T##n)(T)1) : zero;                                    \
    return x == x ? __builtin_elementwise_copysign(size, x) : zero;                                                    \
  }
FLOATS(SIGN)
