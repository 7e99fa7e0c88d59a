#include "math/Exp.clh"
HELPER float smallSinh(float a, float square) {
  float p = POLY4(square, 0x1.555556p-3f, 0x1.1110eap-7f, 0x1.a01c22p-13f, 0x1.76771ep-19f);
  return mulAdd(a * square, p, a);
}
HELPER double smallSinh(double a, double square) {
  double p = POLY7(square, 0x1.5555555555556p-3, 0x1.111111111104p-7, 0x1.a01a01a0318d8p-13, 0x1.71de3a40565e2p-19,
                   0x1.ae646b4d5f194p-26, 0x1.6118df7177367p-33, 0x1.b52ebddfb4fbp-41);
  return mulAdd(a * square, p, a);
}
// A polynomial below 1; (e^a - e^-a) / 2 above, by way of e^a / 2, which overflows no earlier than the result.
#define SINH(T)                                                                                                        \
  PURE T sinh(T x) {                                                                                                   \
    T a = absolute(x), halfExp = expScaled(a, -1);                                                                     \
    return withSign(a < (T)1 ? smallSinh(a, a * a) : halfExp - (T)0.25 / halfExp, x);                                  \
  }
SINH(float)
SINH(double)
FORMS1(sinh)
