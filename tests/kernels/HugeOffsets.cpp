// Ids that cross 2^63 (OpenCL API, clEnqueueNDRangeKernel: offsets are any size_t as long as no id overflows).
#include "Guarded.h"
using harness::Range;

namespace {

constexpr std::size_t Offset = (std::size_t(1) << 63) - 20, Items = 100;

Range across(std::size_t group) {
  Range range = Range::of(Items, group);
  range.offset[0] = Offset;
  return range;
}

// What a guard says of signed ids, and of groups of one work-item.
TEST(HugeOffsets, GuardsSeeSignedIds) {
  const char *source = R"(
    kernel void guard(global int *out) {
      if ((long)get_global_id(0) < 5)
        out[get_global_id(0) - get_global_offset(0)] = 7;
    }
    kernel void group(global int *out) {
      out[get_global_id(0) - get_global_offset(0)] = (long)get_group_id(0) > 0 ? 1 : 2;
    })";
  harness::Program program(source);
  for (std::size_t size : {1, 20, 50, 100})
    for (bool isGuard : {true, false}) {
      std::vector<int> out(Items), want(Items);
      for (std::size_t i = 0; i < Items; ++i)
        want[i] = isGuard ? (i < 20 ? 0 : 7) : i / size > 0 ? 1 : 2;
      harness::Launch launch(program, isGuard ? "guard" : "group");
      launch.arg(harness::inOut(out));
      launch.run(across(size));
      EXPECT_EQ(out, want) << isGuard << ", groups of " << size;
    }
}

TEST(HugeOffsets, RobustProgramsStayInside) {
  harness::Program program("kernel void k(global char *in) { in[(int)get_global_id(0)] = 99; }",
                           harness::robustOptions().c_str());
  for (std::size_t size : {1, 20, 50, 100}) {
    harness::Guarded memory;
    harness::Launch launch(program, "k");
    launch.arg(memory.part);
    launch.run(across(size));
    const auto bytes = memory.read<char>();
    for (std::size_t i = 0; i < bytes.size(); ++i)
      EXPECT_EQ(bytes[i], i + 20 < Items ? 99 : 0) << i << ", groups of " << size;
  }
}

} // namespace
