#include "math/Pointers.clh"
#include "math/Trig.clh"
// One remainder for both: by pi/2, whose odd multiples change the parts of sine and cosine.
#define SINCOS(T, U)                                                                                                   \
  PARTS T sincosParts(T x, __private T *cosine) {                                                                      \
    U quarters;                                                                                                        \
    T r = remainderByHalfPi(absolute(x), &quarters), near = quarterSine(r), far = quarterCosine(r);                    \
    U second = 8 * sizeof(T) - 2;                                                                                      \
    T sine = flipSign(quarters & 1 ? far : near, (quarters << second) ^ bits(x));                                      \
    *cosine = flipSign(quarters & 1 ? near : far, (quarters + 1) << second);                                           \
    if (!(absolute(x) < DIRECT_LIMIT_##T)) {                                                                           \
      sine = __lanecl_large_sin(x);                                                                                    \
      *cosine = __lanecl_large_cos(x);                                                                                 \
    }                                                                                                                  \
    return sine;                                                                                                       \
  }
SINCOS(float, uint)
SINCOS(double, ulong)
PARTS half sincosParts(half x, __private half *cosine) {
  float wide, sine = sincosParts((float)x, &wide);
  *cosine = (half)wide;
  return (half)sine;
}
SECOND_RESULT_SPACES(sincos, float, float)
SECOND_RESULT_SPACES(sincos, double, double)
SECOND_RESULT_SPACES(sincos, half, half)
