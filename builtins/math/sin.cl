#include "math/Libm.clh"
#include "math/Trig.clh"
PURE float sin(float x) { return sine(x); }
LIBM_DOUBLE(sin)
FORMS1(sin)
