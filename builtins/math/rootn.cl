#include "math/Power.clh"
#define ROOTN(T)                                                                                                       \
  PURE T rootn(T x, int n) {                                                                                           \
    T result = sizeOfRoot(x, n);                                                                                       \
    result = n & 1 ? withSign(result, x) : result;                                                                     \
    return n == 0 || (x < 0 && !(n & 1)) ? (T)__builtin_nan("") : result;                                              \
  }
ROOTN(float)
ROOTN(double)
PURE half rootn(half x, int n) { return (half)rootn((float)x, n); }
MAP2(float, rootn, float, int)
MAP2(double, rootn, double, int)
MAP2(half, rootn, half, int)
