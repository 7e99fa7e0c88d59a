#include "math/Exp.clh"
PURE float exp(float x) { return expScaled(x, 0); }
PURE double exp(double x) { return expScaled(x, 0); }
FORMS1(exp)
