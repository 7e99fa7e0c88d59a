#include "math/Gamma.clh"
PURE double lgamma(double x) { return logGammaOf(x); }
PURE float lgamma(float x) { return (float)lgamma((double)x); }
FORMS1(lgamma)
