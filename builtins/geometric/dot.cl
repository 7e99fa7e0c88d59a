#include "Common.clh"
#pragma clang fp contract(on)
#define DOT(T)                                                                                                         \
  PURE T dot(T a, T b) { return a * b; }                                                                               \
  PURE T dot(T##2 a, T##2 b) { return a.x * b.x + a.y * b.y; }                                                         \
  PURE T dot(T##3 a, T##3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }                                             \
  PURE T dot(T##4 a, T##4 b) { return (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w); }
DOT(float)
DOT(double)
#define DOT_HALF(T, n)                                                                                                 \
  PURE half dot(half##n a, half##n b) { return (half)dot(CAST(float, n, a), CAST(float, n, b)); }
DOT_HALF(, )
DOT_HALF(, 2)
DOT_HALF(, 3)
DOT_HALF(, 4)
