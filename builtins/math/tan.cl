#include "math/Trig.clh"
PURE float tan(float x) { return tangent(x); }
PURE double tan(double x) { return tangent(x); }
FORMS1(tan)
