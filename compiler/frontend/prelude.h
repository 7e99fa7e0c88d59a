// What Clang's fast built-in declarations lack. Every compile reads it, so the long parts are there only for programs
// whose text may need them (LANECL_NEEDS_..., Clang.cpp).
// Clang's header has but the shorter names of these.
#ifdef __opencl_c_ext_image_unsigned_10x6_12x4_14x2
#define CLK_UNORM_INT10X6_EXT 0x10E1
#define CLK_UNORM_INT12X4_EXT 0x10E9
#define CLK_UNORM_INT14X2_EXT 0x10EA
#endif

#if defined(LANECL_NEEDS_EXTENDED_COPIES) && defined(cl_khr_extended_async_copies)
#define __lanecl_copies(to, from)                                                                                      \
  event_t __attribute__((overloadable, convergent)) async_work_group_copy_2D2D(                                        \
      to void *, size_t, const from void *, size_t, size_t, size_t, size_t, size_t, size_t, event_t);                  \
  event_t __attribute__((overloadable, convergent)) async_work_group_copy_3D3D(                                        \
      to void *, size_t, const from void *, size_t, size_t, size_t, size_t, size_t, size_t, size_t, size_t, size_t,    \
      event_t);
__lanecl_copies(__local, __global)
__lanecl_copies(__global, __local)
#undef __lanecl_copies
#endif

#if defined(LANECL_NEEDS_KERNEL_CLOCK) && defined(cl_khr_kernel_clock)
#define __lanecl_clock(scope)                                                                                          \
  ulong __attribute__((overloadable)) clock_read_##scope(void);                                                        \
  uint2 __attribute__((overloadable)) clock_read_hilo_##scope(void);
__lanecl_clock(device)
__lanecl_clock(work_group)
__lanecl_clock(sub_group)
#undef __lanecl_clock
#endif
// The overloads of Clang's own declarations, too: it does not look for those once it has found others.
#if defined(LANECL_NEEDS_SIMD_ATOMICS) && defined(cl_lanecl_simd_atomics)
#define __lanecl_update(name, type, space)                                                                             \
  type __attribute__((overloadable)) atomic_##name(volatile space type *, type);
#define __lanecl_exchange(type, space)                                                                                 \
  __lanecl_update(add, type, space) __lanecl_update(sub, type, space) __lanecl_update(xchg, type, space)               \
  __lanecl_update(min, type, space) __lanecl_update(max, type, space)
#define __lanecl_predec(type, space)                                                                                   \
  type __attribute__((overloadable)) atomic_predec(volatile space type *);
#define __lanecl_integer(type, space)                                                                                  \
  __lanecl_exchange(type, space) __lanecl_update(and, type, space) __lanecl_update(or, type, space)                    \
  __lanecl_update(xor, type, space) __lanecl_predec(type, space)                                                       \
  type __attribute__((overloadable)) atomic_inc(volatile space type *);                                                \
  type __attribute__((overloadable)) atomic_dec(volatile space type *);                                                \
  type __attribute__((overloadable)) atomic_cmpxchg(volatile space type *, type, type);
#define __lanecl_fcmpwr(type, space)                                                                                   \
  type __attribute__((overloadable)) atomic_fcmpwr(volatile space type *, type, type);
#ifdef cl_khr_fp16
#define __lanecl_halves(space) __lanecl_exchange(half, space) __lanecl_fcmpwr(half, space)
#else
#define __lanecl_halves(space)
#endif
#ifdef cl_khr_fp64
#define __lanecl_doubles(space) __lanecl_fcmpwr(double, space)
#else
#define __lanecl_doubles(space)
#endif
#define __lanecl_atomics(space)                                                                                        \
  __lanecl_integer(short, space) __lanecl_integer(ushort, space) __lanecl_integer(int, space)                          \
  __lanecl_integer(uint, space) __lanecl_predec(long, space) __lanecl_predec(ulong, space)                             \
  __lanecl_update(xchg, float, space) __lanecl_fcmpwr(float, space) __lanecl_halves(space) __lanecl_doubles(space)
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif
__lanecl_atomics(__global)
__lanecl_atomics(__local)
#if __OPENCL_C_VERSION__ >= 300 && defined(__opencl_c_generic_address_space)
__lanecl_atomics(__generic)
#endif
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
#endif
#undef __lanecl_atomics
#undef __lanecl_doubles
#undef __lanecl_halves
#undef __lanecl_fcmpwr
#undef __lanecl_integer
#undef __lanecl_predec
#undef __lanecl_exchange
#undef __lanecl_update
#endif
// In OpenCL C Clang gives its own the type bool, and makes broken code of it. A promise need not be kept.
#ifdef LANECL_NEEDS_ASSUME_ALIGNED
#define __lanecl_assume(space)                                                                                         \
  static __attribute__((overloadable, always_inline)) space void *__lanecl_assume_aligned(const space void *pointer) { \
    return (space void *)pointer;                                                                                      \
  }
__lanecl_assume(__global)
__lanecl_assume(__local)
__lanecl_assume(__private)
#if __OPENCL_C_VERSION__ >= 200 && defined(__opencl_c_generic_address_space)
__lanecl_assume(__generic)
#endif
static __attribute__((overloadable, always_inline)) __constant void *__lanecl_assume_aligned(__constant void *pointer) {
  return pointer;
}
#undef __lanecl_assume
#define __builtin_assume_aligned(pointer, ...) __lanecl_assume_aligned(pointer)
#endif
#undef LANECL_NEEDS_ASSUME_ALIGNED
#undef LANECL_NEEDS_SIMD_ATOMICS
#undef LANECL_NEEDS_KERNEL_CLOCK
#undef LANECL_NEEDS_EXTENDED_COPIES
