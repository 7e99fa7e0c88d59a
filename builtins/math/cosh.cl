#include "math/Exp.clh"
#include "math/Libm.clh"
PURE float cosh(float x) {
  float halfExp = expScaled(absolute(x), -1);
  return halfExp + 0.25f / halfExp;
}
LIBM_DOUBLE(cosh)
FORMS1(cosh)
