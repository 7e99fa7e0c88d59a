#include "Common.clh"
// Up to 32 bits: exact in the type twice as wide, then clamped. -2^31 * -2^31 + c stays below 2^63.
#define MAD_SAT_(T, W, n)                                                                                              \
  PURE T##n mad_sat(T##n a, T##n b, T##n c) {                                                                          \
    W##n exact = CAST(W, n, a) * CAST(W, n, b) + CAST(W, n, c);                                                        \
    exact = __builtin_elementwise_max(exact, (W##n)(W)MIN_##T);                                                        \
    return CAST(T, n, __builtin_elementwise_min(exact, (W##n)(W)MAX_##T));                                             \
  }
#define MAD_SAT_OF(T, W, n) MAD_SAT_(T, W, n)
#define MAD_SAT(T, n) MAD_SAT_OF(T, WIDE_OF(T), n)
WIDTHS(MAD_SAT, char)
WIDTHS(MAD_SAT, uchar)
WIDTHS(MAD_SAT, short)
WIDTHS(MAD_SAT, ushort)
WIDTHS(MAD_SAT, int)
WIDTHS(MAD_SAT, uint)

PURE long mul_hi(long, long);
PURE ulong mul_hi(ulong, ulong);

PURE ulong mad_sat(ulong a, ulong b, ulong c) {
  ulong sum = a * b + c;
  return mul_hi(a, b) != 0 || sum < c ? ~0ul : sum;
}

// The 128-bit sum (high, low) fits when high is the sign extension of low.
PURE long mad_sat(long a, long b, long c) {
  ulong low = (ulong)a * (ulong)b, sum = low + (ulong)c;
  long high = (long)((ulong)mul_hi(a, b) + (ulong)(c >> 63) + (sum < low));
  return high == ((long)sum >> 63) ? (long)sum : high < 0 ? MIN_long : MAX_long;
}
MAP3(long, mad_sat, long, long, long)
MAP3(ulong, mad_sat, ulong, ulong, ulong)
