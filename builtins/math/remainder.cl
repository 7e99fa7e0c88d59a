#include "math/Remainder.clh"
#define REMAINDER(T)                                                                                                   \
  PURE T remainder(T x, T y) {                                                                                         \
    int ignored;                                                                                                       \
    return nearestRemainder(x, y, &ignored);                                                                           \
  }
REMAINDER(float)
REMAINDER(double)
FORMS2(remainder)
