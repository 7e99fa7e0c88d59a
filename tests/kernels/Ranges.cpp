// Ids and sizes over NDRanges of every shape: each work-item reports itself, and each must be there exactly once.
#include "Harness.h"
using harness::Range;

static const char *const Report = R"(
kernel void report(global ulong *out, global uint *visits) {
  size_t linear = 0;
  for (int d = 2; d >= 0; --d)
    linear = linear * get_global_size(d) + (get_global_id(d) - get_global_offset(d));
  atomic_inc(visits + linear);
  global ulong *o = out + linear * 24;
  for (uint d = 0; d < 3; ++d) {
    o[d] = get_global_id(d);
    o[3 + d] = get_local_id(d);
    o[6 + d] = get_group_id(d);
    o[9 + d] = get_local_size(d);
    o[12 + d] = get_enqueued_local_size(d);
    o[15 + d] = get_num_groups(d);
  }
  o[18] = get_global_linear_id();
  o[19] = get_local_linear_id();
  o[20] = get_work_dim();
  o[21] = get_global_size(3);
  o[22] = get_global_id(4) + get_local_id(3) + get_group_id(7) + get_global_offset(3);
  o[23] = get_local_size(3) + get_num_groups(3);
}
)";

static void check(const harness::Program &program, Range range) {
  const std::size_t count = range.size[0] * range.size[1] * range.size[2];
  std::vector<uint64_t> out(count * 24, ~0ULL);
  std::vector<uint32_t> visits(count, 0);
  harness::Launch launch(program, "report");
  launch.arg(harness::inOut(out));
  launch.arg(harness::inOut(visits));
  launch.run(range);
  ASSERT_FALSE(launch.failed());
  std::size_t linear = 0, wrong = 0;
  harness::forEachWorkItem(range, [&] {
    const harness::WorkItem &w = harness::workItem;
    std::vector<uint64_t> e;
    auto append = [&](const auto &values) { e.insert(e.end(), values.begin(), values.end()); };
    append(w.id), append(w.local), append(w.group), append(w.localSize);
    for (int d = 0; d < 3; ++d)
      e.push_back(range.local[d]);
    for (int d = 0; d < 3; ++d)
      e.push_back((range.size[d] + range.local[d] - 1) / range.local[d]);
    e.push_back(linear);
    e.push_back((w.local[2] * w.localSize[1] + w.local[1]) * w.localSize[0] + w.local[0]);
    for (uint64_t v : {uint64_t{range.dimensions}, uint64_t{1}, uint64_t{0}, uint64_t{2}})
      e.push_back(v);
    if (visits[linear] != 1 || !std::equal(e.begin(), e.end(), out.begin() + static_cast<std::ptrdiff_t>(linear) * 24))
      ++wrong;
    ++linear;
  });
  EXPECT_EQ(wrong, 0U) << "global " << range.size[0] << "x" << range.size[1] << "x" << range.size[2] << ", local "
                       << range.local[0] << "x" << range.local[1] << "x" << range.local[2];
}

TEST(Ranges, EveryLocalSizeInOneDimension) {
  harness::Program program(Report);
  for (std::size_t total : {1, 7, 16, 60, 97})
    for (std::size_t local = 1; local <= total; ++local)
      check(program, {{total, 1, 1}, {local, 1, 1}, {0, 0, 0}, 1});
}

TEST(Ranges, TwoAndThreeDimensionsWithUnevenGroups) {
  harness::Program program(Report);
  for (std::size_t x : {1, 3, 16, 20})
    for (std::size_t y : {1, 2, 5})
      for (std::size_t z : {1, 3})
        for (std::array<std::size_t, 3> local :
             {std::array<std::size_t, 3>{1, 1, 1}, {4, 2, 1}, {5, 1, 2}, {16, 3, 3}}) {
          Range range{{x, y, z}, local, {0, 0, 0}, 3};
          for (int d = 0; d < 3; ++d)
            range.local[d] = std::min(range.local[d], range.size[d]);
          check(program, range);
          if (z == 1) {
            range.local[2] = 1;
            range.dimensions = 2;
            check(program, range);
          }
        }
}

