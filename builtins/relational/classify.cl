#include "relational/Relational.clh"
#define ABS(x) __builtin_elementwise_abs(x)
#define SMALLEST_float 0x1p-126f
#define SMALLEST_double 0x1p-1022
#define SMALLEST_half ((half)0x1p-14f)
#define CLASSIFY(V, R, TRUTH, T, B)                                                                                    \
  PURE R isfinite(V x) { return TRUTH(ABS(x) < (V)(T)__builtin_inf()); }                                               \
  PURE R isinf(V x) { return TRUTH(ABS(x) == (V)(T)__builtin_inf()); }                                                 \
  PURE R isnan(V x) { return TRUTH(x != x); }                                                                          \
  PURE R isnormal(V x) { return TRUTH((ABS(x) < (V)(T)__builtin_inf()) & (ABS(x) >= (V)SMALLEST_##T)); }               \
  PURE R signbit(V x) { return TRUTH(__builtin_astype(x, B) < (B)0); }
#define CLASSIFY_TYPE(T, I)                                                                                            \
  CLASSIFY(T, int, SCALAR_TRUTH, T, I)                                                                                 \
  CLASSIFY(T##2, I##2, VECTOR_TRUTH, T, I##2)                                                                          \
  CLASSIFY(T##3, I##3, VECTOR_TRUTH, T, I##3)                                                                          \
  CLASSIFY(T##4, I##4, VECTOR_TRUTH, T, I##4)                                                                          \
  CLASSIFY(T##8, I##8, VECTOR_TRUTH, T, I##8)                                                                          \
  CLASSIFY(T##16, I##16, VECTOR_TRUTH, T, I##16)
CLASSIFY_TYPE(float, int)
CLASSIFY_TYPE(double, long)
CLASSIFY_TYPE(half, short)
