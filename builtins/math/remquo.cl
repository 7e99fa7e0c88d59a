#include "math/Remainder.clh"
#define PARTS static inline __attribute__((overloadable, always_inline))
PARTS float remquoParts(float x, float y, __private int *q) { return nearestRemainder(x, y, q); }
PARTS double remquoParts(double x, double y, __private int *q) { return nearestRemainder(x, y, q); }
PARTS half remquoParts(half x, half y, __private int *q) { return (half)nearestRemainder((float)x, (float)y, q); }
#define REMQUO(T, S)                                                                                                   \
  MEM T remquo(T x, T y, S int *quotient) {                                                                            \
    int q;                                                                                                             \
    T result = remquoParts(x, y, &q);                                                                                  \
    *quotient = q;                                                                                                     \
    return result;                                                                                                     \
  }                                                                                                                    \
  MEM T##2 remquo(T##2 x, T##2 y, S int2 *quotient) {                                                                  \
    int a, b;                                                                                                          \
    T##2 result = (T##2)(remquoParts(x.s0, y.s0, &a), remquoParts(x.s1, y.s1, &b));                                    \
    *quotient = (int2)(a, b);                                                                                          \
    return result;                                                                                                     \
  }                                                                                                                    \
  MEM T##3 remquo(T##3 x, T##3 y, S int3 *quotient) {                                                                  \
    int2 a;                                                                                                            \
    int b;                                                                                                             \
    T##3 result = (T##3)(remquo(x.xy, y.xy, (__private int2 *)&a), remquoParts(x.z, y.z, &b));                         \
    *quotient = (int3)(a, b);                                                                                          \
    return result;                                                                                                     \
  }                                                                                                                    \
  REMQUO_HALVES(T, S, 4, 2)                                                                                            \
  REMQUO_HALVES(T, S, 8, 4)                                                                                            \
  REMQUO_HALVES(T, S, 16, 8)
#define REMQUO_HALVES(T, S, n, m)                                                                                      \
  MEM T##n remquo(T##n x, T##n y, S int##n *quotient) {                                                                \
    int##m a, b;                                                                                                       \
    T##n result = (T##n)(remquo(x.lo, y.lo, (__private int##m *)&a), remquo(x.hi, y.hi, (__private int##m *)&b));      \
    *quotient = (int##n)(a, b);                                                                                        \
    return result;                                                                                                     \
  }
#define REMQUO_SPACES(T) REMQUO(T, __private) REMQUO(T, __global) REMQUO(T, __local) REMQUO(T, __generic)
REMQUO_SPACES(float)
REMQUO_SPACES(double)
REMQUO_SPACES(half)
