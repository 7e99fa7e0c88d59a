#include "math/Exp.clh"
#include "math/Libm.clh"
PURE float expm1(float x) { return expMinus1(x); }
LIBM_DOUBLE(expm1)
FORMS1(expm1)
