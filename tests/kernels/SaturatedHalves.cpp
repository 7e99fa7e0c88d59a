// "NaN is converted to 0" (OpenCL C 6.4.3.3, _sat), of halves too, with lanes and without.
#include "Harness.h"
using harness::Range;

namespace {

TEST(SaturatedHalves, NanIsZero) {
  for (const char *type : {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"})
    for (const char *mode : {"", "_rte", "_rtp", "_rtn", "_rtz"}) {
      const std::string source =
          std::string("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#define CONVERT convert_") + type + "_sat" +
          mode + R"(
        kernel void each(global const ushort *in, global long *out, int n) {
          int i = get_global_id(0);
          if (i < n) out[i] = (long)CONVERT(as_half(in[i]));
        }
        kernel __attribute__((reqd_work_group_size(1, 1, 1))) void alone(global const ushort *in, global long *out, int n) {
          local half t[4];
          for (int i = 0; i < n; ++i) {
            t[i & 3] = as_half(in[i]);
            barrier(CLK_LOCAL_MEM_FENCE);
            out[i] = (long)CONVERT(t[i & 3]);
          }
        })";
      harness::Program program(source);
      ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
      for (const char *name : {"each", "alone"}) {
        // Quiet and signalling ones of both signs, and numbers that every type has.
        std::vector<cl_ushort> in = {0x7e00, 0xfe00, 0x7c01, 0xfdff, 0x7fff, 0x0000, 0x4200, 0x7e01};
        std::vector<cl_long> out(in.size(), 77), want = {0, 0, 0, 0, 0, 0, 3, 0};
        harness::Launch launch(program, name);
        launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out)), launch.arg(cl_int(in.size()));
        launch.run(Range::of(name[0] == 'a' ? 1 : in.size(), name[0] == 'a' ? 1 : in.size()));
        EXPECT_EQ(out, want) << type << mode << ' ' << name;
      }
    }
}

} // namespace
