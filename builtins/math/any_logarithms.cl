// Logarithms of any numbers, for the forms that are quick with ordinary ones.
#include "math/Log.clh"
#define ANY_LOGARITHM(name, T)                                                                                         \
  RARE T __lanecl_any_##name(T x) {                                                                                    \
    T f, e = logSplit(x, &f);                                                                                          \
    return mendLog(x, name##Sum(e, f));                                                                                \
  }
// log1p: of numbers from 2^63, those below -1, infinities and NaNs. acosh and asinh of large numbers are log(2x).
#define ANY_LOGARITHMS(T)                                                                                              \
  ANY_LOGARITHM(log, T)                                                                                                \
  ANY_LOGARITHM(log2, T)                                                                                               \
  ANY_LOGARITHM(log10, T)                                                                                              \
  RARE T __lanecl_any_log1p(T x) {                                                                                     \
    T result = log1Plus(x, (T)0);                                                                                      \
    result = x < (T)__builtin_inf() ? result : x;                                                                      \
    return x < (T) - 1 ? (T)__builtin_nan("") : x == (T) - 1 ? -(T)__builtin_inf() : result;                           \
  }                                                                                                                    \
  RARE T __lanecl_any_acosh(T x) {                                                                                     \
    T result = x < (T)__builtin_inf() ? log1Plus(x, (T)1) : x;                                                         \
    return x < (T)1 ? (T)__builtin_nan("") : result;                                                                   \
  }                                                                                                                    \
  RARE T __lanecl_any_asinh(T x) {                                                                                     \
    T a = absolute(x);                                                                                                 \
    return withSign(a < (T)__builtin_inf() ? log1Plus(a, (T)1) : a, x);                                                \
  }
ANY_LOGARITHMS(float)
ANY_LOGARITHMS(double)
