#include "Common.clh"
#define MIX(T, n)                                                                                                      \
  PURE T##n mix(T##n x, T##n y, T##n a) { return x + (y - x) * a; }
#define MIX_SCALAR(T, n)                                                                                               \
  PURE T##n mix(T##n x, T##n y, T a) { return x + (y - x) * a; }
FLOATS(MIX)
FLOAT_VECTORS(MIX_SCALAR)
