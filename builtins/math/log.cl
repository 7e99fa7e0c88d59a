#include "math/Log.clh"
LOGARITHM(log, float)
LOGARITHM(log, double)
FORMS1(log)
