// What Clang's fast built-in declarations lack. Every compile reads it, so the long parts are there only for programs
// whose text may need them (LANECL_NEEDS_..., Clang.cpp).
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
#undef LANECL_NEEDS_KERNEL_CLOCK
#undef LANECL_NEEDS_EXTENDED_COPIES
