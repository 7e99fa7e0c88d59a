#include "math/Math.clh"
// Scaled so that no square overflows or vanishes; an infinite side counts even beside a NaN.
#define HYPOT(T, large, down, up, small, upScale, downScale)                                                           \
  PURE T hypot(T x, T y) {                                                                                             \
    T a = absolute(x), b = absolute(y), most = a < b ? b : a;                                                          \
    T scale = most > large   ? down                                                                                    \
              : most < small ? upScale                                                                                 \
                             : 1,                                                                                      \
      back = most > large   ? up                                                                                       \
             : most < small ? downScale                                                                                \
                            : 1;                                                                                       \
    T p = a * scale, q = b * scale;                                                                                    \
    T result = __builtin_elementwise_sqrt(mulAdd(p, p, q * q)) * back;                                                 \
    return a == (T)__builtin_inf() || b == (T)__builtin_inf() ? (T)__builtin_inf() : result;                           \
  }
HYPOT(float, 0x1p60f, 0x1p-70f, 0x1p70f, 0x1p-60f, 0x1p90f, 0x1p-90f)
HYPOT(double, 0x1p500, 0x1p-540, 0x1p540, 0x1p-500, 0x1p600, 0x1p-600)
FORMS2(hypot)
