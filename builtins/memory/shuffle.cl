#include "Common.clh"
// shuffle, shuffle2: each component of the mask picks one element; only its low bits count (OpenCL C 6.15.13).
// A choice among elements is a tree of selects: with many lanes no element has a variable place in a register.
#define PICKERS(T)                                                                                                     \
  HELPER T pick(T##2 v, uint i) { return i & 1 ? v.s1 : v.s0; }                                                        \
  HELPER T pick(T##4 v, uint i) { return i & 2 ? pick(v.hi, i) : pick(v.lo, i); }                                      \
  HELPER T pick(T##8 v, uint i) { return i & 4 ? pick(v.hi, i) : pick(v.lo, i); }                                      \
  HELPER T pick(T##16 v, uint i) { return i & 8 ? pick(v.hi, i) : pick(v.lo, i); }
#define SHUFFLES(T, U, m)                                                                                              \
  PURE T##2 shuffle(T##m v, U##2 i) { return (T##2)(pick(v, i.s0), pick(v, i.s1)); }                                   \
  PURE T##4 shuffle(T##m v, U##4 i) { return (T##4)(shuffle(v, i.lo), shuffle(v, i.hi)); }                             \
  PURE T##8 shuffle(T##m v, U##8 i) { return (T##8)(shuffle(v, i.lo), shuffle(v, i.hi)); }                             \
  PURE T##16 shuffle(T##m v, U##16 i) { return (T##16)(shuffle(v, i.lo), shuffle(v, i.hi)); }                          \
  HELPER T pick2(T##m a, T##m b, uint i) { return i & m ? pick(b, i) : pick(a, i); }                                   \
  PURE T##2 shuffle2(T##m a, T##m b, U##2 i) { return (T##2)(pick2(a, b, i.s0), pick2(a, b, i.s1)); }                  \
  PURE T##4 shuffle2(T##m a, T##m b, U##4 i) { return (T##4)(shuffle2(a, b, i.lo), shuffle2(a, b, i.hi)); }            \
  PURE T##8 shuffle2(T##m a, T##m b, U##8 i) { return (T##8)(shuffle2(a, b, i.lo), shuffle2(a, b, i.hi)); }            \
  PURE T##16 shuffle2(T##m a, T##m b, U##16 i) { return (T##16)(shuffle2(a, b, i.lo), shuffle2(a, b, i.hi)); }
#define SHUFFLE(T, U)                                                                                                  \
  PICKERS(T)                                                                                                           \
  SHUFFLES(T, U, 2)                                                                                                    \
  SHUFFLES(T, U, 4)                                                                                                    \
  SHUFFLES(T, U, 8)                                                                                                    \
  SHUFFLES(T, U, 16)
SHUFFLE(char, uchar)
SHUFFLE(uchar, uchar)
SHUFFLE(short, ushort)
SHUFFLE(ushort, ushort)
SHUFFLE(half, ushort)
SHUFFLE(int, uint)
SHUFFLE(uint, uint)
SHUFFLE(float, uint)
SHUFFLE(long, ulong)
SHUFFLE(ulong, ulong)
SHUFFLE(double, ulong)
