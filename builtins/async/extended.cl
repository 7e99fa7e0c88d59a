#include "Common.clh"
// cl_khr_extended_async_copies as LaneCL IR (docs/lanecl-ir.md).
#define GROUP __attribute__((convergent, noduplicate, nothrow))
enum ocl_event : ulong { NoEvent };
typedef enum ocl_event Event;

#define COPIES(D, S, way)                                                                                              \
  GROUP MEM void copy2D(D void *dst, size_t dstOffset, const S void *src, size_t srcOffset, size_t bytes,              \
                        size_t perLine, size_t lines, size_t srcLine,                                                  \
                        size_t dstLine) __asm__("lanecl.async_copy_2d." way);                                          \
  GROUP MEM void copy3D(D void *dst, size_t dstOffset, const S void *src, size_t srcOffset, size_t bytes,              \
                        size_t perLine, size_t lines, size_t planes, size_t srcLine, size_t srcPlane, size_t dstLine,  \
                        size_t dstPlane) __asm__("lanecl.async_copy_3d." way);                                         \
  GROUP MEM Event async_work_group_copy_2D2D(D void *dst, size_t dstOffset, const S void *src, size_t srcOffset,       \
                                             size_t bytes, size_t perLine, size_t lines, size_t srcLine,               \
                                             size_t dstLine, Event event) {                                            \
    copy2D(dst, dstOffset, src, srcOffset, bytes, perLine, lines, srcLine, dstLine);                                   \
    return event;                                                                                                      \
  }                                                                                                                    \
  GROUP MEM Event async_work_group_copy_3D3D(                                                                          \
      D void *dst, size_t dstOffset, const S void *src, size_t srcOffset, size_t bytes, size_t perLine, size_t lines,  \
      size_t planes, size_t srcLine, size_t srcPlane, size_t dstLine, size_t dstPlane, Event event) {                  \
    copy3D(dst, dstOffset, src, srcOffset, bytes, perLine, lines, planes, srcLine, srcPlane, dstLine, dstPlane);       \
    return event;                                                                                                      \
  }
COPIES(__local, __global, "p3.p1")
COPIES(__global, __local, "p1.p3")
