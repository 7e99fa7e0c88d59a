#include "math/Exp.clh"
#define COSH(T)                                                                                                        \
  PURE T cosh(T x) {                                                                                                   \
    T halfExp = expScaled(absolute(x), -1);                                                                            \
    return halfExp + (T)0.25 / halfExp;                                                                                \
  }
COSH(float)
COSH(double)
FORMS1(cosh)
