#include "Common.clh"
#define BITSELECT_(T, S, n)                                                                                            \
  PURE T##n bitselect(T##n a, T##n b, T##n c) {                                                                        \
    S##n x = __builtin_astype(a, S##n), y = __builtin_astype(b, S##n), mask = __builtin_astype(c, S##n);               \
    return __builtin_astype((S##n)((x & ~mask) | (y & mask)), T##n);                                                   \
  }
#define BITSELECT_INT(T, n) BITSELECT_(T, T, n)
#define BITSELECT_OF(T, S, n) BITSELECT_(T, S, n)
#define BITSELECT_FLOAT(T, n) BITSELECT_OF(T, INT_OF(T), n)
INTS(BITSELECT_INT)
FLOATS(BITSELECT_FLOAT)
