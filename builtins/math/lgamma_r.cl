#include "math/Pointers.clh"
PURE float lgamma(float);
PURE double lgamma(double);
// The sign of the gamma function: -1 between -1 and 0, -3 and -2 and so on; 0 at its poles.
#define LGAMMA_R(T)                                                                                                    \
  PARTS T lgamma_rParts(T x, __private int *sign) {                                                                    \
    T down = __builtin_elementwise_floor(x);                                                                           \
    bool odd = __builtin_elementwise_floor(down * (T)0.5) * 2 != down;                                                 \
    int size = x < 0 && down == x ? 0 : x < 0 && odd ? -1 : 1;                                                         \
    *sign = x == 0 ? (__builtin_elementwise_copysign((T)1, x) < 0 ? -1 : 1) : size;                                    \
    return lgamma(x);                                                                                                  \
  }
LGAMMA_R(float)
LGAMMA_R(double)
PARTS half lgamma_rParts(half x, __private int *sign) { return (half)lgamma_rParts((float)x, sign); }
SECOND_RESULT_SPACES(lgamma_r, float, int)
SECOND_RESULT_SPACES(lgamma_r, double, int)
SECOND_RESULT_SPACES(lgamma_r, half, int)
