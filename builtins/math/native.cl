#include "math/Native.clh"
#define ONE(prefix, f, value)                                                                                          \
  PURE float prefix##f(float x) { return value; }                                                                      \
  MAP1(float, prefix##f, float)
#define BOTH(f, value) ONE(half_, f, value) ONE(native_, f, value)
BOTH(sin, quickSine(x))
BOTH(cos, quickCosine(x))
BOTH(tan, quickTangent(x))
BOTH(exp2, quickExp2(x))
BOTH(exp, quickExp2(x * 0x1.715476p0f))
BOTH(exp10, quickExp2(x * 0x1.a934fp1f))
BOTH(log2, quickLog2(x))
BOTH(log, quickLog2(x) * 0x1.62e43p-1f)
BOTH(log10, quickLog2(x) * 0x1.344136p-2f)
#define DIRECT(prefix, T, n)                                                                                           \
  PURE float##n prefix##divide(float##n x, float##n y) { return x / y; }                                               \
  PURE float##n prefix##recip(float##n x) { return 1.0f / x; }                                                         \
  PURE float##n prefix##sqrt(float##n x) { return __builtin_elementwise_sqrt(x); }                                     \
  PURE float##n prefix##rsqrt(float##n x) { return 1.0f / __builtin_elementwise_sqrt(x); }
#define DIRECT_BOTH(T, n) DIRECT(half_, T, n) DIRECT(native_, T, n)
WIDTHS(DIRECT_BOTH, )
#define POWR(prefix)                                                                                                   \
  PURE float prefix##powr(float x, float y) { return quickExp2(y * quickLog2(x)); }                                    \
  MAP2(float, prefix##powr, float, float)
POWR(half_)
POWR(native_)
