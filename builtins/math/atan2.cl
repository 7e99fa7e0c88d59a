#include "math/Libm.clh"
LIBM2(atan2)
