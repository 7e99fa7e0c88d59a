// Program-scope variables by name: read, written and pointed to while kernels use them.
#include "runtime/NewerNames.h"
#include "tests/api/MemoryFixture.h"
#include "tests/api/ProgramFixture.h"

using namespace api_test;

namespace {

class GlobalVariables : public WithMemory {
protected:
  template <typename F> static F function(const char *name) {
    auto *found = reinterpret_cast<F>(clGetExtensionFunctionAddressForPlatform(platform(), name));
    EXPECT_NE(nullptr, found) << name;
    return found;
  }
  void SetUp() override {
    WithMemory::SetUp();
    program = build("global int counters[4] = {10, 20, 30, 40};"
                    "kernel void k(global int *out) { int i = get_global_id(0); out[i] = counters[i]; "
                    "  counters[i] += 1; }");
  }
  const clGetDeviceGlobalVariablePointerINTEL_fn pointerOf =
      function<clGetDeviceGlobalVariablePointerINTEL_fn>("clGetDeviceGlobalVariablePointerINTEL");
  const clEnqueueReadGlobalVariableINTEL_fn read =
      function<clEnqueueReadGlobalVariableINTEL_fn>("clEnqueueReadGlobalVariableINTEL");
  const clEnqueueWriteGlobalVariableINTEL_fn write =
      function<clEnqueueWriteGlobalVariableINTEL_fn>("clEnqueueWriteGlobalVariableINTEL");
  cl_program program = nullptr;
};

TEST_F(GlobalVariables, ReadWriteAndPointer) {
  int values[4] = {}, two[2] = {100, 200};
  EXPECT_EQ(CL_SUCCESS, read(queue, program, "counters", CL_TRUE, 16, 0, values, 0, nullptr, nullptr));
  EXPECT_EQ(30, values[2]);
  EXPECT_EQ(CL_SUCCESS, write(queue, program, "counters", CL_FALSE, 8, 4, two, 0, nullptr, nullptr));
  cl_kernel kernel = kernelOf(program, "k");
  cl_mem out = makeBuffer(16);
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof out, &out));
  EXPECT_EQ(CL_SUCCESS, run(kernel, 4));
  EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, out, CL_TRUE, 0, 16, values, 0, nullptr, nullptr));
  EXPECT_EQ((std::vector<int>{10, 100, 200, 40}), std::vector<int>(values, values + 4));
  void *pointer = nullptr;
  size_t size = 0;
  EXPECT_EQ(CL_SUCCESS, pointerOf(device(), program, "counters", &size, &pointer));
  EXPECT_EQ(16u, size);
  const int *counters = static_cast<int *>(pointer);
  EXPECT_EQ((std::vector<int>{11, 101, 201, 41}), std::vector<int>(counters, counters + 4));
}

TEST_F(GlobalVariables, Rules) {
  int value = 0;
  void *pointer = nullptr;
  size_t size = 0;
  EXPECT_EQ(CL_INVALID_DEVICE, pointerOf(nullptr, program, "counters", &size, &pointer));
  EXPECT_EQ(CL_INVALID_PROGRAM, pointerOf(device(), nullptr, "counters", &size, &pointer));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, pointerOf(device(), program, "nothing", &size, &pointer));
  EXPECT_EQ(CL_INVALID_VALUE, pointerOf(device(), program, nullptr, &size, &pointer));
  EXPECT_EQ(CL_INVALID_VALUE, pointerOf(device(), program, "counters", &size, nullptr));
  EXPECT_EQ(CL_SUCCESS, pointerOf(device(), program, "counters", nullptr, &pointer));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, read(nullptr, program, "counters", CL_TRUE, 4, 0, &value, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_PROGRAM, read(queue, nullptr, "counters", CL_TRUE, 4, 0, &value, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, read(queue, program, "k", CL_TRUE, 4, 0, &value, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, read(queue, program, "counters", CL_TRUE, 4, 0, nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, read(queue, program, "counters", CL_TRUE, 4, 13, &value, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, write(queue, program, "counters", CL_TRUE, 17, 0, &value, 0, nullptr, nullptr));
  const char *source = "kernel void k() {}";
  cl_int error = 1;
  programs.push_back(clCreateProgramWithSource(context, 1, &source, nullptr, &error));
  EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE, pointerOf(device(), programs.back(), "counters", &size, &pointer));
}

// SPV_INTEL_global_variable_host_access: SYCL's compilers give variables names for the host.
TEST_F(GlobalVariables, NamesForTheHost) {
  const std::string il = apitest::assemble("hostaccess.spvasm");
  cl_int error = 1;
  programs.push_back(clCreateProgramWithIL(context, il.data(), il.size(), &error));
  ASSERT_EQ(CL_SUCCESS, error);
  cl_program named = programs.back();
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(named, 0, nullptr, nullptr, nullptr, nullptr));
  cl_uint value = 100;
  EXPECT_EQ(CL_SUCCESS, write(queue, named, "a name", CL_TRUE, 4, 0, &value, 0, nullptr, nullptr));
  cl_kernel kernel = kernelOf(named, "copy");
  cl_mem out = makeBuffer(4);
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof out, &out));
  EXPECT_EQ(CL_SUCCESS, run(kernel, 1));
  EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, out, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr));
  EXPECT_EQ(100u, value);
  void *pointers[3] = {};
  size_t size = 0;
  EXPECT_EQ(CL_SUCCESS, pointerOf(device(), named, "a name", &size, &pointers[0]));
  EXPECT_EQ(4u, size);
  EXPECT_EQ(CL_SUCCESS, pointerOf(device(), named, "counter", nullptr, &pointers[1]));
  EXPECT_EQ(pointers[0], pointers[1]);
  EXPECT_EQ(105u, *static_cast<cl_uint *>(pointers[0]));
  EXPECT_EQ(CL_SUCCESS, read(queue, named, "another", CL_TRUE, 4, 0, &value, 0, nullptr, nullptr));
  EXPECT_EQ(5u, value);
  EXPECT_EQ(CL_INVALID_ARG_VALUE, pointerOf(device(), named, "a third", &size, &pointers[2]));
}

} // namespace
