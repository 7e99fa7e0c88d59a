#include "math/Exponent.clh"
#include "math/Machine.clh"
#ifdef LANECL_AVX512
// Large n lose digits as floats; they are far from any that matters.
#define SCALED(x, n) machineScale(x, (__typeof__(x))n)
#else
#define SCALED(x, n) scaled(x, n)
#endif
PURE float ldexp(float x, int n) { return SCALED(x, n); }
PURE double ldexp(double x, int n) { return SCALED(x, n); }
PURE half ldexp(half x, int n) { return (half)scaled((float)x, n); }
#define LDEXP(T)                                                                                                       \
  MAP2(T, ldexp, T, int)                                                                                               \
  PURE T##2 ldexp(T##2 x, int n) { return ldexp(x, (int2)n); }                                                         \
  PURE T##3 ldexp(T##3 x, int n) { return ldexp(x, (int3)n); }                                                         \
  PURE T##4 ldexp(T##4 x, int n) { return ldexp(x, (int4)n); }                                                         \
  PURE T##8 ldexp(T##8 x, int n) { return ldexp(x, (int8)n); }                                                         \
  PURE T##16 ldexp(T##16 x, int n) { return ldexp(x, (int16)n); }
LDEXP(float)
LDEXP(double)
LDEXP(half)
