#include "math/Exponent.clh"
#include "math/Pointers.clh"
#define FREXP(T)                                                                                                       \
  PARTS T frexpParts(T x, __private int *exponent) {                                                                   \
    *exponent = isOrdinary(x) ? exponentOf(x) + 1 : 0;                                                                 \
    return isOrdinary(x) ? digitsOf(x) * (T)0.5 : x;                                                                   \
  }
FREXP(float)
FREXP(double)
PARTS half frexpParts(half x, __private int *exponent) { return (half)frexpParts((float)x, exponent); }
SECOND_RESULT_SPACES(frexp, float, int)
SECOND_RESULT_SPACES(frexp, double, int)
SECOND_RESULT_SPACES(frexp, half, int)
