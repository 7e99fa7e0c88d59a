#include "math/Native.clh"
#include "math/Pointers.clh"
// What native_sin and native_cos (half_sin, half_cos) of the same angle become (compiler/transform/prepare/PairSines).
PARTS float __lanecl_native_sincosParts(float x, __private float *cosine) {
  uint quarters;
  // Rounding of large multiples leaves a little more than pi/4.
  float r = limited(remainderByHalfPi(absolute(x), &quarters), -0.8f, 0.8f);
  float near = quarterSine(r), far = quarterCosine(r);
  *cosine = flipSign(quarters & 1 ? near : far, (quarters + 1) << 30);
  return flipSign(quarters & 1 ? far : near, (quarters << 30) ^ bits(x));
}
SECOND_RESULT(__lanecl_native_sincos, float, float, __private)
