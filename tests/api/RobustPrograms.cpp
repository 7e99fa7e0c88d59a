// Robust programs on the platform's own memory (docs/security.md): what others left in it must not be seen, and no
// part of a linked program is left out.
#include "tests/api/ProgramFixture.h"
#include <cstdlib>
#include <cstring>

namespace apitest {
namespace {

class RobustPrograms : public ProgramTest {
protected:
  /// Leaves blocks of the heap full of ones.
  static void dirtyTheHeap(std::size_t bytes) {
    std::vector<void *> blocks(16);
    for (void *&block : blocks) {
      block = std::malloc(bytes);
      if (block)
        std::memset(block, 0xFF, bytes);
    }
    asm volatile("" : : "r"(blocks.data()) : "memory"); // it is written, and then freed
    for (void *block : blocks)
      std::free(block);
  }
};

TEST_F(RobustPrograms, SeeNothingOfFreedMemoryInLocalMemory) {
  const Program program = built(R"(
    kernel void k(global int *seen, local int *own) {
      local int fixed[1000];
      int any = 0;
      for (int i = get_local_id(0); i < N; i += get_local_size(0)) any |= own[i];
      for (int i = get_local_id(0); i < 1000; i += get_local_size(0)) any |= fixed[i];
      seen[get_global_id(0)] = any;
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int i = get_local_id(0); i < N; i += get_local_size(0)) own[i] = 0;
    })",
                                "-cl-lanecl-robust -DN=12000");
  Kernel object = kernel(program, "k");
  clSetKernelArg(object.get(), 1, 12000 * sizeof(cl_int), nullptr);
  for (int round = 0; round < 4; ++round) {
    dirtyTheHeap(std::size_t{16384} << round);
    EXPECT_EQ(outputOf(object, 16, 16), std::vector<cl_int>(16)) << round;
  }
}

// Whichever part was compiled so.
TEST_F(RobustPrograms, AreSoAsAWhole) {
  const char *const sources[] = {"int other(ulong p); kernel void k(global int *out) { out[0] = other(ADDRESS); "
                                 "out[1] = *(global int *)(ADDRESS + 4); *(global int *)ADDRESS = 7; }",
                                 "int other(ulong p) { *(global int *)(p + 8) = 9; return *(global int *)p; }"};
  std::vector<cl_int> secret(4, 1234);
  const std::string address = "-DADDRESS=" + std::to_string(reinterpret_cast<uintptr_t>(secret.data())) + "UL";
  for (unsigned robust : {1, 2, 3}) {
    const auto part = [&](unsigned number) {
      return compiled(sources[number], (address + (robust >> number & 1 ? " -cl-lanecl-robust" : "")).c_str());
    };
    const Program first = part(0), second = part(1);
    EXPECT_EQ(outputOf(linked({first.get(), second.get()}), "k", 2), (std::vector<cl_int>{0, 0})) << robust;
    EXPECT_EQ(secret, std::vector<cl_int>(4, 1234)) << robust;
  }
}

} // namespace
} // namespace apitest
