#include "geometric/Scale.clh"
#define LENGTH(T, n)                                                                                                   \
  PURE T length(T##n v) {                                                                                              \
    T scale = scaleFor(largest(v));                                                                                    \
    v *= scale;                                                                                                        \
    return __builtin_elementwise_sqrt(dot(v, v)) * inverse(scale);                                                     \
  }                                                                                                                    \
  PURE T distance(T##n a, T##n b) { return length(a - b); }                                                            \
  PURE T fast_length(T##n v) { return __builtin_elementwise_sqrt(dot(v, v)); }                                         \
  PURE T fast_distance(T##n a, T##n b) { return fast_length(a - b); }
GEOMETRIC(LENGTH, float)
GEOMETRIC(LENGTH, double)
// The squares of half numbers are far inside float's range.
#define LENGTH_HALF(T, n)                                                                                              \
  PURE half length(half##n v) { return (half)fast_length(CAST(float, n, v)); }                                         \
  PURE half distance(half##n a, half##n b) { return length(a - b); }                                                   \
  PURE half fast_length(half##n v) { return length(v); }                                                               \
  PURE half fast_distance(half##n a, half##n b) { return length(a - b); }
GEOMETRIC(LENGTH_HALF, )
