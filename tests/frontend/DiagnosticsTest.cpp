// The build log, and programs that must fail without hurting anyone.
#include "Support.h"
#include <array>

namespace lanecl::test {
namespace {

TEST(Diagnostics, HaveLineColumnAndCaret) {
  Module module = compile("kernel void k(global int *o) {\n  o[0] = 1;\n  o[1] = missing;\n}\n");
  EXPECT_EQ(module.status, compiler::Status::BuildFailure);
  EXPECT_NE(module.log.find("program.cl:3:10: error: use of undeclared identifier 'missing'"), std::string::npos)
      << module.log;
  EXPECT_NE(module.log.find("          ^"), std::string::npos) << module.log;
  EXPECT_NE(module.log.find("1 error generated."), std::string::npos);
}

TEST(Diagnostics, WarningsComeWithSuccess) {
  const char *source = "kernel void k(global int *o) { int x = 3.5e40; o[0] = x; }";
  Module module = compile(source);
  EXPECT_EQ(module.status, compiler::Status::Ok);
  EXPECT_NE(module.log.find("warning:"), std::string::npos);
  EXPECT_EQ(compile(source, "-w").log, "");
  EXPECT_EQ(compile(source, "-Werror").status, compiler::Status::BuildFailure);
}

// Built-in functions are declared at the first use of their name, and once: Clang knows then where that was.
TEST(Diagnostics, BuiltInFunctionsAreDeclaredOnce) {
  Module module = compile("kernel void k(global float *o) { float p; o[0] = modf(o[1], &p) + p; }\n"
                          "constant float modf = 3;\n");
  EXPECT_EQ(module.status, compiler::Status::BuildFailure);
  EXPECT_NE(module.log.find("program.cl:1:50: note: previous definition is here"), std::string::npos) << module.log;
}

TEST(Diagnostics, UnsupportedFeaturesFailWithTheirPlace) {
  for (const char *trap : {"blk", "enq"}) {
    Module module = compile(readFile(std::string(LANECL_TEST_DATA) + "/traps/" + trap + ".cl"));
    EXPECT_EQ(module.status, compiler::Status::BuildFailure) << trap;
    EXPECT_NE(module.log.find("program.cl:1:"), std::string::npos) << module.log;
  }
  for (const char *source : {"kernel void k(global int *o) { __asm__(\"nop\"); }", "__asm__(\"nop\");",
                             "int f(int); kernel void k(global int *o) { int (*p)(int) = f; o[0] = p(1); }"}) {
    Module module = compile(source, "-cl-std=CL2.0");
    EXPECT_EQ(module.status, compiler::Status::BuildFailure) << source;
    EXPECT_NE(module.log.find("error:"), std::string::npos);
  }
}

TEST(Diagnostics, ArraysBeyondSpirvsCounts) {
  for (const char *source :
       {"kernel void k(global int *o) { char z[(1UL << 32) + 64]; z[o[0]] = 1; o[1] = z[o[2]]; }",
        "struct S { int a; char b[2][1UL << 33]; }; kernel void k(global struct S *s) { s->a = 1; "
        "s[1].b[0][5] = 2; }",
        "kernel void k(global int *o) { local char z[1UL << 40]; z[o[0]] = 1; o[1] = z[o[2]]; }"}) {
    Module module = compile(source);
    EXPECT_EQ(module.status, compiler::Status::BuildFailure) << source;
    EXPECT_NE(module.log.find("an array of more than 4294967295 elements"), std::string::npos) << module.log;
  }
  EXPECT_EQ(compile("kernel void k(global char *o) { o[0] = o[(1UL << 40)]; }").status, compiler::Status::Ok);
}

TEST(Diagnostics, BrokenSources) {
  std::string deep(100000, '(');
  for (const std::string &source : {std::string("kernel void k( {"), std::string("\xff\xfe\x01garbage"), deep,
                                    std::string("#include \"nowhere.h\"\n"), std::string("#error no\n")}) {
    Module module = compile(source);
    EXPECT_EQ(module.status, compiler::Status::BuildFailure);
    EXPECT_FALSE(module.log.empty());
  }
  EXPECT_EQ(compile("").status, compiler::Status::Ok);
}

// What Clang takes and SPIR-V has no words for.
TEST(Diagnostics, WhatSpirvCannotSay) {
  struct Case {
    const char *statement, *what;
  };
  for (const auto &[statement, what] : std::initializer_list<Case>{
           {"unsigned _BitInt(128) x = o[0]; o[1] = x * x;", "an integer of 128 bits"},
           {"int r; o[0] = __builtin_add_overflow(o[1], (uint)o[2], &r); o[1] = r;", "an integer of 33 bits"},
           {"o[0] = __builtin_elementwise_maximumnum(o[1] * 0.5f, 1.f);", "llvm.maximumnum.f32"},
           {"o[0] = __builtin_frame_address(0) != 0;", "llvm.frameaddress.p0"},
           {"int *p = __builtin_alloca(o[1]); p[0] = 1; o[0] = p[o[2]];", "a variable whose size is computed"}}) {
    Module module = compile("kernel void k(global int *o) { " + std::string(statement) + " }", "-cl-std=CL3.0", false);
    EXPECT_EQ(module.status, compiler::Status::BuildFailure) << statement;
    EXPECT_NE(module.log.find("' uses " + std::string(what) + ", which this device does not support"),
              std::string::npos)
        << statement << '\n'
        << module.log;
  }
}

// Neither the front end's nor the back end's recursion may overflow the stack.
TEST(Diagnostics, LongExpressions) {
  std::string source = "kernel void k(global int *o, int x) { o[0] = x";
  for (int i = 0; i < 5000; ++i)
    source += i % 2 ? " + o[1]" : " * x";
  EXPECT_EQ(compile(source + "; }").status, compiler::Status::Ok);
}

TEST(Headers, EmbeddedOnesComeFirstAndNest) {
  std::array<compiler::Header, 3> headers = {{{"a.h", "#include \"dir/b.h\"\n#define A (B + 1)\n"},
                                              {"dir/b.h", "#define B 41\n"},
                                              {"a.h", "#error second\n"}}};
  Module module = compile(compiler::CompileRequest{
      "#include \"a.h\"\n#include <dir/b.h>\nkernel void k(global int *o) { o[0] = A; }", "", headers});
  EXPECT_EQ(module.status, compiler::Status::Ok) << module.log;
  EXPECT_TRUE(module.has("OpConstant %uint 42"));
}

// Such names hide nothing, and nothing hides them.
TEST(Headers, OfUnusualNames) {
  for (const char *name : {"program.cl", "/nowhere/x.h", "./x.h", "../x.h", "opencl-c-base.h"}) {
    std::array<compiler::Header, 1> headers = {{{name, "#define V 42\n"}}};
    Module module = compile(compiler::CompileRequest{
        "#include \"" + std::string(name) + "\"\nkernel void k(global int *o) { o[0] = V; }", "", headers});
    EXPECT_EQ(module.status, compiler::Status::Ok) << name << '\n' << module.log;
    EXPECT_TRUE(module.has("OpConstant %uint 42")) << name;
  }
}

TEST(Headers, ASourceMayIncludeItself) {
  Module module = compile("#ifndef V\n#define V 42\n#include __FILE__\n#else\n"
                          "kernel void k(global int *o) { o[0] = V; o[1] = __FILE__[0] == 'p'; }\n#endif\n");
  EXPECT_EQ(module.status, compiler::Status::Ok) << module.log;
  EXPECT_TRUE(module.has("OpConstant %uint 42"));
}

TEST(Headers, DiagnosticsNameThem) {
  std::array<compiler::Header, 1> headers = {{{"bad.h", "\nint f( { }\n"}}};
  Module module = compile(compiler::CompileRequest{"#include \"bad.h\"\n", "", headers});
  EXPECT_NE(module.log.find("bad.h:2:8: error:"), std::string::npos) << module.log;
}

} // namespace
} // namespace lanecl::test
