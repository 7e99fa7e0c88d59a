#include "math/Log.clh"
// 0 < 1 + x < 2^64, of the bits as of logarithms.
HELPER bool isModest(float x) { return (int)(bits(1.0f + x) + 0x7fffffffu) < (int)0xdf7fffffu; }
HELPER bool isModest(double x) { return (long)(bits(1.0 + x) + 0x7ffffffffffffffful) < (long)0xc3effffffffffffful; }
// The sign matters for -0.
#define LOG1P(T)                                                                                                       \
  HELPER T modestLog1p(T x) { return withSign(ordinaryLog1Plus(x), x); }                                               \
  QUICK_WHERE(isModest(x), log1p, T, modestLog1p)
LOG1P(float)
LOG1P(double)
FORMS1(log1p)
