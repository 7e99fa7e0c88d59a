#include "math/Power.clh"
// Undefined: negative x, and where the limit of x^y depends on the way there.
#define POWR(T)                                                                                                        \
  PURE T powr(T x, T y) {                                                                                              \
    T result = sizeOfPower(x, y), infinity = (T)__builtin_inf();                                                       \
    bool undefined = x < 0 || (y == 0 && (x == 0 || x == infinity)) || (x == 1 && absolute(y) == infinity);            \
    result = y == 0 ? (T)1 : result;                                                                                   \
    return undefined || x != x || y != y ? (T)__builtin_nan("") : result;                                              \
  }
POWR(float)
POWR(double)
FORMS2(powr)
