// Sub-groups and work-group arithmetic: what Clang's fast built-in declarations lack. Like prelude.h, and behind it.
#if defined(LANECL_NEEDS_INTEL_SUBGROUPS) && defined(cl_intel_subgroups)
#define __lanecl_io(name, type, space)                                                                                 \
  type __attribute__((overloadable, convergent)) intel_sub_group_block_read##name(const space type *);                 \
  type##2 __attribute__((overloadable, convergent)) intel_sub_group_block_read##name##2(const space type *);           \
  type##4 __attribute__((overloadable, convergent)) intel_sub_group_block_read##name##4(const space type *);           \
  type##8 __attribute__((overloadable, convergent)) intel_sub_group_block_read##name##8(const space type *);           \
  void __attribute__((overloadable, convergent)) intel_sub_group_block_write##name(space type *, type);                \
  void __attribute__((overloadable, convergent)) intel_sub_group_block_write##name##2(space type *, type##2);          \
  void __attribute__((overloadable, convergent)) intel_sub_group_block_write##name##4(space type *, type##4);          \
  void __attribute__((overloadable, convergent)) intel_sub_group_block_write##name##8(space type *, type##8);
#define __lanecl_io16(name, type, space)                                                                               \
  type##16 __attribute__((overloadable, convergent)) intel_sub_group_block_read##name##16(const space type *);         \
  void __attribute__((overloadable, convergent)) intel_sub_group_block_write##name##16(space type *, type##16);
#ifdef cl_intel_subgroup_local_block_io
#define __lanecl_io_spaces(kind, name, type) kind(name, type, __global) kind(name, type, __local)
#else
#define __lanecl_io_spaces(kind, name, type) kind(name, type, __global)
#endif
__lanecl_io_spaces(__lanecl_io, , uint)
__lanecl_io_spaces(__lanecl_io, _ui, uint)
#ifdef cl_intel_subgroups_char
__lanecl_io_spaces(__lanecl_io, _uc, uchar)
__lanecl_io_spaces(__lanecl_io16, _uc, uchar)
#endif
#ifdef cl_intel_subgroups_short
__lanecl_io_spaces(__lanecl_io, _us, ushort)
__lanecl_io_spaces(__lanecl_io16, _us, ushort)
#endif
#ifdef cl_intel_subgroups_long
__lanecl_io_spaces(__lanecl_io, _ul, ulong)
#endif
#ifdef __IMAGE_SUPPORT__
#define __lanecl_block_read(name, type, image)                                                                         \
  type __attribute__((overloadable, convergent)) intel_sub_group_block_read##name(image, int2);
#define __lanecl_block_write(name, type, image)                                                                        \
  void __attribute__((overloadable, convergent)) intel_sub_group_block_write##name(image, int2, type);
#define __lanecl_media_read(name, type, image)                                                                         \
  type __attribute__((overloadable, convergent)) intel_sub_group_media_block_read##name(int2, int, int, image);
#define __lanecl_media_write(name, type, image)                                                                        \
  void __attribute__((overloadable, convergent)) intel_sub_group_media_block_write##name(int2, int, int, type, image);
#ifdef __opencl_c_read_write_images
#define __lanecl_image_block(kind, name, type)                                                                         \
  __lanecl_##kind##_read(name, type, read_only image2d_t) __lanecl_##kind##_read(name, type, read_write image2d_t)     \
  __lanecl_##kind##_write(name, type, write_only image2d_t) __lanecl_##kind##_write(name, type, read_write image2d_t)
#else
#define __lanecl_image_block(kind, name, type)                                                                         \
  __lanecl_##kind##_read(name, type, read_only image2d_t) __lanecl_##kind##_write(name, type, write_only image2d_t)
