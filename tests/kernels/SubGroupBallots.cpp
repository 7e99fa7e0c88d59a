// Votes and ballots: cl_khr_subgroup_non_uniform_vote, cl_khr_subgroup_ballot; ids and masks of sub-groups.
#include "SubGroups.h"
using namespace subgroups;

namespace {

using Long = cl_ulong;
using Sub = Lanes<Long>;

uint64_t bitsOf(const Sub &s, const std::function<bool(const Sub::Lane &)> &holds) {
  uint64_t bits = 0;
  for (unsigned lane = 0; lane < s.size; ++lane)
    if (s.lanes[lane].active && holds(s.lanes[lane]))
      bits |= uint64_t(1) << lane;
  return bits;
}
bool isSmall(const Sub::Lane &lane) { return lane.x < 7; }
uint64_t all(const Sub &s) { return s.size == 64 ? ~uint64_t(0) : (uint64_t(1) << s.size) - 1; }
uint64_t before(unsigned lane) { return (uint64_t(1) << lane) - 1; }
uint64_t upTo(unsigned lane) { return before(lane) | uint64_t(1) << lane; }
/// p's low bits stand for any ballot that the program made itself.
uint64_t own(const Sub &s, unsigned lane) { return s.lanes[lane].p; }

std::vector<Operation<Long>> ballots() {
  std::vector<Operation<Long>> ops;
  auto add = [&](const std::string &code, std::function<std::optional<Long>(const Sub &, unsigned)> expected) {
    ops.push_back({code, std::move(expected)});
  };
  const std::string mine = "(uint4)((uint)p, (uint)(p >> 32), 0xFFFFFFFFu, 0xFFFFFFFFu)";
  const std::string shared = "sub_group_ballot(x < 7)";
  auto low = [](const std::string &code) { return "as_ulong((" + code + ").xy)"; };
  add(low(shared), [](auto &s, unsigned) { return bitsOf(s, isSmall); });
  add("any((" + shared + ").zw != (uint2)(0))", [](auto &, unsigned) { return 0; });
  add("sub_group_inverse_ballot(" + mine + ") != 0", [](auto &s, unsigned l) { return own(s, l) >> l & 1; });
  add("sub_group_inverse_ballot(" + shared + ") != 0", [](auto &s, unsigned l) { return isSmall(s.lanes[l]); });
  add("sub_group_ballot_bit_extract(" + mine + ", index) != 0",
      [](auto &s, unsigned l) { return own(s, l) >> s.lanes[l].index & 1; });
  add("sub_group_ballot_bit_count(" + mine + ")",
      [](auto &s, unsigned l) { return std::popcount(own(s, l) & all(s)); });
  add("sub_group_ballot_inclusive_scan(" + mine + ")",
      [](auto &s, unsigned l) { return std::popcount(own(s, l) & upTo(l)); });
  add("sub_group_ballot_exclusive_scan(" + mine + ")",
      [](auto &s, unsigned l) { return std::popcount(own(s, l) & before(l)); });
  add("sub_group_ballot_find_lsb(" + mine + ")", [](auto &s, unsigned l) -> std::optional<Long> {
    const uint64_t bits = own(s, l) & all(s);
    return bits ? std::optional<Long>(std::countr_zero(bits)) : std::nullopt;
  });
  add("sub_group_ballot_find_msb(" + mine + ")", [](auto &s, unsigned l) -> std::optional<Long> {
    const uint64_t bits = own(s, l) & all(s);
    return bits ? std::optional<Long>(63 - std::countl_zero(bits)) : std::nullopt;
  });
  add(low("get_sub_group_eq_mask()"), [](auto &, unsigned l) { return uint64_t(1) << l; });
  add(low("get_sub_group_lt_mask()"), [](auto &, unsigned l) { return before(l); });
  add(low("get_sub_group_le_mask()"), [](auto &, unsigned l) { return upTo(l); });
  add(low("get_sub_group_gt_mask()"), [](auto &s, unsigned l) { return all(s) & ~upTo(l); });
  add(low("get_sub_group_ge_mask()"), [](auto &s, unsigned l) { return all(s) & ~before(l); });
  add("sub_group_elect() != 0", [](auto &s, unsigned l) { return l == s.first(); });
  for (const char *name : {"sub_group_", "sub_group_non_uniform_"}) {
    auto isAny = [](auto bound) {
      return [bound](auto &s, unsigned) { return bitsOf(s, [&](auto &lane) { return lane.x < bound; }) != 0; };
    };
    auto isAll = [](auto bound) {
      return [bound](auto &s, unsigned) { return bitsOf(s, [&](auto &lane) { return lane.x >= bound; }) == 0; };
    };
    add(std::string(name) + "any(x < 1) != 0", isAny(1u));
    add(std::string(name) + "any(x < 100 ? -8 : 0) != 0", isAny(100u));
    add(std::string(name) + "all(x < 14) != 0", isAll(14u));
    add(std::string(name) + "all(x < 100 ? 2 : 0) != 0", isAll(100u));
  }
  return ops;
}

TEST(SubGroupBallots, EverySize) {
  for (unsigned size : sizesToTest()) {
    auto operations = ballots();
    harness::Program program(kernelOf(operations, "ulong", size));
    ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
    checkResults(program, operations, size);
  }
}

// 6.15.19, "Sub-Group Functions": ids and sizes, also where the last sub-group is partial.
TEST(SubGroupQueries, IdsAndSizes) {
  for (unsigned size : sizesToTest()) {
    const std::string text = "kernel " + attribute(size) + R"(void k(global uint *out) {
      global uint *o = out + get_global_id(0) * 6;
      o[0] = get_sub_group_size(); o[1] = get_max_sub_group_size(); o[2] = get_num_sub_groups();
      o[3] = get_enqueued_num_sub_groups(); o[4] = get_sub_group_id(); o[5] = get_sub_group_local_id();
    })";
    harness::Program program(text);
    const unsigned width = sizeOf(program, "k");
    if (size)
      EXPECT_EQ(width, size);
    for (std::size_t local : {std::size_t(width), std::size_t(3 * width), std::size_t(2 * width + width / 2 + 1)}) {
      // The last work-group is smaller.
      const std::size_t items = 2 * local + local / 2 + 1;
      std::vector<cl_uint> out(items * 6), want;
      for (std::size_t i = 0; i < items; ++i) {
        const std::size_t inGroup = i % local, groupSize = std::min(local, items - i / local * local);
        const std::size_t id = inGroup / width, lane = inGroup % width;
        for (std::size_t value : {std::min<std::size_t>(width, groupSize - id * width), std::size_t(width),
                                  (groupSize + width - 1) / width, (local + width - 1) / width, id, lane})
          want.push_back(static_cast<cl_uint>(value));
      }
      harness::Launch launch(program, "k");
      launch.arg(harness::inOut(out));
      launch.run(harness::Range::of(items, local));
      EXPECT_EQ(out, want) << width << " lanes, " << local << " work-items";
    }
  }
}

