// Kernels of IL whose names no source could have, and several of one function (SPIR-V, OpEntryPoint).
#include "tests/api/ProgramFixture.h"
#include <algorithm>
#include <cstdlib>

namespace apitest {
namespace {

class EntryPoints : public ProgramTest {
protected:
  Program program() {
    cl_int error = -1;
    Program made = fromIl(assemble("entrypoints.spvasm"), error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(clBuildProgram(made.get(), 0, nullptr, "-cl-kernel-arg-info", nullptr, nullptr), CL_SUCCESS) << log(made);
    return made;
  }
  /// Both kernels, each for full groups and for others.
  void expectOutputs(const Program &program) {
    for (size_t count : {1U, 64U, 67U})
      for (auto [name, value] :
           {std::pair("k", 7), std::pair("k.tails", 8), std::pair("entry:k", 7), std::pair("k, again", 7)})
        EXPECT_EQ(outputOf(program, name, count), std::vector<cl_int>(count, value)) << name << ", " << count;
  }
  std::string argument(const Kernel &kernel, cl_kernel_arg_info what) {
    size_t bytes = 0;
    if (clGetKernelArgInfo(kernel.get(), 0, what, 0, nullptr, &bytes) != CL_SUCCESS)
      return "none";
    std::string text(bytes, '?');
    EXPECT_EQ(clGetKernelArgInfo(kernel.get(), 0, what, bytes, text.data(), nullptr), CL_SUCCESS);
    return text.substr(0, text.find('\0'));
  }
};

TEST_F(EntryPoints, EachIsAKernel) {
  Program made = program();
  EXPECT_EQ(info<size_t>(made, CL_PROGRAM_NUM_KERNELS), 4u);
  expectOutputs(made);
  cl_int error = -1;
  Program again = fromBinary(binaryOf(made), error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(again.get(), 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
  expectOutputs(again);
}

TEST_F(EntryPoints, ArgumentsAreByName) {
  Program made = program();
  EXPECT_EQ(argument(kernel(made, "k"), CL_KERNEL_ARG_TYPE_NAME), "int*");
  EXPECT_EQ(argument(kernel(made, "entry:k"), CL_KERNEL_ARG_TYPE_NAME), "uint*");
  EXPECT_EQ(argument(kernel(made, "entry:k"), CL_KERNEL_ARG_NAME), "out");
  EXPECT_EQ(argument(kernel(made, "k, again"), CL_KERNEL_ARG_TYPE_NAME), "none");
}

TEST_F(EntryPoints, DISABLED_WithTheCompilersLoader) { expectOutputs(program()); }

// There the code of all kernels is in one name space.
TEST_F(EntryPoints, CodeOfOneIsNotAnothers) {
  api_test::runFresh("LANECL_DEBUG_JIT=1 LANECL_CACHE_DIR=off", "EntryPoints.DISABLED_WithTheCompilersLoader");
}

} // namespace
} // namespace apitest
