#include "math/Libm.clh"
LIBM1(expm1)
