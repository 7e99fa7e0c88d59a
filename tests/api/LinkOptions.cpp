// What the linker's options do to compiled programs and libraries, and what it refuses (OpenCL API 5.8.7, OpenCL C
// 6.11).
#include "tests/api/ProgramFixture.h"

namespace apitest {
namespace {

class LinkOptions : public ProgramTest {
protected:
  /// The kernel's answers with `optimised` in a program of its own, linked into a library with `libraryOptions` (null:
  /// not at all), and everything linked with `options`.
  std::vector<cl_int> answers(const char *libraryOptions, const char *options, bool throughBinary = false) {
    Program user = compiled(R"(
      int signOf(float x); int isItself(float x); int sumOf(float a, float b);
      kernel void ask(global int *out) {
        volatile float zero = -0.0f, nan = NAN, big = 1e8f, one = 1.0f;
        out[0] = signOf(zero); out[1] = isItself(nan); out[2] = sumOf(big, one);
      })");
    // Each answers 1 where the rules of floating point hold to the letter.
    Program functions = compiled(R"(
      int signOf(float x) { return as_int(x + 0.0f) == 0; }
      int isItself(float x) { return x != x; }
      int sumOf(float a, float b) { return (a + b) - a == 0.0f; })");
    if (libraryOptions)
      functions = linked({functions.get()}, libraryOptions);
    if (throughBinary) {
      cl_int error = -1;
      functions = fromBinary(binaryOf(functions), error);
      EXPECT_EQ(error, CL_SUCCESS);
    }
    return outputOf(linked({user.get(), functions.get()}, options), "ask", 3);
  }
};

using Answers = std::vector<cl_int>;

TEST_F(LinkOptions, ReachCompiledPrograms) {
  EXPECT_EQ(answers(nullptr, nullptr), (Answers{1, 1, 1}));
  EXPECT_EQ(answers(nullptr, "-cl-denorms-are-zero"), (Answers{1, 1, 1}));
  EXPECT_EQ(answers(nullptr, "-cl-no-signed-zeros"), (Answers{0, 1, 1}));
  EXPECT_EQ(answers(nullptr, "-cl-no-signed-zeroes"), (Answers{0, 1, 1}));
  EXPECT_EQ(answers(nullptr, "-cl-finite-math-only"), (Answers{1, 0, 1}));
  EXPECT_EQ(answers(nullptr, "-cl-unsafe-math-optimizations"), (Answers{0, 1, 0}));
  EXPECT_EQ(answers(nullptr, "-cl-fast-relaxed-math"), (Answers{0, 0, 0}));
}

// 5.8.7.1: "allows the linker to modify the library behavior based on one or more link options".
TEST_F(LinkOptions, ReachLibrariesThatAllowIt) {
  const char *open = "-create-library -enable-link-options", *closed = "-create-library",
             *options = "-cl-fast-relaxed-math";
  for (bool throughBinary : {false, true}) {
    EXPECT_EQ(answers(open, nullptr, throughBinary), (Answers{1, 1, 1}));
    EXPECT_EQ(answers(open, options, throughBinary), (Answers{0, 0, 0}));
    EXPECT_EQ(answers(closed, options, throughBinary), (Answers{1, 1, 1}));
  }
}

TEST_F(LinkOptions, ReachProgramsOfIl) {
  cl_int error = -1;
  Program program = fromIl(assemble("sum.spvasm"), error);
  ASSERT_EQ(error, CL_SUCCESS);
  for (auto [options, sum] : {std::pair("", 1), std::pair("-cl-unsafe-math-optimizations", 0)}) {
    ASSERT_EQ(clBuildProgram(program.get(), 0, nullptr, options, nullptr, nullptr), CL_SUCCESS) << log(program);
    EXPECT_EQ(outputOf(program, "ask", 1), Answers{sum}) << options;
  }
}

TEST_F(LinkOptions, SurviveInTheBinaryOfAnExecutable) {
  Program object = compiled("kernel void ask(global int *out) { volatile float a = 1e8f, b = 1; float big = a;"
                            "out[0] = (big + b) - big == 0.0f; }");
  cl_int error = -1;
  Program program = fromBinary(binaryOf(linked({object.get()}, "-cl-unsafe-math-optimizations")), error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(program.get(), 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS) << log(program);
  EXPECT_EQ(outputOf(program, "ask", 1), Answers{0});
}

TEST_F(LinkOptions, EnablingThemIsForLibraries) {
  Program object = compiled("kernel void k() {}");
  cl_program input = object.get();
  cl_int error = 0;
  EXPECT_EQ(clLinkProgram(context.get(), 0, nullptr, "-enable-link-options", 1, &input, nullptr, nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_LINKER_OPTIONS);
}

// OpenCL C 6.11: recursion is not supported. The log names the functions.
TEST_F(LinkOptions, RecursionIsABuildFailure) {
  struct Case {
    const char *source;
    std::vector<const char *> names;
  };
  const Case cases[] = {
      {"int f(int n) { return n < 2 ? 1 : n * f(n - 1); } kernel void k(global int *a) { *a = f(*a); }", {"'f'"}},
      {"int odd(int n); int even(int n) { return n ? odd(n - 1) : 1; } int odd(int n) { return n ? even(n - 1) : 0; }"
       "kernel void k(global int *a) { *a = even(*a); }",
       {"'odd'", "'even'"}},
      {"static int b(int); static int a(int n) { return b(n) + 1; } static int c(int n) { return n ? a(n) : 0; }"
       "static int b(int n) { return c(n - 1); } kernel void k(global int *p) { *p = c(*p); }",
       {"'a'", "'b'", "'c'"}},
      {"kernel void k(global int *a) { if ((*a)-- > 0) k(a); }", {"'k'"}},
      {"kernel void other(global int *a); kernel void k(global int *a) { if (*a) other(a); }"
       "kernel void other(global int *a) { --*a; k(a); }",
       {"'k'", "'other'"}},
  };
  for (const Case &one : cases) {
    Program program = fromSource(one.source);
    EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, nullptr, nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE)
        << one.source;
    std::string said = log(program);
    EXPECT_NE(said.find("recursion is not supported"), std::string::npos) << said;
    for (const char *name : one.names)
      EXPECT_NE(said.find(name), std::string::npos) << said;
  }
}

TEST_F(LinkOptions, RecursionAcrossProgramsIsALinkFailure) {
  Program one = compiled("int odd(int n); int even(int n) { return n ? odd(n - 1) : 1; }"
                         "kernel void k(global int *a) { *a = even(*a); }");
  Program other = compiled("int even(int n); int odd(int n) { return n ? even(n - 1) : 0; }");
  cl_program inputs[] = {one.get(), other.get()};
  cl_int error = 0;
  Program program(clLinkProgram(context.get(), 0, nullptr, nullptr, 2, inputs, nullptr, nullptr, &error));
  EXPECT_EQ(error, CL_LINK_PROGRAM_FAILURE);
  ASSERT_TRUE(program);
  EXPECT_NE(log(program).find("recursion is not supported"), std::string::npos) << log(program);
}

} // namespace
} // namespace apitest
