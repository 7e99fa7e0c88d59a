#include "math/Math.clh"
// In the order of the values, the bits of positive numbers count up and those of negative ones down: a step away from
// zero adds 1, one towards it subtracts 1. From zero the step leads to the smallest subnormal of y's sign.
#define NEXTAFTER(T, U)                                                                                                \
  PURE T nextafter(T x, T y) {                                                                                         \
    U from = bits(x), sign = (U)((U)1 << (8 * sizeof(U) - 1));                                                         \
    bool outward = (x < y) == !(from & sign);                                                                          \
    U moved = x == 0 ? (U)((bits(y) & sign) | 1) : (U)(outward ? from + 1 : from - 1);                                 \
    T result = __builtin_astype(moved, T);                                                                             \
    result = x == y ? y : result;                                                                                      \
    return x != x || y != y ? x + y : result;                                                                          \
  }
NEXTAFTER(float, uint)
NEXTAFTER(double, ulong)
NEXTAFTER(half, ushort)
MAP2(float, nextafter, float, float)
MAP2(double, nextafter, double, double)
MAP2(half, nextafter, half, half)
