#include "math/Exp.clh"
#include "math/Libm.clh"
// (e^a - e^-a) / 2 for a >= 1, by way of e^a / 2, which overflows no earlier than the result.
PURE float sinh(float x) {
  float a = absolute(x), square = a * a;
  float p = POLY4(square, 0x1.555556p-3f, 0x1.1110eap-7f, 0x1.a01c22p-13f, 0x1.76771ep-19f);
  float small = mulAdd(a * square, p, a);
  float halfExp = expScaled(a, -1);
  return withSign(a < 1.0f ? small : halfExp - 0.25f / halfExp, x);
}
LIBM_DOUBLE(sinh)
FORMS1(sinh)
