// Long blocks of dependent steps (a hash): their work-items may run many registers wide, also where each work-group is
// a single work-item. All sizes of the last, partial sub-group.
#include "Harness.h"
using harness::Range;

namespace {

constexpr int Steps = 64;

std::string sourceOf(const std::string &before, const std::string &id) {
  std::string source = "kernel void mix(global const uint *in, global uint *out, int turns) {\n" + before +
                       "  size_t i = " + id + ";\n  uint a = in[i], b = a ^ 5, c = 7, d = (uint)i;\n" +
                       "  for (int t = 0; t < turns; ++t) {\n";
  for (int step = 0; step < Steps; ++step)
    source += "    a = b + rotate(a + ((b & c) | (~b & d)) + " + std::to_string(step * 77777) +
              "u, 7u); d = c; c = b; b = a;\n";
  return source + "  }\n  out[i] = a + b + c + d;\n}\n";
}

uint mixed(uint value, uint id, int turns) {
  uint a = value, b = a ^ 5, c = 7, d = id;
  for (int t = 0; t < turns; ++t)
    for (int step = 0; step < Steps; ++step) {
      const uint sum = a + ((b & c) | (~b & d)) + static_cast<uint>(step) * 77777;
      a = b + ((sum << 7) | (sum >> 25));
      d = c, c = b, b = a;
    }
  return a + b + c + d;
}

void testMixing(const std::string &source, std::size_t local) {
  harness::Program program(source);
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  for (std::size_t size : {1, 15, 16, 31, 32, 33, 63, 64, 65, 127, 128, 4096, 5000}) {
    auto in = harness::noise<uint>(size);
    std::vector<uint> out(size), expected(size);
    for (std::size_t i = 0; i < size; ++i)
      expected[i] = mixed(in[i], static_cast<uint>(i), 3);
    harness::Launch launch(program, "mix");
    launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out)), launch.arg(3);
    launch.run(Range::of(size, local));
    ASSERT_FALSE(launch.failed());
    EXPECT_EQ(out, expected) << size;
  }
}

TEST(LongBlocks, OfWorkItemsInAnyGroups) { testMixing(sourceOf("", "get_global_id(0)"), 0); }

TEST(LongBlocks, OfGroupsOfOneWorkItem) {
  testMixing(sourceOf("  barrier(CLK_GLOBAL_MEM_FENCE);\n", "get_group_id(0) * get_local_size(0) + get_local_id(0)"),
             1);
}

} // namespace
