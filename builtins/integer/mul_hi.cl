#include "Common.clh"
// Up to 32 bits: the upper half of a product in the type twice as wide.
#define MUL_HI_(T, W, n)                                                                                               \
  PURE T##n mul_hi(T##n a, T##n b) { return CAST(T, n, (CAST(W, n, a) * CAST(W, n, b)) >> (W)(8 * sizeof(T))); }
#define MUL_HI_OF(T, W, n) MUL_HI_(T, W, n)
#define MUL_HI(T, n) MUL_HI_OF(T, WIDE_OF(T), n)
WIDTHS(MUL_HI, char)
WIDTHS(MUL_HI, uchar)
WIDTHS(MUL_HI, short)
WIDTHS(MUL_HI, ushort)
WIDTHS(MUL_HI, int)
WIDTHS(MUL_HI, uint)

// 64 bits: four 32 x 32 products. The signed product differs from the unsigned by a correction for each negative sign.
#define MUL_HI_64(n)                                                                                                   \
  PURE ulong##n mul_hi(ulong##n a, ulong##n b) {                                                                       \
    ulong##n aLow = a & 0xfffffffful, aHigh = a >> 32ul, bLow = b & 0xfffffffful, bHigh = b >> 32ul;                   \
    ulong##n cross = aHigh * bLow + ((aLow * bLow) >> 32ul);                                                           \
    ulong##n middle = aLow * bHigh + (cross & 0xfffffffful);                                                           \
    return aHigh * bHigh + (cross >> 32ul) + (middle >> 32ul);                                                         \
  }                                                                                                                    \
  PURE long##n mul_hi(long##n a, long##n b) {                                                                          \
    ulong##n high = mul_hi(__builtin_astype(a, ulong##n), __builtin_astype(b, ulong##n));                              \
    return __builtin_astype(high, long##n) - ((a >> 63l) & b) - ((b >> 63l) & a);                                      \
  }
MUL_HI_64()
MUL_HI_64(2)
MUL_HI_64(3)
MUL_HI_64(4)
MUL_HI_64(8)
MUL_HI_64(16)

#define MAD_HI(T, n)                                                                                                   \
  PURE T##n mad_hi(T##n a, T##n b, T##n c) { return mul_hi(a, b) + c; }
INTS(MAD_HI)
