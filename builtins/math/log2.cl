#include "math/Log.clh"
LOGARITHM(log2, float)
LOGARITHM(log2, double)
FORMS1(log2)
