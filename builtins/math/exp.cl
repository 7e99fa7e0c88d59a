#include "math/Exp.clh"
#include "math/Libm.clh"
PURE float exp(float x) { return expScaled(x, 0); }
LIBM_DOUBLE(exp)
FORMS1(exp)
