#include "memory/Spaces.clh"
// vload_half*: elements aligned to 2 bytes; vloada_halfn: the vector aligned as a whole, three elements stored as four.
typedef half2 half2_packed __attribute__((aligned(2)));
typedef half4 half4_packed __attribute__((aligned(2)));
typedef half8 half8_packed __attribute__((aligned(2)));
typedef half16 half16_packed __attribute__((aligned(2)));
#define LOAD_WIDTH(S, n)                                                                                               \
  MEM float##n vload_half##n(size_t offset, const S half *p) {                                                         \
    return CAST(float, n, *(const S half##n##_packed *)(p + offset * n));                                              \
  }                                                                                                                    \
  MEM float##n vloada_half##n(size_t offset, const S half *p) {                                                        \
    return CAST(float, n, *(const S half##n *)(p + offset * n));                                                       \
  }
#define LOAD(T, S)                                                                                                     \
  MEM float vload_half(size_t offset, const S half *p) { return (float)p[offset]; }                                    \
  MEM float vloada_half(size_t offset, const S half *p) { return (float)p[offset]; }                                   \
  MEM float3 vload_half3(size_t offset, const S half *p) {                                                             \
    p += offset * 3;                                                                                                   \
    return (float3)((float)p[0], (float)p[1], (float)p[2]);                                                            \
  }                                                                                                                    \
  MEM float3 vloada_half3(size_t offset, const S half *p) {                                                            \
    return CAST(float, 3, *(const S half3 *)(p + offset * 4));                                                         \
  }                                                                                                                    \
  LOAD_WIDTH(S, 2)                                                                                                     \
  LOAD_WIDTH(S, 4)                                                                                                     \
  LOAD_WIDTH(S, 8)                                                                                                     \
  LOAD_WIDTH(S, 16)
READ_SPACES(LOAD, )
