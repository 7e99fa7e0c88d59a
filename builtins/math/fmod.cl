#include "math/Remainder.clh"
#define FMOD(T)                                                                                                        \
  PURE T fmod(T x, T y) {                                                                                              \
    uint ignored;                                                                                                      \
    return withSign(exactRemainder(absolute(x), absolute(y), &ignored), x);                                            \
  }
FMOD(float)
FMOD(double)
FORMS2(fmod)
