#include "math/Libm.clh"
LIBM2(pow)
