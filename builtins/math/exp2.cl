#include "math/Exp.clh"
#ifdef LANECL_AVX512
PURE float exp2(float x) { return exp2Sum(x, -0.0f); }
PURE double exp2(double x) { return exp2Sum(x, -0.0); }
#else
#define ORDINARY_EXP2(T, ROUNDER)                                                                                      \
  HELPER T ordinaryExp2(T x) {                                                                                         \
    T turns = x + ROUNDER, r = x - (turns - ROUNDER);                                                                  \
    return addExponent(mulAdd(r, exp2Polynomial(r), (T)1), turns);                                                     \
  }
ORDINARY_EXP2(float, ROUNDER_F)
ORDINARY_EXP2(double, ROUNDER_D)
QUICK_WHERE(absolute(x) < 126.0f, exp2, float, ordinaryExp2)
QUICK_WHERE(absolute(x) < 1022.0, exp2, double, ordinaryExp2)
#endif
FORMS1(exp2)
