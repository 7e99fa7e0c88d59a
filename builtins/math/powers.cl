#include "math/Math.clh"
PURE double pow(double, double);
PURE double pown(double x, int n) { return pow(x, (double)n); }
PURE float pown(float x, int n) { return (float)pow((double)x, (double)n); }
PURE half pown(half x, int n) { return (half)pown((float)x, n); }
PURE double powr(double x, double y) {
  double result = pow(x, y);
  bool undefined = x < 0 || (x == 0 && y == 0) || (absolute(x) == INFINITY_D && y == 0) ||
                   (x == 1 && absolute(y) == INFINITY_D) || x != x || y != y;
  return undefined ? NAN_D : x == 0 ? absolute(result) : result;
}
PURE float powr(float x, float y) { return (float)powr((double)x, (double)y); }
PURE double rootn(double x, int n) {
  double size = pow(absolute(x), 1.0 / n);
  size = n & 1 ? withSign(size, x) : size;
  return n == 0 || (x < 0 && !(n & 1)) ? NAN_D : size;
}
PURE float rootn(float x, int n) { return (float)rootn((double)x, n); }
PURE half rootn(half x, int n) { return (half)rootn((float)x, n); }
MAP2(float, pown, float, int)
MAP2(double, pown, double, int)
MAP2(half, pown, half, int)
MAP2(float, rootn, float, int)
MAP2(double, rootn, double, int)
MAP2(half, rootn, half, int)
FORMS2(powr)
