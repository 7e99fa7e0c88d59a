#include "math/Math.clh"
PURE float sin(float);
PURE double sin(double);
#define SINPI(T, PI)                                                                                                   \
  PURE T sinpi(T x) {                                                                                                  \
    T r = x - 2 * __builtin_elementwise_rint(x * (T)0.5);                                                              \
    T a = absolute(r);                                                                                                 \
    T s = sin((a > (T)0.5 ? (T)1 - a : a) * PI);                                                                       \
    return r == 0 ? withSign((T)0, x) : withSign(s, r);                                                                \
  }                                                                                                                    \
  PURE T cospi(T x) {                                                                                                  \
    T a = absolute(x - 2 * __builtin_elementwise_rint(x * (T)0.5));                                                    \
    return a == (T)0.5 ? (T)0 : sin(((T)0.5 - a) * PI);                                                                \
  }                                                                                                                    \
  PURE T tanpi(T x) { return sinpi(x) / cospi(x); }
SINPI(float, 3.14159265f)
SINPI(double, 3.14159265358979312)
FORMS1(sinpi)
FORMS1(cospi)
FORMS1(tanpi)
