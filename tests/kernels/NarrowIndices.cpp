// Indices that begin again after a few elements: masks and conversions of ids to few bits.
#include "Harness.h"
using harness::inOut;
using harness::Range;

namespace {
constexpr char source[] = R"(
kernel void masked(global uint *restrict out, local uint *restrict table) {
  int l = get_local_id(0);
  for (int i = l; i < 256; i += get_local_size(0))
    table[i] = i * 7 + 49;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(int)get_global_linear_id()] = table[INDEX];
})";

void check(const char *index, uint32_t bits) {
  harness::Program program(std::string("#define INDEX ") + index + source);
  for (int items : {3, 8, 64, 200}) {
    std::vector<cl_uint> out(items, 1), wanted;
    for (cl_uint i = 0; i < static_cast<cl_uint>(items); ++i)
      wanted.push_back((i & bits) * 7 + 49);
    harness::Launch launch(program, "masked");
    launch.arg(inOut(out)), launch.arg(harness::Local{1024});
    launch.run(Range::of(items, items));
    EXPECT_EQ(out, wanted) << index << ", " << items;
  }
}

TEST(NarrowIndices, TwoBits) { check("l & 3", 3); }
TEST(NarrowIndices, SevenBits) { check("l % 128u", 127); }
TEST(NarrowIndices, Remainder) { check("l % 4u", 3); }
TEST(NarrowIndices, Byte) { check("(uchar)l", 255); }
TEST(NarrowIndices, SignedByte) { check("(uchar)(char)l", 255); }
} // namespace
