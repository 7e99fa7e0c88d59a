#include "math/Erf.clh"
// Single precision: from 1 on 1 - 2^q, q a polynomial for log2(erfc(a)), which suffices beside 1.
#ifdef LANECL_AVX512
HELPER float erfcBeside1(float q) { return exp2Sum(q, -0.0f); }
#else
HELPER float erfcBeside1(float q) {
  float turns = q + ROUNDER_F, r = q - (turns - ROUNDER_F);
  return mulAdd(r, exp2Polynomial(r), 1.0f) * powerOfRounded(turns);
}
#endif
PURE float erf(float x) {
  float a = absolute(x), inside = 4.0f < a ? 4.0f : a, near = a * erfPolynomial(a * a);
  float q = POLY8(inside, 0x1.020142p-12f, -0x1.a12808p0f, -0x1.d3db78p-1f, -0x1.3fccd6p-3f, 0x1.288b9p-5f,
                  -0x1.895ef8p-8f, 0x1.46fce6p-11f, -0x1.fa19dep-16f);
  float far = 1.0f - erfcBeside1(q);
  return withSign(a < 1.0f ? near : far, x);
}
PURE double erf(double x) {
  double a = absolute(x);
  return withSign(a < 1.0 ? a * erfPolynomial(a * a) : 1.0 - positiveErfc(a), x);
}
FORMS1(erf)
