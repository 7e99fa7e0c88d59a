#include "math/Libm.clh"
LIBM1(log1p)
