// convert_TO*SUFFIX from every type, TO a floating-point type. Compiled once for each TO and SUFFIX (CMakeLists.txt).
#include "convert/Rounding.clh"
#define NAME CAT(convert_, CAT(TO, SUFFIX))
#define VECTOR_NAME(n) CAT(convert_, CAT(TO, CAT(n, SUFFIX)))
#define VECTOR(n) CAT(TO, n)
#define CONVERT(S)                                                                                                     \
  PURE TO NAME(S x) { return CAT(TO, From)(x, MODE); }                                                                 \
  PURE VECTOR(2) VECTOR_NAME(2)(S##2 x) { return (VECTOR(2))(NAME(x.s0), NAME(x.s1)); }                                \
  PURE VECTOR(3) VECTOR_NAME(3)(S##3 x) { return (VECTOR(3))(NAME(x.s0), NAME(x.s1), NAME(x.s2)); }                    \
  PURE VECTOR(4) VECTOR_NAME(4)(S##4 x) { return (VECTOR(4))(NAME(x.s0), NAME(x.s1), NAME(x.s2), NAME(x.s3)); }        \
  PURE VECTOR(8) VECTOR_NAME(8)(S##8 x) { return (VECTOR(8))(VECTOR_NAME(4)(x.lo), VECTOR_NAME(4)(x.hi)); }            \
  PURE VECTOR(16) VECTOR_NAME(16)(S##16 x) { return (VECTOR(16))(VECTOR_NAME(8)(x.lo), VECTOR_NAME(8)(x.hi)); }
CONVERT(char)
CONVERT(uchar)
CONVERT(short)
CONVERT(ushort)
CONVERT(int)
CONVERT(uint)
CONVERT(long)
CONVERT(ulong)
CONVERT(half)
CONVERT(float)
CONVERT(double)
