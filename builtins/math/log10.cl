#include "math/Log.clh"
LOGARITHM(log10, float)
LOGARITHM(log10, double)
FORMS1(log10)
