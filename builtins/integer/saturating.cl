#include "Common.clh"
#define SATURATING(T, n)                                                                                               \
  PURE T##n add_sat(T##n a, T##n b) { return __builtin_elementwise_add_sat(a, b); }                                    \
  PURE T##n sub_sat(T##n a, T##n b) { return __builtin_elementwise_sub_sat(a, b); }
INTS(SATURATING)
