#include "math/Libm.clh"
#include "math/Log.clh"
PURE float log(float x) {
  float f, e = logSplit(x, &f);
  return mendLog(x, logSum(e, f));
}
LIBM_DOUBLE(log)
FORMS1(log)
