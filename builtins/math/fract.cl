#include "math/Pointers.clh"
// x - floor(x), kept below 1 (OpenCL C 6.15.2: fmin with the largest number under 1); 0 for infinities, with x's sign.
#define FRACT(T, below)                                                                                                \
  PARTS T fractParts(T x, __private T *whole) {                                                                        \
    T down = __builtin_elementwise_floor(x);                                                                           \
    *whole = down;                                                                                                     \
    T rest = x - down;                                                                                                 \
    rest = rest > below ? below : rest;                                                                                \
    rest =                                                                                                             \
        x == 0 || __builtin_elementwise_abs(x) == (T)__builtin_inf() ? __builtin_elementwise_copysign((T)0, x) : rest; \
    return rest;                                                                                                       \
  }
FRACT(float, 0x1.fffffep-1f)
FRACT(double, 0x1.fffffffffffffp-1)
FRACT(half, (half)0x1.ffcp-1f)
SECOND_RESULT_SPACES(fract, float, float)
SECOND_RESULT_SPACES(fract, double, double)
SECOND_RESULT_SPACES(fract, half, half)
