#include "math/Libm.clh"
LIBM2(fmod)
