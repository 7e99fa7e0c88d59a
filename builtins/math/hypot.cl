#include "math/Machine.clh"
#include "math/Math.clh"
// Scaled so that no square overflows or vanishes; an infinite side counts even beside a NaN.
#define HYPOT(T, large, down, up, small, upScale, downScale)                                                           \
  PURE T hypot(T x, T y) {                                                                                             \
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
#ifdef LANECL_AVX512
// As above, always to the binade of the larger side, and the root by an estimate: the machine's takes longer than all
// of this. With E the exponent's bits of the larger side: 2^(1 - e) and 2^(e - 1) are normal from e = -1021 on.
PURE double hypot(double x, double y) {
  double most = machineLarger(x, y), side = most < 0x1p-1021 ? 0x1p-1021 : most;
  ulong exponent = bits(side) & 0x7ff0000000000000ul;
  double scale = asDouble(0x7ff0000000000000ul - exponent), back = asDouble(exponent - 0x0010000000000000ul);
  double p = x * scale, q = y * scale, square = mulAdd(p, p, q * q);
  square = square < 0x1p-200 ? 0x1p-200 : square;
  double inverse = machineInverseRoot(square), root = square * inverse, half_ = 0.5 * inverse;
  double error = fused(-root, half_, 0.5);
  root = fused(root, error, root), half_ = fused(half_, error, half_);
  root = fused(fused(-root, root, square), half_, root);
  return most == INFINITY_D ? most : root * back;
}
#else
HYPOT(double, 0x1p500, 0x1p-540, 0x1p540, 0x1p-500, 0x1p600, 0x1p-600)
#endif
FORMS2(hypot)
