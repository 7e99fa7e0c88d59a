#include "math/Exp.clh"
#ifdef LANECL_AVX512
PURE float exp(float x) { return expScaled(x, -0.0f); }
PURE double exp(double x) { return expScaled(x, -0.0); }
#else
QUICK_POWER_OF(exp, float, ordinaryExp, 87.0f)
QUICK_POWER_OF(exp, double, ordinaryExp, 708.0)
#endif
FORMS1(exp)
