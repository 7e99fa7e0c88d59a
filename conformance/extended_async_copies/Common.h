// What the sub-tests of the asynchronous copies share: the ranges they run over, the lines that every kernel has.
#pragma once
#include "conformance/harness/Kernel.h"

namespace copies {

/// Work-groups of every shape; the last one is not uniform, which a platform may refuse.
struct Shape {
  const char *name;
  conformance::Range range;
  std::size_t groups;
};
inline const Shape shapes[] = {
    {"1D", {1, {21, 1, 1}, {7, 1, 1}}, 3},     {"one work-item", {1, {2, 1, 1}, {1, 1, 1}}, 2},
    {"wide", {1, {128, 1, 1}, {64, 1, 1}}, 2}, {"2D", {2, {8, 6, 1}, {4, 3, 1}}, 4},
    {"3D", {3, {4, 2, 4}, {2, 2, 2}}, 4},      {"not uniform", {1, {20, 1, 1}, {8, 1, 1}}, 3},
};

/// Bytes of memory that no copy may touch.
constexpr unsigned char untouched = 0xEE;

inline constexpr const char *extension = "cl_khr_extended_async_copies";

/// Linear ids in any dimension; `fill` and `load` and `dump` are done by all work-items and end with a barrier.
inline const std::string prelude = R"(
#define GROUP (get_group_id(0) + get_num_groups(0) * (get_group_id(1) + get_num_groups(1) * get_group_id(2)))
#define ITEM (get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2)))
#define ITEMS (get_local_size(0) * get_local_size(1) * get_local_size(2))
void fill(local uchar *tile, ulong bytes) {
  for (ulong i = ITEM; i < bytes; i += ITEMS)
    tile[i] = 0xEE;
  barrier(CLK_LOCAL_MEM_FENCE);
}
void load(local uchar *tile, global const uchar *from, ulong bytes) {
  for (ulong i = ITEM; i < bytes; i += ITEMS)
    tile[i] = from[i];
  barrier(CLK_LOCAL_MEM_FENCE);
}
void dump(local const uchar *tile, global uchar *to, ulong bytes) {
  for (ulong i = ITEM; i < bytes; i += ITEMS)
    to[i] = tile[i];
}
)";

} // namespace copies
