#include "convert/Rounding.clh"
#include "math/Machine.clh"
#include "math/Math.clh"
// Functions that LLVM has as intrinsics for every type.
#define INTRINSICS(T, n)                                                                                               \
  PURE T##n ceil(T##n x) { return __builtin_elementwise_ceil(x); }                                                     \
  PURE T##n floor(T##n x) { return __builtin_elementwise_floor(x); }                                                   \
  PURE T##n trunc(T##n x) { return __builtin_elementwise_trunc(x); }                                                   \
  PURE T##n rint(T##n x) { return __builtin_elementwise_rint(x); }                                                     \
  PURE T##n round(T##n x) { return __builtin_elementwise_round(x); }                                                   \
  PURE T##n fabs(T##n x) { return __builtin_elementwise_abs(x); }                                                      \
  PURE T##n sqrt(T##n x) { return __builtin_elementwise_sqrt(x); }                                                     \
  PURE T##n copysign(T##n x, T##n y) { return __builtin_elementwise_copysign(x, y); }                                  \
  PURE T##n fmin(T##n x, T##n y) { return __builtin_elementwise_minnum(x, y); }                                        \
  PURE T##n fmax(T##n x, T##n y) { return __builtin_elementwise_maxnum(x, y); }                                        \
  PURE T##n fdim(T##n x, T##n y) {                                                                                     \
    T##n zero = (T##n)(T)0;                                                                                            \
    return x > y ? x - y : x != x || y != y ? x + y : zero;                                                            \
  }                                                                                                                    \
  PURE T##n mad(T##n a, T##n b, T##n c) { _Pragma("clang fp contract(on)") return a * b + c; }
FLOATS(INTRINSICS)

#define FUSED(T, n)                                                                                                    \
  PURE T##n fma(T##n a, T##n b, T##n c) { return __builtin_elementwise_fma(a, b, c); }
WIDTHS(FUSED, float)
WIDTHS(FUSED, double)

#ifdef LANECL_AVX512
// Newton's steps from the machine's estimate, where neither root nor division waits. The first one is a NaN where the
// estimate is all there is to know: 0, infinity, negative numbers.
PURE float rsqrt(float x) {
  float y = machineInverseRoot(x), error = fused(-(x * y), y, 1.0f);
  return error == error ? fused(0.5f * y, error, y) : y;
}
PURE double rsqrt(double x) {
  double y = machineInverseRoot(x), error = fused(-(x * y), y, 1.0), better = fused(0.5 * y, error, y);
  double rest = fused(-(x * better), better, 1.0);
  return error == error ? fused(0.5 * better, rest, better) : y;
}
#else
PURE float rsqrt(float x) { return 1.0f / __builtin_elementwise_sqrt(x); }
PURE double rsqrt(double x) { return 1.0 / __builtin_elementwise_sqrt(x); }
#endif
MAP1(float, rsqrt, float)
MAP1(double, rsqrt, double)

// In double the product is exact; what is lost of the sum turns it to the odd neighbour, and the one rounding to half
// comes last.
PURE half fma(half a, half b, half c) {
  double product = (double)(float)a * (double)(float)b, term = (double)(float)c, sum = product + term;
  double part = sum - product, lost = (product - (sum - part)) + (term - part);
  ulong raw = bits(sum);
  ulong towards = (lost < 0) == (sum < 0) ? raw + 1 : raw - 1;
  return halfFrom(asDouble(lost != 0 && lost == lost && !(raw & 1) ? towards : raw), RoundNearest);
}
MAP3(half, fma, half, half, half)
PURE half rsqrt(half x) { return (half)(1.0f / __builtin_sqrtf((float)x)); }
MAP1(half, rsqrt, half)

#define SCALAR_LIMIT(T, n)                                                                                             \
  PURE T##n fmin(T##n x, T y) { return fmin(x, (T##n)y); }                                                             \
  PURE T##n fmax(T##n x, T y) { return fmax(x, (T##n)y); }
FLOAT_VECTORS(SCALAR_LIMIT)
