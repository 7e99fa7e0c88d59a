#include "math/Exp.clh"
#include "math/Libm.clh"
PURE float exp10(float x) {
  x = limited(x, -46.0f, 39.0f);
  float turns = mulAdd(x, 0x1.a934fp1f, ROUNDER_F), n = turns - ROUNDER_F;
  float r = mulAdd(n, -LOG10_2_LOW, mulAdd(n, -LOG10_2_HIGH, x));
  float p = POLY6(r, 0x1.26bb1cp1f, 0x1.535248p1f, 0x1.046f96p1f, 0x1.2bdbc8p0f, 0x1.156f8p-1f, 0x1.a4bab6p-3f);
  return timesPowerOf2(mulAdd(r, p, 1.0f), roundedBits(turns));
}
LIBM_DOUBLE(exp10)
FORMS1(exp10)
