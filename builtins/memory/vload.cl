#include "memory/Spaces.clh"
// vloadn and vstoren: n elements at p + offset * n, aligned to one element.
#define UNALIGNED(T, n) typedef T##n T##n##_at_element __attribute__((aligned(sizeof(T))));
#define LOAD(T, S)                                                                                                     \
  MEM T##2 vload2(size_t offset, const S T *p) { return *(const S T##2_at_element *)(p + offset * 2); }                \
  MEM T##4 vload4(size_t offset, const S T *p) { return *(const S T##4_at_element *)(p + offset * 4); }                \
  MEM T##8 vload8(size_t offset, const S T *p) { return *(const S T##8_at_element *)(p + offset * 8); }                \
  MEM T##16 vload16(size_t offset, const S T *p) { return *(const S T##16_at_element *)(p + offset * 16); }            \
  MEM T##3 vload3(size_t offset, const S T *p) {                                                                       \
    p += offset * 3;                                                                                                   \
    return (T##3)(p[0], p[1], p[2]);                                                                                   \
  }
#define STORE(T, S)                                                                                                    \
  MEM void vstore2(T##2 v, size_t offset, S T *p) { *(S T##2_at_element *)(p + offset * 2) = v; }                      \
  MEM void vstore4(T##4 v, size_t offset, S T *p) { *(S T##4_at_element *)(p + offset * 4) = v; }                      \
  MEM void vstore8(T##8 v, size_t offset, S T *p) { *(S T##8_at_element *)(p + offset * 8) = v; }                      \
  MEM void vstore16(T##16 v, size_t offset, S T *p) { *(S T##16_at_element *)(p + offset * 16) = v; }                  \
  MEM void vstore3(T##3 v, size_t offset, S T *p) {                                                                    \
    p += offset * 3;                                                                                                   \
    p[0] = v.x;                                                                                                        \
    p[1] = v.y;                                                                                                        \
    p[2] = v.z;                                                                                                        \
  }
#define ALL_SPACES(T)                                                                                                  \
  VECTORS(UNALIGNED, T)                                                                                                \
  READ_SPACES(LOAD, T)                                                                                                 \
  WRITE_SPACES(STORE, T)
ALL_SPACES(char)
ALL_SPACES(uchar)
ALL_SPACES(short)
ALL_SPACES(ushort)
ALL_SPACES(int)
ALL_SPACES(uint)
ALL_SPACES(long)
ALL_SPACES(ulong)
ALL_SPACES(half)
ALL_SPACES(float)
ALL_SPACES(double)