// OpenCL API, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE: "All sub-groups must be the same size, while the last sub-group
// in any work-group could be smaller", also in groups of several rows; work-items in the order of their linear ids.
TEST(SubGroupQueries, RowsThatAreNoMultiple) {
  for (unsigned size : sizesToTest()) {
    const std::string text = "kernel " + attribute(size) + R"(void k(global uint *out, global uint *ids) {
      size_t g = get_global_linear_id();
      out[g * 4] = get_sub_group_size(); out[g * 4 + 1] = get_num_sub_groups();
      out[g * 4 + 2] = get_sub_group_id(); out[g * 4 + 3] = get_sub_group_local_id();
      uint mine = get_local_id(0) | get_local_id(1) << 8 | get_local_id(2) << 16;
      barrier(CLK_LOCAL_MEM_FENCE);
      ids[g] = sub_group_reduce_max(mine) + 0 * get_global_id(1);
    })";
    harness::Program program(text);
    const std::size_t width = sizeOf(program, "k");
    harness::Range range{{9, 10, 4}, {3, 5, 2}, {0, 0, 0}, 3};
    const std::size_t items = 360, perGroup = 30, count = (perGroup + width - 1) / width;
    std::vector<cl_uint> out(items * 4), ids(items), wantOut, wantIds;
    harness::forEachWorkItem(range, [&] {
      const std::size_t linear = get_local_id(0) + 3 * (get_local_id(1) + 5 * get_local_id(2)), id = linear / width;
      const std::size_t last = std::min(id * width + width, perGroup) - 1;
      for (std::size_t value : {last + 1 - id * width, count, id, linear % width})
        wantOut.push_back(static_cast<cl_uint>(value));
      std::size_t most = 0;
      for (std::size_t at = id * width; at <= last; ++at)
        most = std::max(most, at % 3 | at / 3 % 5 << 8 | at / 15 << 16);
      wantIds.push_back(static_cast<cl_uint>(most));
    });
    harness::Launch launch(program, "k");
    launch.arg(harness::inOut(out)), launch.arg(harness::inOut(ids));
    launch.run(range);
    EXPECT_EQ(out, wantOut) << width;
    EXPECT_EQ(ids, wantIds) << width;
  }
}

} // namespace
