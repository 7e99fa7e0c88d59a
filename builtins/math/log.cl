#include "math/Log.clh"
#define LOG(T)                                                                                                         \
  PURE T log(T x) {                                                                                                    \
    T f, e = logSplit(x, &f);                                                                                          \
    return mendLog(x, logSum(e, f));                                                                                   \
  }
LOG(float)
LOG(double)
FORMS1(log)
