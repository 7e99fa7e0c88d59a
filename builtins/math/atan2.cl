#include "math/Atan.clh"
// The angle of (|x|, |y|) from 0 to pi/2 in pi (atan2) or half turns (atan2pi).
#ifdef LANECL_AVX512
// Twice infinity and twice 0 have no ratio; small angles that lack digits are subnormal themselves.
#define FIRST_QUADRANT(T)                                                                                              \
  HELPER T firstQuadrant(T y, T x) {                                                                                   \
    T a = absolute(y), b = absolute(x), ratio = a == b ? (T)1 : a / b;                                                 \
    return positiveAtan(a == 0 ? (T)0 : ratio);                                                                        \
  }                                                                                                                    \
  HELPER T firstQuadrantPi(T y, T x) { return overPi(firstQuadrant(y, x)); }
#else
#define FIRST_QUADRANT(T)                                                                                              \
  HELPER T firstQuadrant(T y, T x) {                                                                                   \
    bool steep;                                                                                                        \
    T p = anglePart(y, x, &steep);                                                                                     \
    return steep ? FROM_PI(T, 0.5, p) : p;                                                                             \
  }                                                                                                                    \
  HELPER T firstQuadrantPi(T y, T x) {                                                                                 \
    bool steep;                                                                                                        \
    T p = anglePartPi(y, x, &steep);                                                                                   \
    return steep ? (T)0.5 - p : p;                                                                                     \
  }
#endif
#define ATAN2(T)                                                                                                       \
  FIRST_QUADRANT(T)                                                                                                    \
  PURE T atan2(T y, T x) {                                                                                             \
    T p = firstQuadrant(y, x);                                                                                         \
    p = __builtin_signbit(x) ? FROM_PI(T, 1, p) : p;                                                                   \
    return x != x || y != y ? x + y : withSign(p, y);                                                                  \
  }                                                                                                                    \
  PURE T atan2pi(T y, T x) {                                                                                           \
    T p = firstQuadrantPi(y, x);                                                                                       \
    p = __builtin_signbit(x) ? (T)1 - p : p;                                                                           \
    return x != x || y != y ? x + y : withSign(p, y);                                                                  \
  }
ATAN2(float)
ATAN2(double)
FORMS2(atan2)
FORMS2(atan2pi)
