// One kernel launched in groups of many sizes in turn: what is compiled for one of them must not run for another, and
// what is compiled for a size must be right where its groups end early.
#include "Harness.h"

namespace {

using harness::Range;

// Sums whose loops and strides go by the local size, with what the kernel can ask of it.
constexpr const char *Sums = R"(
  kernel void sums(global const int *in, global int *out, local int *tile) {
    size_t x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);
    size_t w = get_local_size(0), h = get_local_size(1), n = w * h * get_local_size(2);
    size_t gx = get_global_id(0) - get_global_offset(0), gy = get_global_id(1) - get_global_offset(1);
    size_t gz = get_global_id(2) - get_global_offset(2);
    size_t at = (gz * get_global_size(1) + gy) * get_global_size(0) + gx, l = (z * h + y) * w + x;
    tile[l] = in[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = tile[(l + 1) % n] - tile[n - 1 - l];
    for (size_t i = 0; i < h; ++i)
      sum += tile[(z * h + i) * w + x] * (int)(i + 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t i = 1; i < n; i <<= 1) {
      if ((l & (2 * i - 1)) == 0 && l + i < n)
        tile[l] += tile[l + i];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[at] = sum * 31 + tile[0] * 7 + (int)(get_enqueued_local_size(0) * 1000003 + get_enqueued_local_size(1) * 1009 +
              get_enqueued_local_size(2) + get_local_linear_id() * 5 + get_num_groups(0) + get_group_id(1) * 3);
  })";

/// What one group writes, by loops over its work-items.
void sumsOfGroup(const Range &range, const std::array<size_t, 3> &group, const std::vector<int> &in,
                 std::vector<int> &out) {
  std::array<size_t, 3> size, first;
  for (unsigned d = 0; d < 3; ++d) {
    first[d] = group[d] * range.local[d];
    size[d] = std::min(range.local[d], range.size[d] - first[d]);
  }
  const size_t n = size[0] * size[1] * size[2];
  std::vector<size_t> places;
  std::vector<int> tile;
  unsigned all = 0;
  for (size_t l = 0; l < n; ++l) {
    const size_t x = l % size[0], y = l / size[0] % size[1], z = l / size[0] / size[1];
    places.push_back(((first[2] + z) * range.size[1] + first[1] + y) * range.size[0] + first[0] + x);
    tile.push_back(in[places.back()]);
    all += unsigned(tile.back());
  }
  for (size_t l = 0; l < n; ++l) {
    const size_t x = l % size[0], z = l / size[0] / size[1];
    unsigned sum = unsigned(tile[(l + 1) % n]) - unsigned(tile[n - 1 - l]);
    for (size_t i = 0; i < size[1]; ++i)
      sum += unsigned(tile[(z * size[1] + i) * size[0] + x]) * unsigned(i + 1);
    out[places[l]] = int(sum * 31 + all * 7 +
                         unsigned(range.local[0] * 1000003 + range.local[1] * 1009 + range.local[2] + l * 5 +
                                  (range.size[0] + range.local[0] - 1) / range.local[0] + group[1] * 3));
  }
}

const Range Ranges[] = {
    {{128, 64, 1}, {16, 16, 1}, {0, 0, 0}, 2}, {{64, 64, 2}, {8, 4, 2}, {0, 0, 0}, 3},
    {{5000, 1, 1}, {64, 1, 1}, {7, 0, 0}, 1},  {{1, 4100, 1}, {1, 64, 1}, {0, 3, 0}, 2},
    {{121, 67, 1}, {16, 16, 1}, {0, 0, 0}, 2}, {{70, 33, 5}, {7, 3, 5}, {1, 2, 3}, 3},
    {{4096, 2, 1}, {64, 2, 1}, {0, 0, 0}, 2},  {{2, 4096, 1}, {2, 64, 1}, {0, 0, 0}, 2},
    {{128, 64, 1}, {16, 16, 1}, {5, 5, 0}, 2}, {{4099, 1, 1}, {1, 1, 1}, {0, 0, 0}, 1},
};

TEST(LocalSizes, EachIsRightInTurn) {
  harness::Program program(Sums);
  for (int round = 0; round < 3; ++round)
    for (const Range &range : Ranges) {
      std::vector<int> in = harness::noise<int>(range.size[0] * range.size[1] * range.size[2]), out(in.size()),
                       want(in.size());
      std::array<size_t, 3> group{}, count;
      for (unsigned d = 0; d < 3; ++d)
        count[d] = (range.size[d] + range.local[d] - 1) / range.local[d];
      for (group[2] = 0; group[2] < count[2]; ++group[2])
        for (group[1] = 0; group[1] < count[1]; ++group[1])
          for (group[0] = 0; group[0] < count[0]; ++group[0])
            sumsOfGroup(range, group, in, want);
      harness::Launch launch(program, "sums");
      launch.arg(harness::inOut(in));
      launch.arg(harness::inOut(out));
      launch.arg(harness::Local{range.local[0] * range.local[1] * range.local[2] * sizeof(int)});
      launch.run(range);
      ASSERT_FALSE(launch.failed());
      ASSERT_EQ(want, out) << "local size " << range.local[0] << " x " << range.local[1] << " x " << range.local[2];
    }
}

// Sub-groups are what the host was told whatever is compiled: all of a group but the last are whole.
TEST(LocalSizes, SubGroupsStayTheSame) {
  harness::Program program(R"(
    kernel void k(global int *out, global int *most) {
      size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
      out[i] = sub_group_reduce_add(1) * 65536 + get_num_sub_groups() * 256 + get_sub_group_id();
      most[i] = get_max_sub_group_size();
    })");
  for (int round = 0; round < 2; ++round)
    for (const std::array<size_t, 2> local : {std::array<size_t, 2>{64, 1}, {20, 3}, {16, 8}, {9, 9}}) {
      const size_t items = local[0] * local[1], total = items * 72;
      std::vector<int> out(total), most(total);
      harness::Launch launch(program, "k");
      launch.arg(harness::inOut(out));
      launch.arg(harness::inOut(most));
      launch.run({{local[0] * 8, local[1] * 9, 1}, {local[0], local[1], 1}, {0, 0, 0}, 2});
      ASSERT_FALSE(launch.failed());
      const size_t size = size_t(most[0]), count = (items + size - 1) / size;
      for (size_t i = 0; i < total; ++i) {
        const size_t x = i % (local[0] * 8) % local[0], y = i / (local[0] * 8) % local[1], l = y * local[0] + x;
        const size_t own = std::min(size, items - l / size * size);
        ASSERT_EQ(int(own * 65536 + count * 256 + l / size), out[i]) << local[0] << " x " << local[1] << ", " << i;
        ASSERT_EQ(most[0], most[i]);
      }
    }
}

} // namespace
