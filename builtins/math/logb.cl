#include "math/Exponent.clh"
#include "math/Machine.clh"
#ifdef LANECL_AVX512
#define EXPONENT(x) (int)machineExponent(x)
#define REAL_EXPONENT(x) machineExponent(x)
#else
#define EXPONENT(x) exponentOf(x)
#define REAL_EXPONENT(x) (x == 0 ? -(__typeof__(x))__builtin_inf() : isOrdinary(x) ? (__typeof__(x))exponentOf(x) : x * x)
#endif
PURE int ilogb(float x) { return x == 0 ? MIN_int : isOrdinary(x) ? EXPONENT(x) : MAX_int; }
PURE int ilogb(double x) { return x == 0 ? MIN_int : isOrdinary(x) ? EXPONENT(x) : MAX_int; }
PURE int ilogb(half x) { return ilogb((float)x); }
MAP1(int, ilogb, float)
MAP1(int, ilogb, double)
MAP1(int, ilogb, half)

PURE float logb(float x) { return REAL_EXPONENT(x); }
PURE double logb(double x) { return REAL_EXPONENT(x); }
FORMS1(logb)
