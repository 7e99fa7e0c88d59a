#include "math/Libm.clh"
#include "math/Trig.clh"
PURE float cos(float x) { return cosine(x); }
LIBM_DOUBLE(cos)
FORMS1(cos)
