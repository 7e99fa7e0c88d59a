#include "math/Libm.clh"
#include "math/Log.clh"
PURE float log2(float x) {
  float f, e = logSplit(x, &f), y = logOf1Plus(f);
  return mendLog(x, mulAdd(y, 0x1.715476p0f, mulAdd(y, 0x1.4ae0cp-26f, e)));
}
LIBM_DOUBLE(log2)
FORMS1(log2)
