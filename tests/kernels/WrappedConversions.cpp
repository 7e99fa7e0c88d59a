// Numbers that a narrow integer does not hold: what comes of them is up to the implementation (OpenCL C 6.4.3.3), and
// here the low bits of their 32-bit conversion, as of a C compiler's on this machine, with lanes and without.
#include "Harness.h"
using harness::Range;

namespace {

template <typename T> void expectWrapped(const char *type) {
  const std::string name = type;
  harness::Program program("#define T " + name + "\n#define T4 " + name + "4\n#define CONVERT(suffix) convert_" + name +
                           "##suffix\n" + R"(
    kernel void each(global const float *in, global T *out) {
      size_t i = get_global_id(0); out[i] = CONVERT()(in[i]); }
    kernel void cast(global const float *in, global T *out) {
      size_t i = get_global_id(0); out[i] = (T)in[i]; }
    kernel void doubles(global const float *in, global T *out) {
      size_t i = get_global_id(0); out[i] = CONVERT(_rtn)((double)in[i]); }
    kernel void fours(global const float4 *in, global T4 *out) {
      size_t i = get_global_id(0); out[i] = CONVERT(4)(in[i]); }
    kernel __attribute__((reqd_work_group_size(1, 1, 1))) void alone(global const float *in, global T *out, int n) {
      for (int i = 0; i < n; ++i) {
        out[i] = CONVERT()(in[i]);
        barrier(CLK_GLOBAL_MEM_FENCE);
      }
    })");
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  std::vector<cl_float> in = {721,    255,   256,   -1,  -300, 70000, -70000, 3000000,
                              -32769, 32768, 65535, 128, -129, 0,     1,      8e8F};
  std::vector<T> want;
  for (cl_float x : in)
    want.push_back(static_cast<T>(static_cast<cl_int>(x)));
  for (const char *entry : {"each", "cast", "doubles", "fours", "alone"}) {
    std::vector<T> out(in.size(), T(77));
    harness::Launch launch(program, entry);
    launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out));
    const bool isAlone = entry[0] == 'a', isFours = entry[0] == 'f';
    if (isAlone)
      launch.arg(cl_int(in.size()));
    const size_t items = isAlone ? 1 : isFours ? in.size() / 4 : in.size();
    launch.run(Range::of(items, items));
    EXPECT_EQ(out, want) << type << ' ' << entry;
  }
}

TEST(WrappedConversions, LowBitsOfWhatDoesNotFit) {
  expectWrapped<cl_char>("char");
  expectWrapped<cl_uchar>("uchar");
  expectWrapped<cl_short>("short");
  expectWrapped<cl_ushort>("ushort");
}

} // namespace
