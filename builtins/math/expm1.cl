#include "math/Exp.clh"
PURE float expm1(float x) { return expMinus1(x); }
PURE double expm1(double x) { return expMinus1(x); }
FORMS1(expm1)
