// Texts so long that they are made in parts: each kernel does what it says.
#include "Harness.h"
using harness::Range;

namespace {

constexpr int Kernels = 60;

std::string longProgram() {
  std::string source = "typedef struct { int a; float b; } Pair;\n"
                       "Pair next(Pair p, int by) { p.a = p.a * 3 + by; p.b += p.a; return p; }\n";
  for (int i = 0; i < Kernels; ++i) {
    const std::string n = std::to_string(i);
    source += "kernel void k" + n + "(global int *out, const ulong way) {\n  local int shared[" +
              std::to_string(64 + i) +
              "];\n  const int id = get_global_id(0), place = get_local_id(0);\n  Pair p = {id, 0.5f};\n" +
              "  for (int step = 0; step < " + std::to_string(i % 5 + 1) + "; ++step)\n    p = next(p, " + n + ");\n" +
              "  shared[place] = p.a; barrier(CLK_LOCAL_MEM_FENCE);\n" +
              "  switch (way) { case 1: p.a += shared[place ^ 1]; break; case 0x300000000ul: p.a -= " + n +
              "; break;\n" + "    default: p.a ^= (int)p.b; }\n  out[id] = p.a;\n}\n";
  }
  return source;
}

int expectedOf(int number, int id, cl_ulong way) {
  auto after = [&](int start, float &sum) {
    int a = start;
    for (int step = 0; step < number % 5 + 1; ++step) {
      a = a * 3 + number;
      sum += static_cast<float>(a);
    }
    return a;
  };
  float sum = 0.5f, ignored = 0;
  const int a = after(id, sum);
  return way == 1 ? a + after(id ^ 1, ignored) : way == 0x300000000 ? a - number : a ^ static_cast<int>(sum);
}

TEST(LongPrograms, EveryKernel) {
  harness::Program program(longProgram());
  for (int number = 0; number < Kernels; number += 7)
    for (cl_ulong way : {cl_ulong(1), cl_ulong(0x300000000), cl_ulong(2)}) {
      std::vector<int> out(128), expected(128);
      for (int id = 0; id < 128; ++id)
        expected[id] = expectedOf(number, id, way);
      harness::Launch launch(program, ("k" + std::to_string(number)).c_str());
      launch.arg(harness::inOut(out)), launch.arg(way);
      launch.run(Range::of(128, 64));
      EXPECT_EQ(out, expected) << "kernel " << number << ", way " << way;
    }
}

} // namespace
