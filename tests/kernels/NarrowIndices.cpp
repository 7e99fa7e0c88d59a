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
// Two lanes' indices are eight bytes, of which LLVM may take the second's for a part of the first's.
TEST(NarrowIndices, OfTwoLanes) {
  const char *two = R"(
    kernel __attribute__((reqd_work_group_size(2, 4, 1)))
    void k(global const float *in, global const ushort *a, global float *out, int n) {
      int l = (int)(get_local_id(1) * 2 + get_local_id(0));
      float sum = 0;
      for (int i = 0; i < n; ++i) sum += in[a[l * 3 + i] & 127];
      out[l] = sum;
    })";
  const int n = 9;
  std::vector<cl_float> in(128), out(8), wanted(8);
  std::vector<cl_ushort> a(64);
  for (int i = 0; i < 128; ++i)
    in[i] = static_cast<cl_float>(i * i % 101);
  for (int i = 0; i < 64; ++i)
    a[i] = static_cast<cl_ushort>(i * 7919);
  for (int l = 0; l < 8; ++l)
    for (int i = 0; i < n; ++i)
      wanted[l] += in[a[l * 3 + i] & 127];
  ASSERT_TRUE(harness::run(two, "k", Range{{2, 4, 1}, {2, 4, 1}, {0, 0, 0}, 2}, inOut(in), inOut(a), inOut(out), n));
  EXPECT_EQ(out, wanted);
}

} // namespace
