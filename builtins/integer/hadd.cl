#include "Common.clh"
#define HADD(T, n)                                                                                                     \
  PURE T##n hadd(T##n a, T##n b) { return (a >> (T)1) + (b >> (T)1) + (a & b & (T)1); }                                \
  PURE T##n rhadd(T##n a, T##n b) { return (a >> (T)1) + (b >> (T)1) + ((a | b) & (T)1); }
INTS(HADD)
