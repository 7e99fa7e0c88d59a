#include "math/Power.clh"
PURE float rootn(float x, int n) {
  float result = sizeOfRoot(x, n);
  result = n & 1 ? withSign(result, x) : result;
  return n == 0 || (x < 0 && !(n & 1)) ? NAN_F : result;
}
PURE double pow(double, double);
// One Newton step mends what rounding 1 / n costs.
PURE double rootn(double x, int n) {
  double size = absolute(x), root = pow(size, 1.0 / n);
  double power = pow(root, (double)n), mended = root - root * ((power - size) / size) / n;
  bool usable = power > 0x1p-1000 && power < 0x1p1000 && size < INFINITY_D;
  double result = usable ? mended : root;
  result = n & 1 ? withSign(result, x) : result;
  return n == 0 || (x < 0 && !(n & 1)) ? NAN_D : result;
}
PURE half rootn(half x, int n) { return (half)rootn((float)x, n); }
MAP2(float, rootn, float, int)
MAP2(double, rootn, double, int)
MAP2(half, rootn, half, int)
