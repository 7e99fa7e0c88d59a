#include "Common.clh"
// max - min never overflows in the unsigned type.
#define ABS_DIFF_(T, U, n)                                                                                             \
  PURE U##n abs_diff(T##n a, T##n b) {                                                                                 \
    return __builtin_astype(__builtin_elementwise_max(a, b), U##n) -                                                   \
           __builtin_astype(__builtin_elementwise_min(a, b), U##n);                                                    \
  }
#define ABS_DIFF_OF(T, U, n) ABS_DIFF_(T, U, n)
#define ABS_DIFF(T, n) ABS_DIFF_OF(T, UNSIGNED_OF(T), n)
INTS(ABS_DIFF)
