#include "Common.clh"
// Scalars choose by truth, vectors by each component's most significant bit (OpenCL C 6.15.6). S, U: the signed and
// unsigned integers of T's size; the choice is done on them, for T may be a floating-point vector.
#define SELECT_SCALAR(T, C)                                                                                            \
  PURE T select(T a, T b, C c) { return c ? b : a; }
#define SELECT_VECTOR(V, C, S)                                                                                         \
  PURE V select(V a, V b, C c) {                                                                                       \
    S chosen = __builtin_astype(c, S) < (S)0 ? __builtin_astype(b, S) : __builtin_astype(a, S);                        \
    return __builtin_astype(chosen, V);                                                                                \
  }
#define SELECT_WIDTH(T, S, U, n) SELECT_VECTOR(T##n, S##n, S##n) SELECT_VECTOR(T##n, U##n, S##n)
#define SELECT(T, S, U)                                                                                                \
  SELECT_SCALAR(T, S)                                                                                                  \
  SELECT_SCALAR(T, U)                                                                                                  \
  SELECT_WIDTH(T, S, U, 2)                                                                                             \
  SELECT_WIDTH(T, S, U, 3)                                                                                             \
  SELECT_WIDTH(T, S, U, 4)                                                                                             \
  SELECT_WIDTH(T, S, U, 8)                                                                                             \
  SELECT_WIDTH(T, S, U, 16)
SELECT(char, char, uchar)
SELECT(uchar, char, uchar)
SELECT(short, short, ushort)
SELECT(ushort, short, ushort)
SELECT(half, short, ushort)
SELECT(int, int, uint)
SELECT(uint, int, uint)
SELECT(float, int, uint)
SELECT(long, long, ulong)
SELECT(ulong, long, ulong)
SELECT(double, long, ulong)
