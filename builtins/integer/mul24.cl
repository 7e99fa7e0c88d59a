#include "Common.clh"
// Operands are 24-bit values; the low 32 bits of the product.
#define MUL24_(T, U, n)                                                                                                \
  PURE T##n mul24(T##n a, T##n b) {                                                                                    \
    return __builtin_astype(__builtin_astype(a, U##n) * __builtin_astype(b, U##n), T##n);                              \
  }                                                                                                                    \
  PURE T##n mad24(T##n a, T##n b, T##n c) {                                                                            \
    return __builtin_astype(__builtin_astype(a, U##n) * __builtin_astype(b, U##n) + __builtin_astype(c, U##n), T##n);  \
  }
#define MUL24(T, n) MUL24_(T, uint, n)
WIDTHS(MUL24, int)
WIDTHS(MUL24, uint)
