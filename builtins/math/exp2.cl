#include "math/Libm.clh"
LIBM1(exp2)
