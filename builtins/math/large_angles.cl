// Sine, cosine and tangent of large numbers, infinities and NaNs.
#include "math/Trig.clh"
#include "math/TwoOverPi.clh"

// Large arguments: `quarters` (units of 2^-62 quarter turns; `low`: 64 more bits) less its multiple of 2^(64 - shift),
// as an angle. A NaN for infinities.
HELPER float angleOf(float size, ulong quarters, ulong low, uint shift) {
  float rest = (float)(long)(quarters << shift) * powerOf2f(-62 - (int)shift);
  return nearlyFused(rest, -0x1.777a5cp-25f, rest * 0x1.921fb6p0f) + (size - size);
}
HELPER double angleOf(double size, ulong quarters, ulong low, uint shift) {
  long upper = (long)((quarters << shift) | (low >> (64 - shift)));
  double rest = ((double)upper + (double)(low << shift) * 0x1p-64) * powerOf2(-62 - (int)shift);
  return nearlyFused(rest, 0x1.1a62633145c07p-54, rest * 0x1.921fb54442d18p0) + (size - size);
}
static inline __attribute__((overloadable, always_inline)) ulong quarterTurns(float size, __private ulong *low) {
  *low = 0;
  return quarterTurns(size);
}

#define LARGE_ANGLES(T, U)                                                                                             \
  static inline __attribute__((overloadable, always_inline)) T largeSine(T x, ulong shift, U sign) {                   \
    T size = absolute(x);                                                                                              \
    ulong low, quarters = quarterTurns(size, &low) + shift;                                                            \
    T r = angleOf(size, quarters, low, 1);                                                                             \
    U odd = (U)((quarters + (1ul << 62)) >> (64 - 8 * sizeof(T)));                                                     \
    return flipSign(sinePolynomial(flipSign(r, odd)), sign);                                                                    \
  }                                                                                                                    \
  LARGE T __lanecl_large_sin(T x) { return largeSine(x, 0, bits(x)); }                                                 \
  LARGE T __lanecl_large_cos(T x) { return largeSine(x, 1ul << 62, 0); }                                               \
  LARGE T __lanecl_large_tan(T x) {                                                                                    \
    T size = absolute(x);                                                                                              \
    ulong low, quarters = quarterTurns(size, &low);                                                                    \
    T r = angleOf(size, quarters, low, 2);                                                                             \
    bool odd = ((quarters + (1ul << 61)) >> 62) & 1;                                                                   \
    return flipSign(tangentOf(r, odd), bits(x));                                                                       \
  }
LARGE_ANGLES(float, uint)
LARGE_ANGLES(double, ulong)
