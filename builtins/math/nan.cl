#include "math/Math.clh"
// A quiet NaN with the code as its payload.
#define NAN(T, U, n, quiet)                                                                                            \
  PURE T##n nan(U##n code) { return __builtin_astype((U##n)(code | (U)quiet), T##n); }
#define NANS(T, n)                                                                                                     \
  NAN(float, uint, n, 0x7fc00000u)                                                                                     \
  NAN(double, ulong, n, 0x7ff8000000000000ul)                                                                          \
  NAN(half, ushort, n, 0x7e00)
WIDTHS(NANS, )
