#include "math/QuickPower.clh"
PURE float powr(float x, float y) { return powrOf(x, y); }
PURE double powr(double x, double y) { return powrOf(x, y); }
FORMS2(powr)
