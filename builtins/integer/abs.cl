#include "Common.clh"
#define SIGNED_ABS(T, n)                                                                                               \
  PURE u##T##n abs(T##n x) { return __builtin_astype(__builtin_elementwise_abs(x), u##T##n); }
#define UNSIGNED_ABS(T, n)                                                                                             \
  PURE T##n abs(T##n x) { return x; }
SIGNED(SIGNED_ABS)
UNSIGNED(UNSIGNED_ABS)