#endif
#define __lanecl_image_io(kind, name, type)                                                                            \
  __lanecl_image_block(kind, name, type) __lanecl_image_block(kind, name##2, type##2)                                  \
  __lanecl_image_block(kind, name##4, type##4) __lanecl_image_block(kind, name##8, type##8)
__lanecl_image_io(block, , uint)
__lanecl_image_io(block, _ui, uint)
#ifdef cl_intel_subgroups_char
__lanecl_image_io(block, _uc, uchar)
__lanecl_image_block(block, _uc16, uchar16)
#endif
#ifdef cl_intel_subgroups_short
__lanecl_image_io(block, _us, ushort)
__lanecl_image_block(block, _us16, ushort16)
#endif
#ifdef cl_intel_subgroups_long
__lanecl_image_io(block, _ul, ulong)
#endif
#ifdef cl_intel_media_block_io
__lanecl_image_io(media, _uc, uchar)
__lanecl_image_block(media, _uc16, uchar16)
__lanecl_image_io(media, _us, ushort)
__lanecl_image_block(media, _us16, ushort16)
__lanecl_image_io(media, _ui, uint)
#endif
#undef __lanecl_image_io
#undef __lanecl_image_block
#undef __lanecl_block_read
#undef __lanecl_block_write
#undef __lanecl_media_read
#undef __lanecl_media_write
#endif
#define __lanecl_shuffles(type)                                                                                        \
  type __attribute__((overloadable, convergent)) intel_sub_group_shuffle(type, uint);                                  \
  type __attribute__((overloadable, convergent)) intel_sub_group_shuffle_xor(type, uint);                              \
  type __attribute__((overloadable, convergent)) intel_sub_group_shuffle_up(type, type, uint);                         \
  type __attribute__((overloadable, convergent)) intel_sub_group_shuffle_down(type, type, uint);
#define __lanecl_vector_shuffles(type)                                                                                 \
  __lanecl_shuffles(type) __lanecl_shuffles(type##2) __lanecl_shuffles(type##3) __lanecl_shuffles(type##4)             \
  __lanecl_shuffles(type##8) __lanecl_shuffles(type##16)
__lanecl_vector_shuffles(float)
__lanecl_vector_shuffles(int)
__lanecl_vector_shuffles(uint)
__lanecl_shuffles(long)
__lanecl_shuffles(ulong)
#ifdef cl_khr_fp64
__lanecl_shuffles(double)
#endif
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__lanecl_shuffles(half)
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
#endif
#ifdef cl_intel_subgroups_char
__lanecl_vector_shuffles(char)
__lanecl_vector_shuffles(uchar)
#endif
#ifdef cl_intel_subgroups_short
__lanecl_vector_shuffles(short)
__lanecl_vector_shuffles(ushort)
#endif
#undef __lanecl_shuffles
#undef __lanecl_vector_shuffles
// The reductions, scans and broadcasts of narrow types have names of their own.
#define __lanecl_groups(type)                                                                                          \
  type __attribute__((overloadable, convergent)) intel_sub_group_broadcast(type, uint);                                \
  __lanecl_group_operations(type, add) __lanecl_group_operations(type, min) __lanecl_group_operations(type, max)
#define __lanecl_group_operations(type, operation)                                                                     \
  type __attribute__((overloadable, convergent)) intel_sub_group_reduce_##operation(type);                             \
  type __attribute__((overloadable, convergent)) intel_sub_group_scan_exclusive_##operation(type);                     \
  type __attribute__((overloadable, convergent)) intel_sub_group_scan_inclusive_##operation(type);
#ifdef cl_intel_subgroups_char
__lanecl_groups(char)
__lanecl_groups(uchar)
#endif
#ifdef cl_intel_subgroups_short
__lanecl_groups(short)
__lanecl_groups(ushort)
#endif
#undef __lanecl_groups
#undef __lanecl_group_operations
#ifdef cl_intel_subgroup_buffer_prefetch
#define __lanecl_prefetch(name, type)                                                                                  \
  void __attribute__((overloadable, convergent)) intel_sub_group_block_prefetch##name(const __global type *);          \
  void __attribute__((overloadable, convergent)) intel_sub_group_block_prefetch##name##2(const __global type *);       \
  void __attribute__((overloadable, convergent)) intel_sub_group_block_prefetch##name##4(const __global type *);       \
  void __attribute__((overloadable, convergent)) intel_sub_group_block_prefetch##name##8(const __global type *);
#define __lanecl_prefetch16(name, type)                                                                                \
  __lanecl_prefetch(name, type)                                                                                        \
  void __attribute__((overloadable, convergent)) intel_sub_group_block_prefetch##name##16(const __global type *);
__lanecl_prefetch16(_uc, uchar)
__lanecl_prefetch16(_us, ushort)
__lanecl_prefetch(_ui, uint)
__lanecl_prefetch(_ul, ulong)
#undef __lanecl_prefetch
#undef __lanecl_prefetch16
#endif
#undef __lanecl_io
#undef __lanecl_io16
#undef __lanecl_io_spaces
#endif

#if defined(LANECL_NEEDS_WORK_GROUP_ARITHMETIC) && defined(cl_khr_work_group_uniform_arithmetic)
#define __lanecl_group(type, operation)                                                                                \
  type __attribute__((overloadable, convergent)) work_group_reduce_##operation(type);                                  \
  type __attribute__((overloadable, convergent)) work_group_scan_exclusive_##operation(type);                          \
  type __attribute__((overloadable, convergent)) work_group_scan_inclusive_##operation(type);
#define __lanecl_group_integer(type)                                                                                   \
  __lanecl_group(type, mul) __lanecl_group(type, and) __lanecl_group(type, or) __lanecl_group(type, xor)
__lanecl_group_integer(int)
__lanecl_group_integer(uint)
__lanecl_group_integer(long)
__lanecl_group_integer(ulong)
__lanecl_group(int, logical_and)
__lanecl_group(int, logical_or)
__lanecl_group(int, logical_xor)
__lanecl_group(float, mul)
#ifdef cl_khr_fp64
__lanecl_group(double, mul)
#endif
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__lanecl_group(half, mul)
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
#endif
#undef __lanecl_group
#undef __lanecl_group_integer
#endif
#undef LANECL_NEEDS_INTEL_SUBGROUPS
#undef LANECL_NEEDS_WORK_GROUP_ARITHMETIC
