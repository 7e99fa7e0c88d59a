#include "math/Libm.clh"
LIBM1(log2)
