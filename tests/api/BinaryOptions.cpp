// Build options of programs that are made from binaries (OpenCL API 5.8.4): such as the linker takes count.
#include "tests/api/ProgramFixture.h"
#include <algorithm>
#include <new>

namespace apitest {
namespace {

class BinaryOptions : public ProgramTest {
protected:
  Program again(const Program &from, const char *options) {
    cl_int error = -1;
    Program program = fromBinary(binaryOf(from), error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, options, nullptr, nullptr), CL_SUCCESS) << log(program);
    return program;
  }
  /// How many of 16 stores far behind a buffer, in memory of the test's own, `poke` makes.
  long storesOutside(const Program &program) {
    constexpr std::size_t Items = 16, All = 4096, Page = 4096;
    const std::unique_ptr<cl_int[], void (*)(cl_int *)> memory(
        new (std::align_val_t(Page)) cl_int[All](), [](auto *p) { operator delete[](p, std::align_val_t(Page)); });
    cl_int error = -1;
    Buffer part(clCreateBuffer(context.get(), CL_MEM_USE_HOST_PTR, Items * sizeof(cl_int), memory.get(), &error));
    EXPECT_EQ(error, CL_SUCCESS);
    Kernel poke = kernel(program, "poke");
    Queue queue = makeQueue();
    cl_mem handle = part.get();
    const cl_int distance = 1000;
    EXPECT_EQ(clSetKernelArg(poke.get(), 0, sizeof handle, &handle), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(poke.get(), 1, sizeof distance, &distance), CL_SUCCESS);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue.get(), poke.get(), 1, nullptr, &Items, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clFinish(queue.get()), CL_SUCCESS);
    return std::count(memory.get(), memory.get() + All, 7);
  }
  static constexpr const char *Poke = "kernel void poke(global int *a, int n) { a[get_global_id(0) + n] = 7; }";
  static constexpr const char *Robust = "-cl-lanecl-robust";
};

TEST_F(BinaryOptions, MakeProgramsRobust) {
  Program plain = built(Poke);
  EXPECT_EQ(storesOutside(plain), 16) << "the test cannot see what it looks for";
  // Its machine code is in the binary by now.
  Program robust = again(plain, Robust);
  EXPECT_EQ(storesOutside(robust), 0);
  EXPECT_EQ(buildText(robust, CL_PROGRAM_BUILD_OPTIONS), Robust);
  EXPECT_EQ(storesOutside(again(robust, nullptr)), 0) << "the binary of a robust program is robust";
  EXPECT_EQ(storesOutside(again(built(Poke, Robust), "")), 0);
}

TEST_F(BinaryOptions, MakeClosedLibrariesRobust) {
  Program library = linked({compiled(Poke).get()}, "-create-library");
  EXPECT_EQ(storesOutside(again(linked({library.get()}), Robust)), 0);
}

TEST_F(BinaryOptions, ReachTheLinker) {
  Program plain = built("kernel void ask(global int *out) { volatile float a = 1e8f, b = 1; float big = a;"
                        "out[0] = (big + b) - big == 0.0f; }");
  for (auto [options, answer] : {std::pair("", 1), std::pair("-cl-unsafe-math-optimizations", 0),
                                 std::pair("-cl-std=CL3.0 -I /tmp -D X -cl-no-signed-zeros", 1)})
    EXPECT_EQ(outputOf(again(plain, options), "ask", 1), std::vector<cl_int>{answer}) << options;
  EXPECT_EQ(outputOf(again(again(plain, "-cl-unsafe-math-optimizations"), nullptr), "ask", 1), std::vector<cl_int>{0});
}

// OpenCL API 5.8.6.3, -cl-uniform-work-group-size: "requires that the global work-size be a multiple of the work-group
// size". So do all programs of OpenCL C 1.x.
TEST_F(BinaryOptions, MakeGroupsUniform) {
  Program program = built("kernel void fill(global int *out) { out[get_global_id(0)] = 1; }", "-cl-std=CL3.0");
  Queue queue = makeQueue();
  Buffer out = buffer(10 * sizeof(cl_int));
  cl_mem handle = out.get();
  const size_t global = 10, local = 4;
  for (auto [options, expected] :
       {std::pair("-cl-std=CL1.2", CL_SUCCESS), std::pair("-cl-uniform-work-group-size", CL_INVALID_WORK_GROUP_SIZE)}) {
    Program other = again(program, options);
    Kernel fill = kernel(other, "fill");
    EXPECT_EQ(clSetKernelArg(fill.get(), 0, sizeof handle, &handle), CL_SUCCESS);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue.get(), fill.get(), 1, nullptr, &global, &local, 0, nullptr, nullptr),
              expected)
        << options;
  }
  EXPECT_EQ(clFinish(queue.get()), CL_SUCCESS);
}

} // namespace
} // namespace apitest
