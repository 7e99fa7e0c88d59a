#include "geometric/Scale.clh"

// The power of two that brings the largest component to 1 or 2: any further down, and a component that is small beside
// it would lose bits that the result has.
HELPER float unitScale(float largest) {
  uint exponent = __builtin_astype(largest, uint) >> 23;
  return asFloat((exponent > 253 ? 1 : 254 - exponent) << 23);
}
HELPER double unitScale(double largest) {
  ulong exponent = __builtin_astype(largest, ulong) >> 52;
  return asDouble((exponent > 2045 ? 1ul : 2046 - exponent) << 52);
}

// OpenCL C 6.15.5 and the edge cases of 7.5.1: a zero vector stays, infinite components become +-1 and the others 0.
#define NORMALIZE(T, n)                                                                                                \
  PURE T##n normalize(T##n v) {                                                                                        \
    T large = largest(v);                                                                                              \
    T##n corner = __builtin_elementwise_copysign(                                                                      \
        __builtin_elementwise_abs(v) == (T##n)(T)__builtin_inf() ? (T##n)(T)1 : v * (T)0, v);                          \
    T##n scaled = large == (T)__builtin_inf() ? corner : v * unitScale(large);                                         \
    T##n result = scaled / __builtin_elementwise_sqrt(dot(scaled, scaled));                                            \
    return large == (T)0 ? v : result;                                                                                 \
  }                                                                                                                    \
  PURE T##n fast_normalize(T##n v) {                                                                                   \
    T square = dot(v, v);                                                                                              \
    return square == (T)0 ? v : v / __builtin_elementwise_sqrt(square);                                                \
  }
GEOMETRIC(NORMALIZE, float)
GEOMETRIC(NORMALIZE, double)
#define NORMALIZE_HALF(T, n)                                                                                           \
  PURE half##n normalize(half##n v) { return CAST(half, n, normalize(CAST(float, n, v))); }                            \
  PURE half##n fast_normalize(half##n v) { return normalize(v); }
GEOMETRIC(NORMALIZE_HALF, )
