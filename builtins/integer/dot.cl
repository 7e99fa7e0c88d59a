#include "Common.clh"
// cl_khr_integer_dot_product: four bytes by four bytes. R: result; A, B: the bytes' types; ab: their letters in names.
#define DOT(R, A, B, ab)                                                                                               \
  PURE R dot(A##4 a, B##4 b) { return (R)a.x * (R)b.x + (R)a.y * (R)b.y + (R)a.z * (R)b.z + (R)a.w * (R)b.w; }         \
  PURE R dot_acc_sat(A##4 a, B##4 b, R sum) { return __builtin_elementwise_add_sat(dot(a, b), sum); }                  \
  PURE R dot_4x8packed_##ab##_##R(uint a, uint b) {                                                                    \
    return dot(__builtin_astype(a, A##4), __builtin_astype(b, B##4));                                                  \
  }                                                                                                                    \
  PURE R dot_acc_sat_4x8packed_##ab##_##R(uint a, uint b, R sum) {                                                     \
    return dot_acc_sat(__builtin_astype(a, A##4), __builtin_astype(b, B##4), sum);                                     \
  }
DOT(uint, uchar, uchar, uu)
DOT(int, char, char, ss)
DOT(int, uchar, char, us)
DOT(int, char, uchar, su)
