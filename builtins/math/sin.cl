#include "math/Trig.clh"
PURE float sin(float x) { return sine(x); }
PURE double sin(double x) { return sine(x); }
FORMS1(sin)
