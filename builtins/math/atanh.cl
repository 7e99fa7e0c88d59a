#include "math/Log.clh"
#ifdef LANECL_AVX512
// With n = 1 + a, d = 1 - a and a k for which n / (2^k d) is near 1: atanh(a) = k ln2 / 2 + atanh(s),
// s = (2^-k n - d) / (2^-k n + d). The numerator is (2^-k - 1) + a (2^-k + 1) too, and only that keeps the digits of
// small a; but where 2^-k vanishes beside 1 the first form does.
HELPER float atanhRest(float s, float k) {
  float square = s * s, p = POLY3(square, 0x1.55555cp-2f, 0x1.997b48p-3f, 0x1.2f07b8p-3f);
  return mulAdd(s * square, p, k * (0.5f * LN2_LOW_F));
}
HELPER double atanhRest(double s, double k) {
  double square = s * s;
  double p = POLY7(square, 0x1.5555555555558p-2, 0x1.99999999950acp-3, 0x1.2492492e40e65p-3, 0x1.c71c62782f535p-4,
                   0x1.7462d4c41859bp-4, 0x1.39fa25d9d549fp-4, 0x1.2b8ce8b475087p-4);
  return mulAdd(s * square, p, k * (0.5 * LN2_LOW_D));
}
#define ATANH(T, ln2, far)                                                                                             \
  PURE T atanh(T x) {                                                                                                  \
    T a = absolute(x), n = (T)1 + a, d = (T)1 - a;                                                                     \
    T k = machineExponent(n * (machineInverse(d) * (T)0x1.6a09e6p0)), scale = machineScale((T)1, -k);                  \
    T top = k > far ? fused(n, scale, -d) : fused(a, scale + (T)1, scale - (T)1), s = top / fused(n, scale, d);        \
    T result = mulAdd(k, (T)0.5 * ln2, atanhRest(s, k) + s);                                                           \
    result = a == (T)1 ? (T)__builtin_inf() : a < (T)1 ? result : (T)__builtin_nan("");                                \
    return withSign(result, x);                                                                                        \
  }
ATANH(float, LN2_HIGH_F, 16.0f)
ATANH(double, LN2_HIGH_D, 40.0)
#else
#define ATANH(T, tiny)                                                                                                 \
  PURE T atanh(T x) {                                                                                                  \
    T a = absolute(x), result = (T)0.5 * log1Plus((T)2 * a / ((T)1 - a), (T)0);                                        \
    result = a < tiny ? a : result;                                                                                    \
    result = a == (T)1 ? (T)__builtin_inf() : a < (T)1 ? result : (T)__builtin_nan("");                                \
    return withSign(result, x);                                                                                        \
  }
ATANH(float, 0x1p-12f)
ATANH(double, 0x1p-27)
#endif
FORMS1(atanh)
