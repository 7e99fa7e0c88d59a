#include "Common.clh"
#define STEP(T, n)                                                                                                     \
  PURE T##n step(T##n edge, T##n x) { return x < edge ? (T##n)(T)0 : (T##n)(T)1; }                                     \
  PURE T##n smoothstep(T##n low, T##n high, T##n x) {                                                                  \
    T##n t = (x - low) / (high - low);                                                                                 \
    t = __builtin_elementwise_minnum(__builtin_elementwise_maxnum(t, (T##n)(T)0), (T##n)(T)1);                         \
    return t * t * ((T)3 - (T)2 * t);                                                                                  \
  }
#define STEP_SCALAR(T, n)                                                                                              \
  PURE T##n step(T edge, T##n x) { return step((T##n)edge, x); }                                                       \
  PURE T##n smoothstep(T low, T high, T##n x) { return smoothstep((T##n)low, (T##n)high, x); }
FLOATS(STEP)
FLOAT_VECTORS(STEP_SCALAR)
