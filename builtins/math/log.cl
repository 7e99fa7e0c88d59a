#include "math/Log.clh"
PURE float log(float x) { return logOf(x); }
PURE double log(double x) { return logOf(x); }
FORMS1(log)
