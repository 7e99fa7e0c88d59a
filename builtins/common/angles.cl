#include "Common.clh"
#define ANGLES(T, n)                                                                                                   \
  PURE T##n degrees(T##n x) { return x * (T)57.295779513082320876798154814105; }                                       \
  PURE T##n radians(T##n x) { return x * (T)0.017453292519943295769236907684886; }
WIDTHS(ANGLES, float)
WIDTHS(ANGLES, double)
// In half precision the rounded factor alone would cost the accuracy of small results.
#define ANGLES_HALF(T, n)                                                                                              \
  PURE half##n degrees(half##n x) { return CAST(half, n, CAST(float, n, x) * 57.2957795131f); }                        \
  PURE half##n radians(half##n x) { return CAST(half, n, CAST(float, n, x) * 0.0174532925199f); }
WIDTHS(ANGLES_HALF, )
