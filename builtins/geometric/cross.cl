#include "Common.clh"
#define CROSS(T)                                                                                                       \
  PURE T##3 cross(T##3 a, T##3 b) { return a.yzx * b.zxy - a.zxy * b.yzx; }                                            \
  PURE T##4 cross(T##4 a, T##4 b) { return (T##4)(cross(a.xyz, b.xyz), (T)0); }
CROSS(float)
CROSS(double)
CROSS(half)
