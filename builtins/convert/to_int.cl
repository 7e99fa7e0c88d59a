// convert_TO*SUFFIX and convert_TO*_satSUFFIX from every type, TO an integer. Compiled once for each TO and SUFFIX
// (CMakeLists.txt), with float-to-integer casts that saturate and turn NaN to 0: the plain forms may do so too.
#include "Common.clh"
#define NAME(n) CAT(convert_, CAT(TO, CAT(n, SUFFIX)))
#define SAT_NAME(n) CAT(convert_, CAT(TO, CAT(n, CAT(_sat, SUFFIX))))
#define VECTOR(n) CAT(TO, n)
#define LOWEST(T) CAT(MIN_, T)
#define HIGHEST(T) CAT(MAX_, T)
#define LOW(S) ((long)LOWEST(S) > (long)LOWEST(TO) ? (long)LOWEST(S) : (long)LOWEST(TO))
#define HIGH(S) ((ulong)HIGHEST(S) < (ulong)HIGHEST(TO) ? (ulong)HIGHEST(S) : (ulong)HIGHEST(TO))

#define FROM_INT(S, n)                                                                                                 \
  PURE VECTOR(n) NAME(n)(S##n x) { return CAST(TO, n, x); }                                                            \
  PURE VECTOR(n) SAT_NAME(n)(S##n x) {                                                                                 \
    x = __builtin_elementwise_max(x, (S##n)(S)LOW(S));                                                                 \
    return CAST(TO, n, __builtin_elementwise_min(x, (S##n)(S)HIGH(S)));                                                \
  }
INTS(FROM_INT)

#define FLOAT_float(x) x
#define FLOAT_double(x) x
#define FLOAT_half(x) ((float)x)
// A component at a time: Clang's vector cast does not saturate.
#define FROM_FLOAT(S, CALLED)                                                                                          \
  PURE VECTOR() CALLED()(S x) { return (TO)ROUNDED(FLOAT_##S(x)); }                                                    \
  PURE VECTOR(2) CALLED(2)(S##2 x) { return (VECTOR(2))(CALLED()(x.s0), CALLED()(x.s1)); }                             \
  PURE VECTOR(3) CALLED(3)(S##3 x) { return (VECTOR(3))(CALLED()(x.s0), CALLED()(x.s1), CALLED()(x.s2)); }             \
  PURE VECTOR(4) CALLED(4)(S##4 x) { return (VECTOR(4))(CALLED(2)(x.lo), CALLED(2)(x.hi)); }                           \
  PURE VECTOR(8) CALLED(8)(S##8 x) { return (VECTOR(8))(CALLED(4)(x.lo), CALLED(4)(x.hi)); }                           \
  PURE VECTOR(16) CALLED(16)(S##16 x) { return (VECTOR(16))(CALLED(8)(x.lo), CALLED(8)(x.hi)); }
FROM_FLOAT(float, NAME)
FROM_FLOAT(double, NAME)
FROM_FLOAT(half, NAME)
FROM_FLOAT(float, SAT_NAME)
FROM_FLOAT(double, SAT_NAME)
FROM_FLOAT(half, SAT_NAME)
