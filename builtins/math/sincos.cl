#include "math/Pointers.clh"
PURE float sin(float);
PURE double sin(double);
PURE float cos(float);
PURE double cos(double);
#define SINCOS(T)                                                                                                      \
  PARTS T sincosParts(T x, __private T *cosine) {                                                                      \
    *cosine = cos(x);                                                                                                  \
    return sin(x);                                                                                                     \
  }
SINCOS(float)
SINCOS(double)
PARTS half sincosParts(half x, __private half *cosine) {
  *cosine = (half)cos((float)x);
  return (half)sin((float)x);
}
SECOND_RESULT_SPACES(sincos, float, float)
SECOND_RESULT_SPACES(sincos, double, double)
SECOND_RESULT_SPACES(sincos, half, half)
