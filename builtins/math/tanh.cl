#include "math/Exp.clh"
// With t = e^2a - 1: t / (t + 2). From `one` on it is 1.
#define TANH(T, one)                                                                                                   \
  PURE T tanh(T x) {                                                                                                   \
    T a = absolute(x), t = expMinus1Inside((T)2 * (one < a ? one : a));                                                     \
    return withSign(t / (t + (T)2), x);                                                                                \
  }
TANH(float, 10.0f)
TANH(double, 20.0)
FORMS1(tanh)
