#include "math/Trig.clh"
PURE float cos(float x) { return cosine(x); }
PURE double cos(double x) { return cosine(x); }
FORMS1(cos)
