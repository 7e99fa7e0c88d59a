// Functions and constants that one program defines and another uses (OpenCL API 5.8.3), where something else has their
// name too: a built-in function, or a weak definition.
#include "tests/api/ProgramFixture.h"
#include <algorithm>

namespace apitest {
namespace {

class LinkFunctions : public ProgramTest {
protected:
  static constexpr size_t items = 20;

  void expect(const std::vector<std::string> &sources, cl_int (*value)(cl_int i)) {
    std::vector<Program> objects;
    std::vector<cl_program> inputs;
    for (const std::string &source : sources) {
      objects.push_back(compiled(source, "-cl-std=CL3.0"));
      inputs.push_back(objects.back().get());
    }
    std::vector<cl_int> expected;
    for (cl_int i = 0; i < static_cast<cl_int>(items); ++i)
      expected.push_back(value(i));
    // The linker begins with the first.
    for (size_t first = 0; first < inputs.size(); ++first) {
      EXPECT_EQ(outputOf(linked(inputs), "k", items), expected) << sources[0] << "\nfirst: " << first;
      std::rotate(inputs.begin(), inputs.begin() + 1, inputs.end());
    }
  }
};

/// What the kernel adds up: out[i] = value.
std::string kernelOf(const std::string &value) {
  return "kernel void k(global int *out) { int i = get_global_id(0); out[i] = " + value + "; }\n";
}

TEST_F(LinkFunctions, OwnOverloadsOfBuiltIns) {
  struct Case {
    const char *head, *body, *use;
    cl_int (*value)(cl_int i);
  };
  const Case cases[] = {
      {"C OVER exp(C a)", "{ a.x += 1; return a; }", "exp((C){i, 2}).x * 100 + (int)exp(0.f)",
       [](cl_int i) { return (i + 1) * 100 + 1; }},
      {"C OVER dot(C a, C b)", "{ a.x *= b.y; return a; }",
       "dot((C){i, 2}, (C){i, 3}).x + dot((float2)(1), (float2)(2))", [](cl_int i) { return 3 * i + 4; }},
      {"C OVER any(C a)", "{ a.x += 2; return a; }", "any((C){i, 2}).x + any((int2)(i, -1))",
       [](cl_int i) { return i + 3; }},
      {"C OVER select(C a, C b, int q)", "{ a.x *= b.y + q; return a; }", "select((C){i, 2}, (C){i, 3}, 1).x",
       [](cl_int i) { return 4 * i; }},
      {"C OVER atomic_add(C a, C b)", "{ a.x *= b.y; return a; }", "atomic_add((C){i, 2}, (C){i, 3}).x",
       [](cl_int i) { return 3 * i; }},
      {"C OVER convert_int(C a)", "{ a.x += 1; return a; }", "convert_int((C){i, 2}).x",
       [](cl_int i) { return i + 1; }},
      {"C OVER barrier(C a)", "{ a.x += 1; return a; }", "barrier((C){i, 2}).x", [](cl_int i) { return i + 1; }},
      {"C OVER read_imagef(C a, int b)", "{ a.x += b; return a; }", "read_imagef((C){i, 2}, 5).x",
       [](cl_int i) { return i + 5; }},
      {"int OVER max(int a, int2 b)", "{ return a + b.x; }", "max(i, (int2)(1, 2)) + max(i, 7)",
       [](cl_int i) { return i + 1 + std::max(i, 7); }},
      {"int OVER sqrt(int a)", "{ return a * 100; }", "sqrt(i) + (int)sqrt(9.f)", [](cl_int i) { return i * 100 + 3; }},
      {"int OVER atom_mass(int a)", "{ return a * 7; }", "atom_mass(i)", [](cl_int i) { return i * 7; }},
      {"int OVER convert_color(int a)", "{ return a * 5; }", "convert_color(i)", [](cl_int i) { return i * 5; }},
      {"C OVER get_global_id(C a)", "{ a.x *= 2; return a; }", "get_global_id((C){i, 2}).x",
       [](cl_int i) { return i * 2; }},
      {"int OVER clamp(int2 *a)", "{ return a->x++ + a->y; }", "clamp(&(int2){i, 3})", [](cl_int i) { return i + 3; }},
  };
  for (const Case &one : cases) {
    const std::string head =
        "#define OVER __attribute__((overloadable))\ntypedef struct { float x, y; } C;\n" + std::string(one.head);
    expect({head + ";\n" + kernelOf(one.use), head + one.body}, one.value);
    expect({head + ";\n" + kernelOf(one.use) + one.head + one.body}, one.value);
  }
}

// A declaration with a built-in function's own parameters is that function's.
TEST_F(LinkFunctions, BuiltInsThatProgramsDeclare) {
  expect({"#define OVER __attribute__((overloadable))\n"
          "int OVER popcount(int a); float OVER fmax(float a, float b); void OVER barrier(uint flags);\n"
          "int OVER any(int3 a); int OVER atomic_add(volatile global int *p, int v);\n"
          "uint OVER intel_sub_group_shuffle(uint a, uint from);\n" +
          kernelOf("popcount(i) + (int)fmax(i * 1.f, 2.f) * 10 + any((int3)(i, 0, -i)) * 1000; barrier(1);"
                   "atomic_add(out + i, intel_sub_group_shuffle(5, get_sub_group_local_id()))")},
         [](cl_int i) { return __builtin_popcount(i) + std::max(i, 2) * 10 + (i > 0) * 1000 + 5; });
}

// As linkers of C have it: one that is not weak stands for all of the name, else one of the weak.
TEST_F(LinkFunctions, WeakDefinitionsGiveWay) {
  expect({"__attribute__((weak)) int f(int x) { return 1; }" + kernelOf("f(i)"), "int f(int x) { return x * 5; }"},
         [](cl_int i) { return i * 5; });
  expect({"__attribute__((weak)) constant int c = 1;" + kernelOf("c * i"), "constant int c = 4;"},
         [](cl_int i) { return i * 4; });
  expect({"__attribute__((weak)) global int g = 1;" + kernelOf("g * i"), "global int g = 6;"},
         [](cl_int i) { return i * 6; });
}

TEST_F(LinkFunctions, WeakDefinitionsProvide) {
  expect({"int f(int x);" + kernelOf("f(i)"), "int unrelated(int x) { return x; }",
          "__attribute__((weak)) int f(int x) { return x * 5; }"},
         [](cl_int i) { return i * 5; });
  expect({"extern constant int c;" + kernelOf("c * i"), "constant int unrelated = 3;",
          "__attribute__((weak)) constant int c = 4;"},
         [](cl_int i) { return i * 4; });
  const std::string both = "__attribute__((weak)) int f(int x) { return x * 3; }";
  expect({both + "int h(int x);" + kernelOf("f(i) + h(i)"), both + "int h(int x) { return f(x) * 10; }"},
         [](cl_int i) { return i * 33; });
  // C99 inline definitions that Clang does not emit by itself.
  const std::string ffs = "inline int ffs(int x) { return __builtin_ffs(x); }";
  expect({ffs + "int h(int x);" + kernelOf("ffs(i) + h(i)"), ffs + "int h(int x) { return ffs(x) * 10; }"},
         [](cl_int i) { return __builtin_ffs(i) * 11; });
  EXPECT_EQ(outputOf(built(both + kernelOf("f(i)")), "k", 2), (std::vector<cl_int>{0, 3}));
}

} // namespace
} // namespace apitest
