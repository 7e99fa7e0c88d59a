#include "math/Libm.clh"
#include "math/Trig.clh"
PURE float tan(float x) { return tangent(x); }
LIBM_DOUBLE(tan)
FORMS1(tan)
