#include "math/Exp.clh"
#include "math/Libm.clh"
// With t = e^2a - 1: t / (t + 2). From 10 on it is 1.
PURE float tanh(float x) {
  float a = absolute(x);
  float t = expMinus1(2.0f * (10.0f < a ? 10.0f : a));
  return withSign(t / (t + 2.0f), x);
}
LIBM_DOUBLE(tanh)
FORMS1(tanh)
