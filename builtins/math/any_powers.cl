// Powers of any numbers, for the forms that are quick with ordinary ones.
#include "math/QuickPower.clh"
#define ANY_POWERS(T, ROUNDER, least2, most2, least10, most10)                                                         \
  RARE T __lanecl_any_pow(T x, T y) { return anyPow(x, y); }                                                           \
  RARE T __lanecl_any_powr(T x, T y) { return anyPowr(x, y); }                                                         \
  RARE T __lanecl_any_pown(T x, int n) { return anyPown(x, n); }                                                       \
  RARE T __lanecl_any_exp(T x) { return expScaled(x, (T) - 0.0); }                                                     \
  RARE T __lanecl_any_exp2(T x) {                                                                                      \
    x = limited(x, least2, most2);                                                                                     \
    T turns = x + ROUNDER, r = x - (turns - ROUNDER);                                                                  \
    return timesPowerOf2(mulAdd(r, exp2Polynomial(r), (T)1), turns);                                                   \
  }                                                                                                                    \
  RARE T __lanecl_any_exp10(T x) {                                                                                     \
    x = limited(x, least10, most10);                                                                                   \
    T turns = mulAdd(x, (T)0x1.a934f0979a371p1, ROUNDER), r = remainderByLog10Of2(x, turns - ROUNDER);                 \
    return timesPowerOf2(mulAdd(r, exp10Polynomial(r), (T)1), turns);                                                  \
  }
ANY_POWERS(float, ROUNDER_F, -151.0f, 129.0f, -46.0f, 39.0f)
ANY_POWERS(double, ROUNDER_D, -1080.0, 1025.0, -325.0, 309.0)
