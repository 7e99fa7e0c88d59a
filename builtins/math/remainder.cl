#include "math/Remainder.clh"
// Operands near each other: the quotient rounded to the nearest number may round to the wrong whole number beside half
// of an odd one, and the remainder, exact all the same, tells.
#define REMAINDER(T)                                                                                                   \
  PURE T remainder(T x, T y) {                                                                                         \
    T ratio = x / y, rest = fused(-__builtin_elementwise_rint(ratio), y, x);                                           \
    rest = absolute(rest) + absolute(rest) > absolute(y) ? rest - withSign(y, rest) : rest;                            \
    rest = rest == 0 ? withSign((T)0, x) : rest;                                                                       \
    int ignored;                                                                                                       \
    if (!(absolute(ratio) < NEAR_RATIO_##T && absolute(y) < (T)__builtin_inf()))                                       \
      rest = nearestRemainder(x, y, &ignored);                                                                         \
    return rest;                                                                                                       \
  }
REMAINDER(float)
REMAINDER(double)
FORMS2(remainder)
