#include "math/Exp.clh"
#ifdef LANECL_AVX512
PURE float exp2(float x) { return exp2Sum(x, -0.0f); }
PURE double exp2(double x) { return exp2Sum(x, -0.0); }
#else
PURE float exp2(float x) {
  x = limited(x, -151.0f, 129.0f);
  float turns = x + ROUNDER_F, r = x - (turns - ROUNDER_F);
  float p = POLY6(r, 0x1.62e43p-1f, 0x1.ebfbd8p-3f, 0x1.c6af76p-5f, 0x1.3b30ap-7f, 0x1.5f0b82p-10f, 0x1.3fa208p-13f);
  return timesPowerOf2(mulAdd(r, p, 1.0f), turns);
}
PURE double exp2(double x) {
  x = limited(x, -1080.0, 1025.0);
  double turns = x + ROUNDER_D, r = x - (turns - ROUNDER_D);
  double p = POLY11(r, 0x1.62e42fefa39efp-1, 0x1.ebfbdff82c5a6p-3, 0x1.c6b08d704a12cp-5, 0x1.3b2ab6fb9fda6p-7,
                    0x1.5d87fe789e96fp-10, 0x1.4309130f6cbdbp-13, 0x1.ffcbfc6685ee5p-17, 0x1.62bfc6596be6ap-20,
                    0x1.b52522bc20bcdp-24, 0x1.e61d4332035bap-28, 0x1.e9731780488cp-32);
  return timesPowerOf2(mulAdd(r, p, 1.0), turns);
}
#endif
FORMS1(exp2)
