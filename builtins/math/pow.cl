#include "math/QuickPower.clh"
PURE float pow(float x, float y) { return powOf(x, y); }
PURE double pow(double x, double y) { return powOf(x, y); }
FORMS2(pow)
