#include "math/QuickPower.clh"
PURE float pown(float x, int n) { return pownOf(x, n); }
PURE double pown(double x, int n) { return pownOf(x, n); }
PURE half pown(half x, int n) { return (half)pown((float)x, n); }
MAP2(float, pown, float, int)
MAP2(double, pown, double, int)
MAP2(half, pown, half, int)
