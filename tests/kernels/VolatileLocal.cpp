// Volatile accesses to local and private memory: each happens, in the program's order, with whatever lanes take part.
#include "Harness.h"
using harness::Range;

namespace {

TEST(VolatileLocal, AccessesHappenInOrder) {
  constexpr int Group = 48, Groups = 5;
  const char *source = R"(
    kernel void k(global const int *in, global int *out, int n) {
      volatile local int sums[48];
      volatile local uchar4 colours[48];
      volatile local int last[1];
      volatile int own[3];
      int id = get_local_id(0), g = get_global_id(0);
      sums[id] = 0;
      own[id % 3] = id;
      for (int i = 0; i < n; ++i) {
        sums[id] += in[g] + i;
        if (in[g] + i & 1)
          sums[id] = sums[id] * 3 + own[id % 3];
      }
      colours[47 - id] = convert_uchar4((int4)(in[g]) >> (int4)(0, 4, 8, 12) & 255);
      if (id == 17)
        last[0] = in[g];
      barrier(CLK_LOCAL_MEM_FENCE);
      uchar4 c = colours[(id * 7) % 48];
      out[g] = sums[47 - id] + c.x + c.y * 2 + c.z * 3 + c.w * 5 + last[0];
    })";
  auto in = harness::noise<int>(Group * Groups);
  for (int &value : in)
    value &= 0xffff;
  for (int n : {0, 1, 5}) {
    std::vector<int> out(in.size()), expected(in.size());
    ASSERT_TRUE(harness::run(source, "k", Range::of(in.size(), Group), harness::inOut(in), harness::inOut(out), n));
    for (int start = 0; start < Group * Groups; start += Group) {
      std::array<int, Group> sums{};
      for (int id = 0; id < Group; ++id)
        for (int i = 0; i < n; ++i) {
          sums[id] += in[start + id] + i;
          if ((in[start + id] + i) & 1)
            sums[id] = sums[id] * 3 + id;
        }
      for (int id = 0; id < Group; ++id) {
        const int colour = in[start + 47 - id * 7 % 48];
        expected[start + id] = sums[47 - id] + (colour & 255) + (colour >> 4 & 255) * 2 + (colour >> 8 & 255) * 3 +
                               (colour >> 12 & 255) * 5 + in[start + 17];
      }
    }
    EXPECT_EQ(out, expected) << n;
  }
}

} // namespace
