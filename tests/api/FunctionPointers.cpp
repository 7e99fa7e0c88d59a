// Pointers to functions (SPV_INTEL_function_pointers): from the module's tables, and from the host by name.
#include "runtime/NewerNames.h"
#include "tests/api/ProgramFixture.h"
#include <algorithm>
#include <numeric>

using namespace apitest;

namespace {

constexpr size_t Items = 77;

class FunctionPointers : public ProgramTest {
protected:
  void SetUp() override {
    ProgramTest::SetUp();
    cl_int error = 1;
    program = fromIl(assemble("functionpointers.spvasm"), error);
    ASSERT_EQ(CL_SUCCESS, error);
    ASSERT_EQ(CL_SUCCESS, clBuildProgram(program.get(), 0, nullptr, nullptr, nullptr, nullptr)) << log(program);
  }

  cl_ulong pointerTo(const Program &in, const char *name) {
    cl_ulong pointer = 0;
    EXPECT_EQ(CL_SUCCESS, pointerOf(device, in.get(), name, &pointer));
    return pointer;
  }
  std::vector<cl_int> given(const Program &in, cl_ulong pointer) {
    Kernel object = kernel(in, "given");
    EXPECT_EQ(clSetKernelArg(object.get(), 1, sizeof pointer, &pointer), CL_SUCCESS);
    return outputOf(object, Items);
  }
  template <typename F> static std::vector<cl_int> expected(F function) {
    std::vector<cl_int> values(Items);
    std::iota(values.begin(), values.end(), 0);
    std::ranges::transform(values, values.begin(), function);
    return values;
  }

  const clGetDeviceFunctionPointerINTEL_fn pointerOf = reinterpret_cast<clGetDeviceFunctionPointerINTEL_fn>(
      clGetExtensionFunctionAddressForPlatform(platform, "clGetDeviceFunctionPointerINTEL"));
  Program program;
};

TEST_F(FunctionPointers, EachWorkItemCallsItsOwn) {
  EXPECT_EQ(expected([](int i) { return i % 3 == 1 ? i * i : 2 * i; }), outputOf(program, "pick", Items));
}

TEST_F(FunctionPointers, OfTheHost) {
  EXPECT_EQ(expected([](int i) { return 2 * i; }), given(program, pointerTo(program, "twice")));
  EXPECT_EQ(expected([](int i) { return i * i; }), given(program, pointerTo(program, "square")));
  // What means no function of the type gives zeros, and harms nobody.
  EXPECT_EQ(expected([](int) { return 0; }), given(program, 0));
  EXPECT_EQ(expected([](int) { return 0; }), given(program, 0x1234));
}

TEST_F(FunctionPointers, OfABinary) {
  given(program, pointerTo(program, "twice")); // its code is in the binary then
  cl_int error = 1;
  Program copy = fromBinary(binaryOf(program), error);
  ASSERT_EQ(CL_SUCCESS, error);
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(copy.get(), 0, nullptr, nullptr, nullptr, nullptr));
  EXPECT_EQ(expected([](int i) { return i * i; }), given(copy, pointerTo(copy, "square")));
}

TEST_F(FunctionPointers, Rules) {
  cl_ulong pointer = 0;
  EXPECT_EQ(CL_SUCCESS, pointerOf(device, program.get(), "pick", &pointer)); // a kernel is a function
  EXPECT_EQ(CL_INVALID_DEVICE, pointerOf(nullptr, program.get(), "twice", &pointer));
  EXPECT_EQ(CL_INVALID_PROGRAM, pointerOf(device, nullptr, "twice", &pointer));
  EXPECT_EQ(CL_INVALID_VALUE, pointerOf(device, program.get(), nullptr, &pointer));
  EXPECT_EQ(CL_INVALID_VALUE, pointerOf(device, program.get(), "twice", nullptr));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, pointerOf(device, program.get(), "thrice", &pointer));
  Program unbuilt = fromSource("kernel void k() {}");
  EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE, pointerOf(device, unbuilt.get(), "k", &pointer));
}

} // namespace
