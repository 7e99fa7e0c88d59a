#include "Common.clh"
// A hint without an effect: the hardware's prefetchers follow the access patterns of kernels.
#define PREFETCH(T, n)                                                                                                 \
  MEM void prefetch(const __global T##n *p, size_t count) {}
ALL_TYPES(PREFETCH, WIDTHS)
