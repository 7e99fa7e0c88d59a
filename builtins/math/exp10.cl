#include "math/Exp.clh"
#ifdef LANECL_AVX512
PURE float exp10(float x) { return powerOf(x, 0x1.a934fp1f, 0x1.2f346ep-24f, -0.0f); }
PURE double exp10(double x) { return powerOf(x, 0x1.a934f0979a371p1, 0x1.7f2495fb7fa6dp-53, -0.0); }
#else
#define ORDINARY_EXP10(T, ROUNDER)                                                                                     \
  HELPER T ordinaryExp10(T x) {                                                                                        \
    T turns = mulAdd(x, (T)0x1.a934f0979a371p1, ROUNDER), r = remainderByLog10Of2(x, turns - ROUNDER);                 \
    return addExponent(mulAdd(r, exp10Polynomial(r), (T)1), turns);                                                    \
  }
ORDINARY_EXP10(float, ROUNDER_F)
ORDINARY_EXP10(double, ROUNDER_D)
QUICK_WHERE(absolute(x) < 37.5f, exp10, float, ordinaryExp10)
QUICK_WHERE(absolute(x) < 307.5, exp10, double, ordinaryExp10)
#endif
FORMS1(exp10)
