// assert in kernels of SYCL programs (cl_intel_devicelib_assert): what does not hold is told on stderr, and the process
// ends.
#include "tests/api/MemoryFixture.h"
#include <csignal>

using namespace api_test;

namespace {

class DeviceAssert : public WithMemory {
protected:
  /// Items of which those from `first` on do not hold.
  void launch(cl_int first, const char *extra = "") {
    const std::string source = std::string(extra) + R"(
      void __devicelib_assert_fail(constant char *expression, constant char *file, int line, constant char *function,
                                   size_t, size_t, size_t, size_t, size_t, size_t);
      void check(int i, int first) {
        if (i >= first)
          __devicelib_assert_fail("i < first", "file.cpp", 42, "check", get_global_id(0), 7, 8, get_local_id(0), 2, 3);
      }
      kernel void k(global int *p, int first) {
        int i = get_global_id(0);
        if (i == 0)
          printf("before\n");
        check(i, first);
        p[i] = i * 3;
      })";
    cl_kernel kernel = makeKernel(source);
    cl_mem out = makeBuffer(64 * 4);
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof out, &out));
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof first, &first));
    const size_t items = 64, group = 16;
    EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &group, 0, nullptr, nullptr));
    std::vector<cl_int> read(64);
    EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, out, CL_TRUE, 0, 64 * 4, read.data(), 0, nullptr, nullptr));
    for (int i = 0; i < 64; ++i)
      EXPECT_EQ(i * 3, read[i]);
  }
};

TEST_F(DeviceAssert, DeviceKnowsIt) {
  auto names = " " + queryText(clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS) + " ";
  EXPECT_NE(std::string::npos, names.find(" cl_intel_devicelib_assert "));
}

TEST_F(DeviceAssert, WhatHoldsGoesOn) { launch(64); }

// Run by the test below, in processes of their own.
TEST_F(DeviceAssert, DISABLED_LastItemFails) { launch(63); }
TEST_F(DeviceAssert, DISABLED_AllItemsFail) { launch(0); }

// Of a shell: success only for a process that abort() ended.
const std::string Aborts = "trap 'test $? = 134; exit $?' EXIT; ";

TEST_F(DeviceAssert, WhatDoesNotHoldEndsTheProcess) {
  for (const char *prefix : {"LANECL_WIDTH=1", "LANECL_WIDTH=8", "LANECL_THREADS=1"}) {
    const std::string output = runFresh(Aborts + prefix, "DeviceAssert.DISABLED_LastItemFails");
    const auto before = output.find("before\n");
    const auto told =
        output.find("file.cpp:42: check: global id: [63,7,8], local id: [15,2,3] Assertion `i < first` failed.\n");
    EXPECT_NE(std::string::npos, before) << output;
    EXPECT_NE(std::string::npos, told) << output;
    EXPECT_LT(before, told);
    EXPECT_EQ(std::string::npos, output.find("[       OK ] DeviceAssert.DISABLED")) << output;
  }
  const std::string all = runFresh(Aborts, "DeviceAssert.DISABLED_AllItemsFail");
  EXPECT_NE(std::string::npos, all.find("Assertion `i < first` failed.\n")) << all;
  EXPECT_EQ(std::string::npos, all.find("[       OK ] DeviceAssert.DISABLED")) << all;
}

} // namespace
