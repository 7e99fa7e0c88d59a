#include "Common.clh"
// OpenCL 1.x's atomic functions: relaxed order, visible to the device. atom_* are their older names, and the 64-bit
// ones.
#define RMW(T, S, prefix, name, builtin)                                                                               \
  MEM T prefix##name(volatile S T *p, T value) { return builtin((S T *)p, value, __ATOMIC_RELAXED); }
#define ATOMICS(T, S, prefix)                                                                                          \
  RMW(T, S, prefix, add, __atomic_fetch_add)                                                                           \
  RMW(T, S, prefix, sub, __atomic_fetch_sub)                                                                           \
  RMW(T, S, prefix, min, __atomic_fetch_min)                                                                           \
  RMW(T, S, prefix, max, __atomic_fetch_max)                                                                           \
  RMW(T, S, prefix, and, __atomic_fetch_and)                                                                           \
  RMW(T, S, prefix, or, __atomic_fetch_or)                                                                             \
  RMW(T, S, prefix, xor, __atomic_fetch_xor)                                                                           \
  RMW(T, S, prefix, xchg, __atomic_exchange_n)                                                                         \
  MEM T prefix##inc(volatile S T *p) { return __atomic_fetch_add((S T *)p, (T)1, __ATOMIC_RELAXED); }                  \
  MEM T prefix##dec(volatile S T *p) { return __atomic_fetch_sub((S T *)p, (T)1, __ATOMIC_RELAXED); }                  \
  MEM T prefix##cmpxchg(volatile S T *p, T expected, T desired) {                                                      \
    __atomic_compare_exchange_n((S T *)p, &expected, desired, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);              \
    return expected;                                                                                                   \
  }
#define SPACES(T, prefix) ATOMICS(T, __global, prefix) ATOMICS(T, __local, prefix) ATOMICS(T, __generic, prefix)
SPACES(int, atomic_)
SPACES(uint, atomic_)
SPACES(int, atom_)
SPACES(uint, atom_)
SPACES(long, atom_)
SPACES(ulong, atom_)

#define EXCHANGE_FLOAT(S)                                                                                              \
  MEM float atomic_xchg(volatile S float *p, float value) {                                                            \
    return asFloat(__atomic_exchange_n((S uint *)p, bits(value), __ATOMIC_RELAXED));                                   \
  }
EXCHANGE_FLOAT(__global)
EXCHANGE_FLOAT(__local)
EXCHANGE_FLOAT(__generic)
