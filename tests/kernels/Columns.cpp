// Ranges and groups with one work-item, or few, along dimension 0, and kernels that call dimension 0 a row, whose lanes
// lie along another: ids, sizes and groups stay what the host asked for.
#include "Harness.h"
using harness::Range;

static std::size_t get_global_linear_id() {
  const harness::WorkItem &item = harness::workItem;
  std::size_t id = item.id[2] - item.offset[2];
  for (int d : {1, 0})
    id = id * item.globalSize[d] + item.id[d] - item.offset[d];
  return id;
}
static std::size_t get_num_groups(unsigned d) {
  const harness::WorkItem &item = harness::workItem;
  return (item.globalSize[d] + std::max<std::size_t>(item.localSize[d], 1) - 1) /
         std::max<std::size_t>(item.localSize[d], 1);
}

DUAL(
    columns,

    kernel void ids(global const int *in, global int *out) {
      int i = get_global_linear_id();
      out[i] = in[i] + 3 * (int)get_global_id(0) + 5 * (int)get_global_id(1) + 7 * (int)get_global_id(2) +
               1000 * (int)get_global_size(1) + 100 * (int)get_global_size(0) + 10 * (int)get_global_size(2) +
               (int)get_global_offset(1);
    }

    kernel void groups(global const int *in, global int *out) {
      int i = get_global_linear_id();
      out[i] = in[i] + (int)get_local_id(0) + 3 * (int)get_local_id(1) + 5 * (int)get_local_id(2) +
               100 * (int)get_group_id(1) + 1000 * (int)get_group_id(2) + 10000 * (int)get_local_size(1) +
               7 * (int)get_num_groups(1) + 9 * (int)get_local_size(2);
    }

    kernel void rows(global const int *in, global int *out) {
      int y = get_global_id(1) - get_global_offset(1);
      int z = get_global_id(2) - get_global_offset(2);
      int h = get_global_size(1);
      int sum = 0;
      for (int i = 0; i < 5; i++)
        sum = sum * 3 + in[z * h + (y + i) % h];
      if (in[z * h + y] & 1)
        out[z * h + y] = sum;
    }

    kernel void second(global const int *in, global int *out) {
      int w = get_global_size(0), h = get_global_size(1), d = get_global_size(2);
      int x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1);
      int z = get_global_id(2) - get_global_offset(2);
      int i = (z * w + x) * h + y, sum = 0;
      for (int k = 0; k < 7; k++)
        sum = sum * 3 + in[(z * w + x) * h + k % h] * in[(k * 5 % w) * h + y];
      if (x > 0 && y < h - 1)
        out[i] = sum + in[i - h] - in[i + 1] + x * 10 + z * 100 + d;
      if (y == 0)
        out[i] += in[i] + (int)get_global_id(0) * 7;
    }

    kernel void third(global const int *in, global int *out) {
      int w = get_global_size(0), h = get_global_size(1), d = get_global_size(2);
      int x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1);
      int z = get_global_id(2) - get_global_offset(2);
      int i = (x * h + y) * d + z;
      out[i] = in[i] * 3 + in[(x * h + y) * d] + (int)get_global_id(0) + 5 * (int)get_global_id(1) +
               9 * (int)get_global_id(2) + (z + 1 < d ? in[i + 1] : w);
    })

