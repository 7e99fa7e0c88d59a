#include "Common.clh"
// R: result, H: type of the high half, L: the unsigned type of the low half, U: R unsigned.
#define UPSAMPLE(R, U, H, L, n)                                                                                        \
  PURE R##n upsample(H##n high, L##n low) {                                                                            \
    U##n wide = CAST(U, n, __builtin_astype(high, L##n)) << (U)(8 * sizeof(L));                                        \
    return __builtin_astype((U##n)(wide | CAST(U, n, low)), R##n);                                                     \
  }
#define UPSAMPLES(T, n)                                                                                                \
  UPSAMPLE(short, ushort, char, uchar, n)                                                                              \
  UPSAMPLE(ushort, ushort, uchar, uchar, n)                                                                            \
  UPSAMPLE(int, uint, short, ushort, n)                                                                                \
  UPSAMPLE(uint, uint, ushort, ushort, n)                                                                              \
  UPSAMPLE(long, ulong, int, uint, n)                                                                                  \
  UPSAMPLE(ulong, ulong, uint, uint, n)
WIDTHS(UPSAMPLES, )
