// Long programs, which two threads make in parts: the same as in one.
#include "Support.h"
#include <algorithm>
#include <sched.h>

namespace lanecl::test {
namespace {

size_t partCount = 0;
bool mayJoin = true;

std::optional<std::vector<uint32_t>> join(std::span<const std::vector<uint32_t>> parts) {
  auto whole = mayJoin ? spirv::join(parts) : std::nullopt;
  partCount = whole ? parts.size() : 0;
  return whole;
}

/// On one processor nothing is split.
class OneProcessor {
public:
  OneProcessor() {
    sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t one;
    CPU_ZERO(&one);
    for (int cpu = 0; cpu < CPU_SETSIZE && !CPU_COUNT(&one); ++cpu)
      if (CPU_ISSET(cpu, &before_))
        CPU_SET(cpu, &one);
    sched_setaffinity(0, sizeof one, &one);
  }
  ~OneProcessor() { sched_setaffinity(0, sizeof before_, &before_); }
  OneProcessor(const OneProcessor &) = delete;
  OneProcessor &operator=(const OneProcessor &) = delete;

private:
  cpu_set_t before_;
};

bool hasTwoProcessors() {
  cpu_set_t usable;
  return sched_getaffinity(0, sizeof usable, &usable) == 0 && CPU_COUNT(&usable) > 1;
}

/// In parts where that can be, and whole.
struct Both {
  Module split, whole;
  size_t parts = 0; ///< 0: none were joined
};

Both compileBoth(const std::string &source, std::string_view options = "-cl-std=CL3.0") {
  Both both;
  partCount = 0;
  both.split = compile(compiler::CompileRequest{source, options, {}, false}, join);
  both.parts = partCount;
  OneProcessor one;
  both.whole = compile(compiler::CompileRequest{source, options, {}, false}, join);
  return both;
}

std::string longKernel(int i, const std::string &extra = "") {
  const std::string n = std::to_string(i);
  return "kernel void k" + n + "(global float *x, global struct Pair *p, global ulong *o, local int *t, int n) {\n" +
         "  local float part[" + std::to_string(16 + i) + "];\n  int i = get_global_id(0);\n" +
         "  for (int j = 0; j < n; ++j) { x[i] += mixed(x[j], " + n + ".5f); p[i].a += j ^ " + n + "; }\n" +
         "  switch (o[i]) { case 0: o[i] = 0x100000000ul + " + n + "; break; case 0x200000000ul: o[i] *= 3; break;\n" +
         "    default: o[i] = rotate(o[i], 3ul); }\n" +
         "  part[get_local_id(0)] = sqrt(x[i]) + x[i + 1] / 3; barrier(CLK_LOCAL_MEM_FENCE);\n" +
         "  t[i] = part[get_local_id(0) ^ 1]; const float4 v = (float4)(1, 2, x[i], " + n + ");\n" +
         "  x[i] = dot(v, v.wzyx) + popcount(t[i]);\n" + extra + "}\n";
}

constexpr const char *head = "struct Pair { int a; float b; };\n"
                             "float mixed(float a, float b) { return a * 0.75f + fmax(a, b); }\n";

std::string longProgram(int kernels, const std::string &front = head, int special = -1, const std::string &extra = "") {
  std::string source = front;
  for (int i = 0; i < kernels; ++i)
    source += longKernel(i, i == special ? extra : "");
  return source;
}

std::vector<std::string> texts(const Module &module, std::string_view opcode, size_t operand) {
  std::vector<std::string> texts;
  for (const Line &line : module.all(opcode))
    texts.push_back(line.operands.at(operand));
  return texts;
}

void expectSame(const Both &both) {
  ASSERT_EQ(both.split.status, compiler::Status::Ok) << both.split.log;
  EXPECT_EQ(both.split.log, both.whole.log);
  for (auto [opcode, operand] : {std::pair("OpCapability", 0),
                                 {"OpExtension", 0},
                                 {"OpEntryPoint", 2},
                                 {"OpString", 0},
                                 {"OpModuleProcessed", 0}}) {
    auto split = texts(both.split, opcode, operand), whole = texts(both.whole, opcode, operand);
    if (std::string_view(opcode) == "OpCapability" || std::string_view(opcode) == "OpExtension")
      std::ranges::sort(split), std::ranges::sort(whole);
    EXPECT_EQ(split, whole) << opcode;
  }
  // What says the same is there once.
  for (const char *opcode : {"OpTypeInt", "OpTypeFloat", "OpTypeVector", "OpTypePointer", "OpTypeStruct", "OpTypeArray",
                             "OpTypeFunction", "OpExtInstImport", "OpConstant", "OpMemoryModel", "OpVariable"})
    EXPECT_EQ(both.split.all(opcode).size(), both.whole.all(opcode).size()) << opcode;
  for (const auto &[name, body] : both.whole.functions)
    EXPECT_EQ(both.split.operations(name), both.whole.operations(name)) << name;
}

TEST(Parts, AreTheWhole) {
  if (!hasTwoProcessors())
    GTEST_SKIP() << "one processor";
  const Both both = compileBoth(longProgram(40));
  EXPECT_GT(both.parts, 2u);
  expectSame(both);
  EXPECT_EQ(both.split.words, compileBoth(longProgram(40)).split.words);
  EXPECT_EQ(compileBoth(longProgram(2)).parts, 0u); // short
  // One of each for all.
  EXPECT_EQ(compile(longProgram(40), "-cl-std=CL3.0", true).all("OpEntryPoint").size(), 40u);
}

TEST(Parts, StayWholeWhereTheyShareSomething) {
  const std::string variable = std::string("global int counter;\nconstant int table[] = {1, 2, 3};\n") + head;
  const std::string inner = std::string(head) + "int next(int i) { static global int steps; return steps += i; }\n";
  for (const std::string &source :
       {longProgram(40, variable, 30, "counter += table[i & 1];"), longProgram(40, inner, 30, "p[0].a = next(i);"),
        longProgram(40, std::string(head) + "int later(int);\n", 2, "p[0].a = later(i);") +
            "int later(int i) { return i * 7; }\n" + longKernel(41),
        longProgram(40, head, 30, "k3(x, p, o, t, n);")}) {
    const Both both = compileBoth(source);
    ASSERT_EQ(both.split.status, compiler::Status::Ok) << both.split.log;
    EXPECT_EQ(both.split.words, both.whole.words);
  }
}

// What cannot be joined is compiled again, whole.
TEST(Parts, FallBack) {
  mayJoin = false;
  const Both both = compileBoth(longProgram(40));
  mayJoin = true;
  EXPECT_EQ(both.split.words, both.whole.words);
}

// Whatever is said is said once, in the order of the whole.
TEST(Parts, SayTheSame) {
  const std::string far = "o[i] = (ulong)&&place; place: goto *(void *)x;";
  for (const std::string &source :
       {longProgram(40, head, 35, "undeclared = 1;"), longProgram(40, head, 3, "undeclared = 1;"),
        longProgram(40, std::string(head) + "#warning \"seen\"\n"), longProgram(40, head, 37, far),
        longProgram(40, head, 1, far),
        longProgram(40, std::string("#define SIZE (1 + unknown)\n") + head, 20, "int a[SIZE];")}) {
    const Both both = compileBoth(source);
    EXPECT_EQ(both.split.status, both.whole.status);
    EXPECT_EQ(both.split.log, both.whole.log);
    EXPECT_FALSE(both.split.log.empty());
  }
}

} // namespace
} // namespace lanecl::test
