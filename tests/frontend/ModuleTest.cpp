// What modules carry beyond their instructions, and that compiles do not disturb one another.
#include "Support.h"
#include <thread>

namespace lanecl::test {
namespace {

constexpr const char *kernels = R"(
typedef struct { int a; float b; } Pair;
kernel __attribute__((reqd_work_group_size(8, 4, 2))) void first(global const float *restrict in, global Pair *out,
    local volatile int *scratch, constant int *table, uint4 v, Pair p) { out[0] = p; scratch[0] = v.x; }
kernel __attribute__((work_group_size_hint(16, 1, 1))) __attribute__((vec_type_hint(float4))) void second(int n) {}
)";

TEST(KernelArguments, TypesQualifiersAndNames) {
  Module module = compile(kernels);
  EXPECT_TRUE(module.has("OpString \"kernel_arg_type.first.float*,Pair*,int*,int*,uint4,Pair,\""));
  EXPECT_TRUE(module.has("OpString \"kernel_arg_type_qual.first.restrict const,,volatile,const,,,\""));
  EXPECT_TRUE(module.has("OpString \"kernel_arg_type.second.int,\""));
  for (const char *name : {"in", "out", "scratch", "table", "v", "p", "n"})
    EXPECT_TRUE(module.has(std::string(" \"") + name + "\"")) << name;
}

TEST(KernelArguments, Attributes) {
  Module module = compile(kernels);
  EXPECT_TRUE(module.has("OpExecutionMode %first LocalSize 8 4 2"));
  EXPECT_TRUE(module.has("OpExecutionMode %second LocalSizeHint 16 1 1"));
  EXPECT_TRUE(module.has("OpExecutionMode %second VecTypeHint"));
}

TEST(Linkage, OnlyWhatKernelsUseUnlessLinkable) {
  const char *source = "int other(int x);\nint unused(int x) { return x; }\nint used(int x) { return other(x); }\n"
                       "inline int inlined(int x) { return x * x; }\n"
                       "kernel void k(global int *o) { o[0] = used(o[0]) + inlined(o[1]); }";
  Module program = compile(source, "", false);
  EXPECT_FALSE(program.functions.contains("unused"));
  EXPECT_TRUE(program.functions.contains("used") && program.functions.contains("inlined"));
  EXPECT_FALSE(program.has("Export"));
  EXPECT_TRUE(program.has("LinkageAttributes \"other\" Import"));
  Module library = compile(source, "", true);
  EXPECT_TRUE(library.has("LinkageAttributes \"unused\" Export"));
  EXPECT_TRUE(library.has("LinkageAttributes \"used\" Export"));
  EXPECT_FALSE(library.has("LinkageAttributes \"inlined\""));
}

// What links such a module need not be ours.
TEST(Linkage, OwnOverloadsKeepTheirNames) {
  Module module = compile("typedef struct { float x, y; } C; C __attribute__((overloadable)) dot(C a, C b);\n"
                          "kernel void k(global float *o) { C c = {o[0], o[1]}; o[0] = dot(c, c).x; }");
  EXPECT_TRUE(module.has("LinkageAttributes \"_Z3dot1CS_\" Import"));
  EXPECT_FALSE(module.has("__lanecl"));
}

// Names that no text has before macros are expanded.
TEST(Preludes, AreThereForPastedNames) {
  for (const char *options : {"-cl-std=CL3.0", "-cl-std=CL3.0 -DPASTE(a,b)=a##b"}) {
    Module module = compile("#ifndef PASTE\n#define PASTE(a, b) a##b\n#endif\n"
                            "kernel void k(global int *o) { o[0] = PASTE(sub_group_, any)(o[1]);"
                            " o[2] = PASTE(intel_sub_group_, shuffle)(o[3], 1u); }",
                            options);
    EXPECT_EQ(module.status, compiler::Status::Ok) << module.log;
  }
}

// Both ways in which Clang is driven know the same language.
TEST(Linkage, ConstantsOfTheLanguage) {
  for (bool linkable : {false, true}) {
    Module module = compile("constant float limits[2] = {INFINITY, MAXFLOAT};\n"
                            "kernel void k(global float *o) { o[0] = NAN; o[1] = limits[get_global_id(0)];"
                            " o[2] = -HUGE_VALF; }",
                            "", linkable);
    EXPECT_EQ(module.status, compiler::Status::Ok) << module.log;
  }
}

TEST(Linkage, KernelsThatCallKernels) {
  Module module = compile("kernel void inner(global int *o) { o[1] = 2; }\n"
                          "kernel void outer(global int *o) { inner(o); o[0] = 1; }",
                          "", false);
  EXPECT_EQ(module.all("OpEntryPoint").size(), 2u);
  EXPECT_EQ(compile("kernel void k(global int *o) { o[0] = 1; }", "", false).all("OpFunction").size(), 1u);
}

TEST(Traps, AllCompile) {
  for (const char *name : {"and64", "anyb", "awc3", "awc5", "c11", "conv2", "cw", "ea", "fm", "hints", "inl", "ren"}) {
    Module module = compile(readFile(std::string(LANECL_TEST_DATA) + "/traps/" + name + ".cl"));
    EXPECT_EQ(module.status, compiler::Status::Ok) << name << ": " << module.log;
  }
}

TEST(Printf, FormatsStayConstant) {
  // The back end hands printf the array itself: right for us, but not for the validator.
  Module module =
      compileUnchecked("kernel void k(int n, constant char *f) { printf(\"%d %s\\n\", n, \"text\"); printf(f, n);"
                       " printf(n ? \"a %d\" : \"bb %d\", n); }",
                       "-cl-std=CL1.2 -w");
  size_t printfs = 0;
  for (const Line &line : module.all("OpExtInst"))
    printfs += line.operands[2] == "printf";
  EXPECT_EQ(printfs, 3u);
  EXPECT_EQ(module.all("OpFunctionCall").size(), 0u);
}

std::string program(int functions) {
  std::string source;
  for (int i = 0; i < functions; ++i)
    source += "kernel void k" + std::to_string(i) +
              "(global int *o, int n) { for (int i = 0; i < n; ++i) { if (o[i] > " + std::to_string(i) +
              ") o[i] += n; else switch (o[i + 1]) { case 1: o[i] = 1; break; case 2: o[i] = 7; "
              "break; default: o[i]--; } } }\n";
  return source;
}

// The back end keeps labels of earlier modules; different sizes in turn bring them up.
TEST(Repetition, LabelsStayUnique) {
  for (int round = 0; round < 12; ++round)
    EXPECT_EQ(compile(program(1 + round * 5 % 17)).status, compiler::Status::Ok);
}

TEST(Repetition, SameSourceSameWords) {
  Module first = compile(program(3));
  compile(program(11));
  EXPECT_EQ(compile(program(3)).words, first.words);
}

TEST(Threads, CompileAtTheSameTime) {
  std::vector<std::thread> threads;
  std::vector<uint32_t> expected = compile(program(4)).words;
  std::atomic<int> wrong = 0;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 10; ++i) {
        bool broken = (t + i) % 3 == 0;
        auto outcome =
            frontend::compileToSpirv({broken ? std::string("kernel void k( {") : program(4), "-cl-std=CL3.0", {}, true},
                                     settings(), spirv::join);
        wrong += broken ? outcome.status != compiler::Status::BuildFailure : outcome.value.words != expected;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
}

} // namespace
} // namespace lanecl::test
