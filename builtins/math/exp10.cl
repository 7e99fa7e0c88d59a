#include "math/Exp.clh"
#ifdef LANECL_AVX512
PURE float exp10(float x) { return powerOf(x, 0x1.a934fp1f, 0x1.2f346ep-24f, -0.0f); }
PURE double exp10(double x) { return powerOf(x, 0x1.a934f0979a371p1, 0x1.7f2495fb7fa6dp-53, -0.0); }
#else
PURE float exp10(float x) {
  x = limited(x, -46.0f, 39.0f);
  float turns = mulAdd(x, 0x1.a934fp1f, ROUNDER_F), n = turns - ROUNDER_F;
  float r = mulAdd(n, -LOG10_2_LOW_F, mulAdd(n, -LOG10_2_HIGH_F, x));
  float p = POLY6(r, 0x1.26bb1cp1f, 0x1.535248p1f, 0x1.046f96p1f, 0x1.2bdbc8p0f, 0x1.156f8p-1f, 0x1.a4bab6p-3f);
  return timesPowerOf2(mulAdd(r, p, 1.0f), turns);
}
PURE double exp10(double x) {
  x = limited(x, -325.0, 309.0);
  double turns = mulAdd(x, 0x1.a934f0979a371p1, ROUNDER_D), n = turns - ROUNDER_D;
  double r = mulAdd(n, -LOG10_2_LOW_D, mulAdd(n, -LOG10_2_HIGH_D, x));
  double p = POLY11(r, 0x1.26bb1bbb55516p1, 0x1.53524c73cea76p1, 0x1.0470591de2b43p1, 0x1.2bd7609fd532cp0,
                    0x1.1429ffd22174p-1, 0x1.a7ed70a0fcdep-3, 0x1.16e4dee4466a9p-4, 0x1.41165fc16ae9ap-6,
                    0x1.4899f6d250932p-8, 0x1.2f72ee9fb952ep-10, 0x1.f7386427e9e1ap-13);
  return timesPowerOf2(mulAdd(r, p, 1.0), turns);
}
#endif
FORMS1(exp10)
