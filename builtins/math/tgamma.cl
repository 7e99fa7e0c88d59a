#include "math/Gamma.clh"
PURE double tgamma(double x) { return gammaOf(x); }
PURE float tgamma(float x) { return (float)tgamma((double)x); }
FORMS1(tgamma)