namespace {

const Range Ranges[] = {
    {{1, 500, 1}, {1, 50, 1}, {0, 0, 0}, 2},   {{1, 77, 3}, {1, 11, 1}, {0, 0, 0}, 3},
    {{1, 1, 130}, {1, 1, 26}, {0, 0, 0}, 3},   {{1, 64, 4}, {1, 16, 2}, {2, 3, 4}, 3},
    {{1, 9, 1}, {1, 1, 1}, {0, 5, 0}, 2},      {{1, 2, 100}, {1, 2, 10}, {0, 0, 0}, 3},
    {{1, 4096, 1}, {1, 256, 1}, {7, 0, 0}, 2}, {{2, 40, 1}, {1, 40, 1}, {0, 0, 0}, 2},
    {{33, 200, 1}, {3, 8, 1}, {0, 0, 0}, 2},   {{70, 131, 1}, {7, 1, 1}, {5, 9, 0}, 2},
    {{300, 5, 1}, {10, 5, 1}, {0, 0, 0}, 2},   {{5, 64, 3}, {1, 32, 1}, {1, 0, 2}, 3},
    {{6, 3, 150}, {2, 3, 10}, {4, 0, 3}, 3},   {{64, 64, 2}, {8, 8, 2}, {0, 0, 0}, 3},
    {{6, 3, 150}, {1, 1, 10}, {4, 1, 3}, 3},   {{11, 64, 6}, {1, 16, 2}, {0, 0, 0}, 3},
    {{2, 333, 1}, {2, 111, 1}, {0, 6, 0}, 2},  {{3, 70, 5}, {3, 7, 5}, {3, 0, 0}, 3},
    {{3, 2, 90}, {3, 2, 9}, {0, 0, 2}, 3},     {{5, 100, 1}, {5, 20, 1}, {0, 0, 0}, 2},
    {{8, 60, 2}, {8, 6, 1}, {1, 0, 0}, 3},     {{16, 48, 1}, {2, 16, 1}, {0, 0, 0}, 2},
    {{20, 40, 1}, {4, 8, 1}, {0, 9, 0}, 2},    {{3, 3, 2}, {1, 3, 1}, {0, 0, 0}, 3},
};

void test(const char *name, void (*reference)(const int *, int *), bool isFree) {
  harness::Program program(columns::source);
  for (Range range : Ranges) {
    const std::size_t items = range.size[0] * range.size[1] * range.size[2];
    auto in = harness::noise<int>(items);
    for (int &value : in)
      value %= 100000;
    std::vector<int> out(items, 7), expected(out);
    harness::forEachWorkItem(range, [&] { reference(in.data(), expected.data()); });
    if (isFree) // the groups are anybody's
      range.local = {0, 0, 0};
    harness::Launch launch(program, name);
    launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out));
    launch.run(range);
    ASSERT_FALSE(launch.failed());
    EXPECT_EQ(out, expected) << name << ' ' << range.size[0] << 'x' << range.size[1] << 'x' << range.size[2];
  }
}

TEST(Columns, HaveTheirIds) {
  test("ids", columns::ids, true);
  test("ids", columns::ids, false);
}
TEST(Columns, HaveTheirGroups) { test("groups", columns::groups, false); }
TEST(Columns, ReadTheirRows) { test("rows", columns::rows, true); }
// By the groups of the host or anybody's: the kernels cannot tell.
TEST(Columns, AreWhatLiesSideBySide) {
  for (bool isFree : {true, false}) {
    test("second", columns::second, isFree);
    test("third", columns::third, isFree);
  }
}

// Local memory, a barrier and what the kernel demands of its groups, in the kernel's own order of dimensions.
TEST(Columns, WaitForOneAnother) {
  const std::string body = R"(kernel void k(global const int *in, global int *out) {
      local int all[32];
      int l = get_local_id(1), i = get_global_id(0) * get_global_size(1) + get_global_id(1);
      all[l] = in[i];
      barrier(CLK_LOCAL_MEM_FENCE);
      out[i] = all[31 - l] + (int)get_local_linear_id() * 1000000 + (int)get_local_size(1) +
               (int)get_global_linear_id() * 7;
    })";
  const std::size_t n = 32 * 20;
  for (std::size_t columns : {1, 3})
    for (std::string attribute : {"", "__attribute__((reqd_work_group_size(1, 32, 1))) "}) {
      auto in = harness::noise<int>(n * columns);
      for (int &value : in)
        value %= 100000;
      std::vector<int> out(in.size()), expected(in.size());
      for (std::size_t i = 0; i < in.size(); ++i)
        expected[i] = in[i / 32 * 32 + 31 - i % 32] + static_cast<int>(i % 32) * 1000000 + 32 +
                      static_cast<int>(i % n * columns + i / n) * 7;
      ASSERT_TRUE(harness::run(attribute + body, "k", Range{{columns, n, 1}, {1, 32, 1}, {0, 0, 0}, 2},
                               harness::inOut(in), harness::inOut(out)));
      EXPECT_EQ(out, expected) << columns << attribute;
    }
}

} // namespace
