#include "math/Atan.clh"
#define ATAN2(T)                                                                                                       \
  PURE T atan2(T y, T x) {                                                                                             \
    bool steep;                                                                                                        \
    T p = anglePart(y, x, &steep);                                                                                     \
    p = steep ? FROM_PI(T, 0.5, p) : p;                                                                                \
    p = __builtin_signbit(x) ? FROM_PI(T, 1, p) : p;                                                                   \
    return x != x || y != y ? x + y : withSign(p, y);                                                                  \
  }                                                                                                                    \
  PURE T atan2pi(T y, T x) {                                                                                           \
    bool steep;                                                                                                        \
    T p = overPi(anglePart(y, x, &steep));                                                                             \
    p = steep ? (T)0.5 - p : p;                                                                                        \
    p = __builtin_signbit(x) ? (T)1 - p : p;                                                                           \
    return x != x || y != y ? x + y : withSign(p, y);                                                                  \
  }
ATAN2(float)
ATAN2(double)
FORMS2(atan2)
FORMS2(atan2pi)
