#include "math/Log.clh"
// The factor 1 / ln 2 in two parts.
#define LOG2(T, high, low)                                                                                             \
  PURE T log2(T x) {                                                                                                   \
    T f, e = logSplit(x, &f), y = logOf1Plus(f);                                                                       \
    return mendLog(x, e + mulAdd(y, high, y * low));                                                                   \
  }
LOG2(float, 0x1.715476p0f, 0x1.4ae0cp-26f)
LOG2(double, 0x1.71547652b82fep0, 0x1.777d0ffda0d24p-56)
FORMS1(log2)
