#include "math/Exponent.clh"
PURE int ilogb(float x) { return x == 0 ? MIN_int : isOrdinary(x) ? exponentOf(x) : MAX_int; }
PURE int ilogb(double x) { return x == 0 ? MIN_int : isOrdinary(x) ? exponentOf(x) : MAX_int; }
PURE int ilogb(half x) { return ilogb((float)x); }
MAP1(int, ilogb, float)
MAP1(int, ilogb, double)
MAP1(int, ilogb, half)

PURE float logb(float x) { return x == 0 ? -INFINITY_F : isOrdinary(x) ? (float)exponentOf(x) : x * x; }
PURE double logb(double x) { return x == 0 ? -INFINITY_D : isOrdinary(x) ? (double)exponentOf(x) : x * x; }
FORMS1(logb)
