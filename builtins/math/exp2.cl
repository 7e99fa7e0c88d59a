#include "math/Exp.clh"
#include "math/Libm.clh"
PURE float exp2(float x) {
  x = limited(x, -151.0f, 129.0f);
  float turns = x + ROUNDER_F, r = x - (turns - ROUNDER_F);
  float p = POLY6(r, 0x1.62e43p-1f, 0x1.ebfbd8p-3f, 0x1.c6af76p-5f, 0x1.3b30ap-7f, 0x1.5f0b82p-10f, 0x1.3fa208p-13f);
  return timesPowerOf2(mulAdd(r, p, 1.0f), roundedBits(turns));
}
LIBM_DOUBLE(exp2)
FORMS1(exp2)
