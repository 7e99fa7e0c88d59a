// Powers of any numbers, for the forms that are quick with ordinary ones.
#include "math/QuickPower.clh"
#define ANY_POWERS(T)                                                                                                  \
  __attribute__((overloadable, const, noinline)) T __lanecl_any_pow(T x, T y) { return anyPow(x, y); }                 \
  __attribute__((overloadable, const, noinline)) T __lanecl_any_powr(T x, T y) { return anyPowr(x, y); }               \
  __attribute__((overloadable, const, noinline)) T __lanecl_any_pown(T x, int n) { return anyPown(x, n); }
ANY_POWERS(float)
ANY_POWERS(double)
