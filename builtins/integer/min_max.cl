#include "Common.clh"
#define MIN_MAX(T, n)                                                                                                  \
  PURE T##n min(T##n a, T##n b) { return __builtin_elementwise_min(a, b); }                                            \
  PURE T##n max(T##n a, T##n b) { return __builtin_elementwise_max(a, b); }                                            \
  PURE T##n clamp(T##n x, T##n low, T##n high) {                                                                       \
    return __builtin_elementwise_min(__builtin_elementwise_max(x, low), high);                                         \
  }
// The forms that compare a vector with scalars.
#define MIN_MAX_SCALAR(T, n)                                                                                           \
  PURE T##n min(T##n a, T b) { return min(a, (T##n)b); }                                                               \
  PURE T##n max(T##n a, T b) { return max(a, (T##n)b); }                                                               \
  PURE T##n clamp(T##n x, T low, T high) { return clamp(x, (T##n)low, (T##n)high); }
INTS(MIN_MAX)
INT_TYPES(MIN_MAX_SCALAR, VECTORS)
