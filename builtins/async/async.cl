#include "Common.clh"
// The asynchronous copies as LaneCL IR (docs/lanecl-ir.md): work-groups run the copy once, at its call; the wait is a
// barrier. An event is a plain number. The enumeration is mangled as event_t is.
#define GROUP __attribute__((convergent, noduplicate, nothrow))
enum ocl_event : ulong { NoEvent };
typedef enum ocl_event Event;

GROUP void copyToLocal(__local void *dst, const __global void *src, size_t bytes, size_t count, size_t dstStride,
                       size_t srcStride) __asm__("lanecl.async_copy.p3.p1");
GROUP void copyToGlobal(__global void *dst, const __local void *src, size_t bytes, size_t count, size_t dstStride,
                        size_t srcStride) __asm__("lanecl.async_copy.p1.p3");
GROUP void waitEvents(void) __asm__("lanecl.wait_events");

#define COPY(T, n)                                                                                                     \
  GROUP MEM Event async_work_group_copy(__local T##n *dst, const __global T##n *src, size_t count, Event event) {      \
    copyToLocal(dst, src, sizeof(T##n), count, 1, 1);                                                                  \
    return event;                                                                                                      \
  }                                                                                                                    \
  GROUP MEM Event async_work_group_copy(__global T##n *dst, const __local T##n *src, size_t count, Event event) {      \
    copyToGlobal(dst, src, sizeof(T##n), count, 1, 1);                                                                 \
    return event;                                                                                                      \
  }                                                                                                                    \
  GROUP MEM Event async_work_group_strided_copy(__local T##n *dst, const __global T##n *src, size_t count,             \
                                                size_t srcStride, Event event) {                                       \
    copyToLocal(dst, src, sizeof(T##n), count, 1, srcStride);                                                          \
    return event;                                                                                                      \
  }                                                                                                                    \
  GROUP MEM Event async_work_group_strided_copy(__global T##n *dst, const __local T##n *src, size_t count,             \
                                                size_t dstStride, Event event) {                                       \
    copyToGlobal(dst, src, sizeof(T##n), count, dstStride, 1);                                                         \
    return event;                                                                                                      \
  }
ALL_TYPES(COPY, WIDTHS)

#define WAIT(S)                                                                                                        \
  GROUP MEM void wait_group_events(int count, S Event *events) { waitEvents(); }
WAIT(__private)
WAIT(__global)
WAIT(__local)
WAIT(__generic)
