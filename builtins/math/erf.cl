#include "math/Erf.clh"
#define ERF(T)                                                                                                         \
  PURE T erf(T x) {                                                                                                    \
    T a = absolute(x);                                                                                                 \
    return withSign(a < (T)1 ? a * erfPolynomial(a * a) : (T)1 - positiveErfc(a), x);                                  \
  }
ERF(float)
ERF(double)
FORMS1(erf)
