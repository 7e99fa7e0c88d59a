#include "math/Libm.clh"
LIBM2(remainder)
