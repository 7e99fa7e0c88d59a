#include "math/Power.clh"
PURE float pown(float x, int n) {
  float result = sizeOfPower(x, n);
  result = n & 1 ? withSign(result, x) : result;
  return n == 0 ? 1.0f : result;
}
PURE double pow(double, double);
PURE double pown(double x, int n) { return pow(x, (double)n); }
PURE half pown(half x, int n) { return (half)pown((float)x, n); }
MAP2(float, pown, float, int)
MAP2(double, pown, double, int)
MAP2(half, pown, half, int)
