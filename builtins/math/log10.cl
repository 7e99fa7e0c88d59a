#include "math/Libm.clh"
#include "math/Log.clh"
PURE float log10(float x) {
  float f, e = logSplit(x, &f), y = logOf1Plus(f);
  float low = mulAdd(y, LOG10_E_LOW, e * LOG10_2_LOW);
  return mendLog(x, mulAdd(e, LOG10_2_HIGH, mulAdd(y, LOG10_E_HIGH, low)));
}
LIBM_DOUBLE(log10)
FORMS1(log10)
