// Masks of lanes that arrive as lanes' sign bits and are needed twice: as a number, to ask whether all take part, and
// for a gather. Functions that are not inlined get them so.
#include "Harness.h"
using harness::inOut;
using harness::Range;

namespace {
constexpr char source[] = R"(
__attribute__((noinline)) int tripled(local T *to, const local T *from, int k) {
  T v = *from;
  *to = (T)(((uint)(int)v * 3u + (uint)k) & 127u);
  return (int)v;
}
kernel void k(global int *out, local T *a) {
  int n = get_local_size(0), l = get_local_id(0);
  a[l] = l + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  int was = tripled(a + n + l, a + l, 5);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = was + 1000 * (int)a[2 * n - 1 - l];
})";

template <typename T> void check(const char *type) {
  harness::Program program("#define T " + std::string(type) + source);
  for (int items : {1, 3, 6, 13, 35, 41}) {
    std::vector<cl_int> out(items, -1), wanted;
    for (int i = 0; i < items; ++i)
      wanted.push_back(i + 1 + 1000 * (((items - i) * 3 + 5) & 127));
    harness::Launch launch(program, "k");
    launch.arg(inOut(out)), launch.arg(harness::Local{2 * items * sizeof(T)});
    launch.run(Range::of(items, items));
    EXPECT_EQ(out, wanted) << type << ", " << items;
  }
}

TEST(MaskRegisters, Bytes) { check<cl_char>("char"); }
TEST(MaskRegisters, UnsignedBytes) { check<cl_uchar>("uchar"); }
TEST(MaskRegisters, Shorts) { check<cl_short>("short"); }
TEST(MaskRegisters, UnsignedShorts) { check<cl_ushort>("ushort"); }
TEST(MaskRegisters, Ints) { check<cl_int>("int"); }
TEST(MaskRegisters, Longs) { check<cl_long>("long"); }
TEST(MaskRegisters, Floats) { check<cl_float>("float"); }
} // namespace
