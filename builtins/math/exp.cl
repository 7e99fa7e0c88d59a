#include "math/Exp.clh"
PURE float exp(float x) { return expScaled(x, -0.0f); }
PURE double exp(double x) { return expScaled(x, -0.0); }
FORMS1(exp)
