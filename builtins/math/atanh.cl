#include "math/Libm.clh"
LIBM1(atanh)