TEST(Ranges, Offsets) {
  harness::Program program(Report);
  check(program, {{40, 1, 1}, {8, 1, 1}, {1000, 0, 0}, 1});
  check(program, {{33, 5, 2}, {16, 2, 1}, {7, 100, 1000}, 3});
  check(program, {{20, 1, 1}, {20, 1, 1}, {(std::size_t{1} << 31) - 10, 0, 0}, 1});
  check(program, {{20, 1, 1}, {20, 1, 1}, {(std::size_t{1} << 32) - 10, 0, 0}, 1});
  check(program, {{20, 2, 1}, {10, 1, 1}, {0, std::size_t{1} << 40, 0}, 2});
}

// Lanes are whole groups then.
TEST(Ranges, GroupsOfOneWorkItem) {
  harness::Program program(Report);
  for (std::size_t offset : {0, 3, 1000})
    check(program, {{45, 3, 2}, {1, 1, 1}, {offset, offset / 2, offset}, 3});
  check(program, {{70, 1, 1}, {1, 1, 1}, {(std::size_t{1} << 32) - 10, 0, 0}, 1});
}

TEST(Ranges, RequiredGroupsOfOneWorkItemPassBarriersAlone) {
  const char *source = R"(
    uint fold(uint lid, uint x) { return (x ^ lid) * 2654435761u; }
    __attribute__((reqd_work_group_size(1, 1, 1)))
    kernel void chain(global const uint *in, global uint *out, uint rounds) {
      uint held[4];
      for (uint i = 0; i < 4; ++i)
        held[i] = in[(get_group_id(0) + i) % get_num_groups(0)];
      for (uint i = 0; i < rounds; ++i) {
        held[i % 4] = fold((uint)get_local_id(0), held[(i + get_local_size(0)) % 4]);
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      }
      out[get_group_id(0)] = held[0] + held[1] + held[2] + held[3];
    })";
  constexpr uint32_t Count = 777, Rounds = 7;
  std::vector<uint32_t> in(Count), out(Count), expected(Count);
  for (uint32_t i = 0; i < Count; ++i)
    in[i] = i * i + 12345;
  for (uint32_t g = 0; g < Count; ++g) {
    uint32_t held[4];
    for (uint32_t i = 0; i < 4; ++i)
      held[i] = in[(g + i) % Count];
    for (uint32_t i = 0; i < Rounds; ++i)
      held[i % 4] = held[(i + 1) % 4] * 2654435761U;
    expected[g] = held[0] + held[1] + held[2] + held[3];
  }
  ASSERT_TRUE(harness::run(source, "chain", {{Count, 1, 1}, {1, 1, 1}, {0, 0, 0}, 1}, harness::inOut(in),
                           harness::inOut(out), Rounds));
  EXPECT_EQ(out, expected);
}

TEST(Ranges, LargestGroup) {
  harness::Program program(Report);
  check(program, {{8192, 1, 1}, {8192, 1, 1}, {0, 0, 0}, 1});
  check(program, {{64, 64, 4}, {64, 64, 2}, {0, 0, 0}, 3});
}

TEST(Ranges, NullLocalSizeVisitsEveryWorkItemOnce) {
  const char *source = "kernel void visit(global uint *visits) {"
                       "  atomic_inc(visits + (get_global_id(2) * get_global_size(1) + get_global_id(1)) *"
                       "  get_global_size(0) + get_global_id(0)); }";
  for (std::array<std::size_t, 3> size :
       {std::array<std::size_t, 3>{1, 1, 1}, {1000003, 1, 1}, {641, 479, 1}, {7, 11, 13}}) {
    std::vector<uint32_t> visits(size[0] * size[1] * size[2], 0);
    ASSERT_TRUE(harness::run(source, "visit", {size, {0, 0, 0}, {0, 0, 0}, 3}, harness::inOut(visits)));
    EXPECT_EQ(std::count(visits.begin(), visits.end(), 1U), static_cast<std::ptrdiff_t>(visits.size()));
  }
}
