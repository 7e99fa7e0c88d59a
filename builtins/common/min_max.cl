#include "Common.clh"
// min: y if y < x, otherwise x; max: y if x < y, otherwise x (OpenCL C 6.15.4).
#define MIN_MAX(T, n)                                                                                                  \
  PURE T##n min(T##n x, T##n y) { return y < x ? y : x; }                                                              \
  PURE T##n max(T##n x, T##n y) { return x < y ? y : x; }                                                              \
  PURE T##n clamp(T##n x, T##n low, T##n high) {                                                                       \
    return __builtin_elementwise_minnum(__builtin_elementwise_maxnum(x, low), high);                                   \
  }
#define MIN_MAX_SCALAR(T, n)                                                                                           \
  PURE T##n min(T##n x, T y) { return min(x, (T##n)y); }                                                               \
  PURE T##n max(T##n x, T y) { return max(x, (T##n)y); }                                                               \
  PURE T##n clamp(T##n x, T low, T high) { return clamp(x, (T##n)low, (T##n)high); }
FLOATS(MIN_MAX)
FLOAT_VECTORS(MIN_MAX_SCALAR)
