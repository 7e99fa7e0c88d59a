#include "Common.clh"
#define BITS(T, n)                                                                                                     \
  PURE T##n clz(T##n x) { return __builtin_elementwise_clzg(x, (T##n)(T)(8 * sizeof(T))); }                            \
  PURE T##n ctz(T##n x) { return __builtin_elementwise_ctzg(x, (T##n)(T)(8 * sizeof(T))); }                            \
  PURE T##n popcount(T##n x) { return __builtin_elementwise_popcount(x); }                                             \
  PURE T##n rotate(T##n x, T##n by) { return __builtin_elementwise_fshl(x, x, by); }
INTS(BITS)
