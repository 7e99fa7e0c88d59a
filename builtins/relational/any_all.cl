#include "Common.clh"
// The most significant bit of any, of every component: OR, AND, then the sign.
#define ANY_ALL(T)                                                                                                     \
  PURE int any(T x) { return x < 0; }                                                                                  \
  PURE int all(T x) { return x < 0; }                                                                                  \
  PURE int any(T##2 x) { return (x.x | x.y) < 0; }                                                                     \
  PURE int all(T##2 x) { return (x.x & x.y) < 0; }                                                                     \
  PURE int any(T##3 x) { return (x.x | x.y | x.z) < 0; }                                                               \
  PURE int all(T##3 x) { return (x.x & x.y & x.z) < 0; }                                                               \
  PURE int any(T##4 x) { return any(x.lo | x.hi); }                                                                    \
  PURE int all(T##4 x) { return all(x.lo & x.hi); }                                                                    \
  PURE int any(T##8 x) { return any(x.lo | x.hi); }                                                                    \
  PURE int all(T##8 x) { return all(x.lo & x.hi); }                                                                    \
  PURE int any(T##16 x) { return any(x.lo | x.hi); }                                                                   \
  PURE int all(T##16 x) { return all(x.lo & x.hi); }
ANY_ALL(char)
ANY_ALL(short)
ANY_ALL(int)
ANY_ALL(long)
