#include "math/Machine.clh"
#include "math/Math.clh"
// Scaled so that no square overflows or vanishes; an infinite side counts even beside a NaN.
#define HYPOT(T, large, down, up, small, upScale, downScale)                                                           \
  HELPER T scaledHypot(T x, T y) {                                                                                     \
    T a = absolute(x), b = absolute(y), most = a < b ? b : a;                                                          \
    T scale = most > large   ? down                                                                                    \
              : most < small ? upScale                                                                                 \
                             : 1,                                                                                      \
      back = most > large   ? up                                                                                       \
             : most < small ? downScale                                                                                \
                            : 1;                                                                                       \
    T p = a * scale, q = b * scale;                                                                                    \
    T result = __builtin_elementwise_sqrt(mulAdd(p, p, q * q)) * back;                                                 \
    return a == (T)__builtin_inf() || b == (T)__builtin_inf() ? (T)__builtin_inf() : result;                           \
  }
HYPOT(float, 0x1p60f, 0x1p-70f, 0x1p70f, 0x1p-60f, 0x1p90f, 0x1p-90f)
HYPOT(double, 0x1p500, 0x1p-540, 0x1p540, 0x1p-500, 0x1p600, 0x1p-600)
#ifdef LANECL_AVX512
// Roots by an estimate: the machine's take longer than all of this.
HELPER float estimatedRoot(float square) {
  float inverse = machineInverseRoot(square), root = square * inverse;
  return fused(fused(-root, root, square), 0.5f * inverse, root);
}
HELPER double estimatedRoot(double square) {
  double inverse = machineInverseRoot(square), half_ = 0.5 * inverse, root = square * inverse;
  double error = fused(-root, half_, 0.5);
  root = fused(root, error, root), half_ = fused(half_, error, half_);
  return fused(fused(-root, root, square), half_, root);
}
// Without scaling where the squares are of ordinary size.
#define QUICK_HYPOT(T, small, large)                                                                                   \
  PURE T hypot(T x, T y) {                                                                                             \
    T square = mulAdd(x, x, y * y), result = estimatedRoot(square);                                                    \
    if (!(square > small && square < large))                                                                           \
      result = scaledHypot(x, y);                                                                                      \
    return result;                                                                                                     \
  }
QUICK_HYPOT(float, 0x1p-90f, 0x1p120f)
QUICK_HYPOT(double, 0x1p-900, 0x1p1000)
#else
PURE float hypot(float x, float y) { return scaledHypot(x, y); }
PURE double hypot(double x, double y) { return scaledHypot(x, y); }
#endif
FORMS2(hypot)
