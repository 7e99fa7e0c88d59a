#include "math/Exp.clh"
#ifdef LANECL_AVX512
PURE float exp(float x) { return expScaled(x, -0.0f); }
PURE double exp(double x) { return expScaled(x, -0.0); }
#else
QUICK_WHERE(absolute(x) < 87.0f, exp, float, ordinaryExp)
QUICK_WHERE(absolute(x) < 708.0, exp, double, ordinaryExp)
#endif
FORMS1(exp)
