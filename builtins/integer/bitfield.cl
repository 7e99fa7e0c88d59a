#include "Common.clh"
// cl_khr_extended_bit_ops. count == 0 is an empty field; a count up to the width of the type must not become a shift by
// the width: fields are made by two shifts, the second one by at most the width less one.
#define BITFIELD_(T, S, U, n)                                                                                          \
  PURE T##n bit_reverse(T##n x) { return __builtin_elementwise_bitreverse(x); }                                        \
  PURE T##n bitfield_insert(T##n base, T##n insert, uint offset, uint count) {                                         \
    U mask = count == 0 ? (U)0 : (U)((U)((U) - 1 >> (8 * sizeof(U) - count)) << (offset & (8 * sizeof(U) - 1)));       \
    U##n field = __builtin_astype(insert, U##n) << (U)(offset & (8 * sizeof(U) - 1));                                  \
    return __builtin_astype((U##n)((__builtin_astype(base, U##n) & (U)~mask) | (field & mask)), T##n);                 \
  }                                                                                                                    \
  PURE S##n bitfield_extract_signed(T##n base, uint offset, uint count) {                                              \
    uint unused = 8 * sizeof(U) - count;                                                                               \
    U##n top = __builtin_astype(base, U##n) << (U)((unused - offset) & (8 * sizeof(U) - 1));                           \
    S##n field = __builtin_astype(top, S##n) >> (S)(unused & (8 * sizeof(U) - 1));                                     \
    return count == 0 ? (S##n)(S)0 : field;                                                                            \
  }                                                                                                                    \
  PURE U##n bitfield_extract_unsigned(T##n base, uint offset, uint count) {                                            \
    U mask = count == 0 ? (U)0 : (U)((U) - 1 >> (8 * sizeof(U) - count));                                              \
    return (__builtin_astype(base, U##n) >> (U)(offset & (8 * sizeof(U) - 1))) & mask;                                 \
  }
#define BITFIELDS(S, U)                                                                                                \
  BITFIELD_(S, S, U, )                                                                                                 \
  BITFIELD_(S, S, U, 2)                                                                                                \
  BITFIELD_(S, S, U, 3)                                                                                                \
  BITFIELD_(S, S, U, 4)                                                                                                \
  BITFIELD_(S, S, U, 8)                                                                                                \
  BITFIELD_(S, S, U, 16)                                                                                               \
  BITFIELD_(U, S, U, )                                                                                                 \
  BITFIELD_(U, S, U, 2)                                                                                                \
  BITFIELD_(U, S, U, 3)                                                                                                \
  BITFIELD_(U, S, U, 4)                                                                                                \
  BITFIELD_(U, S, U, 8)                                                                                                \
  BITFIELD_(U, S, U, 16)
BITFIELDS(char, uchar)
BITFIELDS(short, ushort)
BITFIELDS(int, uint)
BITFIELDS(long, ulong)
