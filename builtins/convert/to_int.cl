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

#define FROM_FLOAT(S, n)                                                                                               \
  PURE VECTOR(n) NAME(n)(S##n x) { return CAST(TO, n, ROUNDED(x)); }                                                   \
  PURE VECTOR(n) SAT_NAME(n)(S##n x) { return NAME(n)(x); }
WIDTHS(FROM_FLOAT, float)
WIDTHS(FROM_FLOAT, double)
#define FROM_HALF(S, n)                                                                                                \
  PURE VECTOR(n) NAME(n)(half##n x) { return NAME(n)(CAST(float, n, x)); }                                             \
  PURE VECTOR(n) SAT_NAME(n)(half##n x) { return NAME(n)(CAST(float, n, x)); }
WIDTHS(FROM_HALF, )
