#include "math/Power.clh"
#define POWN(T)                                                                                                        \
  PURE T pown(T x, int n) {                                                                                            \
    T result = sizeOfPower(x, n);                                                                                      \
    result = n & 1 ? withSign(result, x) : result;                                                                     \
    return n == 0 ? (T)1 : result;                                                                                     \
  }
POWN(float)
POWN(double)
PURE half pown(half x, int n) { return (half)pown((float)x, n); }
MAP2(float, pown, float, int)
MAP2(double, pown, double, int)
MAP2(half, pown, half, int)
