#include "math/Log.clh"
#define LOG10(T, high, low, HIGH2, LOW2)                                                                               \
  PURE T log10(T x) {                                                                                                  \
    T f, e = logSplit(x, &f), y = logOf1Plus(f);                                                                       \
    return mendLog(x, mulAdd(e, HIGH2, mulAdd(y, high, mulAdd(y, low, e * LOW2))));                                    \
  }
LOG10(float, 0x1.bcb7b2p-2f, -0x1.5b235ep-27f, LOG10_2_HIGH_F, LOG10_2_LOW_F)
LOG10(double, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57, LOG10_2_HIGH_D, LOG10_2_LOW_D)
FORMS1(log10)
