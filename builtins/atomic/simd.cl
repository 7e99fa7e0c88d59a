#include "Common.clh"
// cl_lanecl_simd_atomics: the operations of the atomic message that SPIR-V has no instruction for. Relaxed, visible to
// the device.
#define DEVICE 1
#define RELAXED 0
#define PREDEC(T, suffix, S, space)                                                                                    \
  T CAT(predec_##T, space)(volatile S T *, T, T, bool, int, int) __asm__("lanecl.atomic.predec." suffix "." #space);   \
  MEM T atomic_predec(volatile S T *p) { return CAT(predec_##T, space)(p, 0, 0, true, DEVICE, RELAXED); }
#define FCMPWR(T, suffix, S, space)                                                                                    \
  T CAT(fcmpwr_##T, space)(volatile S T *, T, T, bool, int, int) __asm__("lanecl.atomic.fcmpwr." suffix "." #space);   \
  MEM T atomic_fcmpwr(volatile S T *p, T compare, T value) {                                                           \
    return CAT(fcmpwr_##T, space)(p, compare, value, true, DEVICE, RELAXED);                                           \
  }
#define SPACES(M, T, suffix) M(T, suffix, __global, p1) M(T, suffix, __local, p3) M(T, suffix, __generic, p4)
SPACES(PREDEC, short, "i16")
SPACES(PREDEC, ushort, "i16")
SPACES(PREDEC, int, "i32")
SPACES(PREDEC, uint, "i32")
SPACES(PREDEC, long, "i64")
SPACES(PREDEC, ulong, "i64")
SPACES(FCMPWR, half, "f16")
SPACES(FCMPWR, float, "f32")
SPACES(FCMPWR, double, "f64")
