#include "math/Erf.clh"
#define ERFC_SIGNED(T)                                                                                                 \
  PURE T erfc(T x) {                                                                                                   \
    T result = positiveErfc(absolute(x));                                                                              \
    return x < 0 ? (T)2 - result : result;                                                                             \
  }
ERFC_SIGNED(float)
ERFC_SIGNED(double)
FORMS1(erfc)
