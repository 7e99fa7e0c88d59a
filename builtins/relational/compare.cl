#include "relational/Relational.clh"
#define COMPARE(T, R, TRUTH)                                                                                           \
  PURE R isequal(T a, T b) { return TRUTH(a == b); }                                                                   \
  PURE R isnotequal(T a, T b) { return TRUTH(a != b); }                                                                \
  PURE R isgreater(T a, T b) { return TRUTH(a > b); }                                                                  \
  PURE R isgreaterequal(T a, T b) { return TRUTH(a >= b); }                                                            \
  PURE R isless(T a, T b) { return TRUTH(a < b); }                                                                     \
  PURE R islessequal(T a, T b) { return TRUTH(a <= b); }                                                               \
  PURE R islessgreater(T a, T b) { return TRUTH((a < b) | (a > b)); }                                                  \
  PURE R isordered(T a, T b) { return TRUTH((a == a) & (b == b)); }                                                    \
  PURE R isunordered(T a, T b) { return TRUTH((a != a) | (b != b)); }
RELATIONAL(COMPARE)
