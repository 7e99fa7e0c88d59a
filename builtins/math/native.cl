#include "math/Math.clh"
// half_* and native_* of single precision are the full functions: within every limit that the specification sets.
#define SAME1(prefix, f)                                                                                               \
  PURE float f(float);                                                                                                 \
  PURE float prefix##f(float x) { return f(x); }                                                                       \
  MAP1(float, prefix##f, float)
#define BOTH1(f) SAME1(half_, f) SAME1(native_, f)
BOTH1(cos)
BOTH1(sin)
BOTH1(tan)
BOTH1(exp)
BOTH1(exp2)
BOTH1(exp10)
BOTH1(log)
BOTH1(log2)
BOTH1(log10)
#define DIRECT(prefix, T, n)                                                                                           \
  PURE float##n prefix##divide(float##n x, float##n y) { return x / y; }                                               \
  PURE float##n prefix##recip(float##n x) { return 1.0f / x; }                                                         \
  PURE float##n prefix##sqrt(float##n x) { return __builtin_elementwise_sqrt(x); }                                     \
  PURE float##n prefix##rsqrt(float##n x) { return 1.0f / __builtin_elementwise_sqrt(x); }
#define DIRECT_BOTH(T, n) DIRECT(half_, T, n) DIRECT(native_, T, n)
WIDTHS(DIRECT_BOTH, )
PURE float powr(float, float);
PURE float half_powr(float x, float y) { return powr(x, y); }
PURE float native_powr(float x, float y) { return powr(x, y); }
MAP2(float, half_powr, float, float)
MAP2(float, native_powr, float, float)
