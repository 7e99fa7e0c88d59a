// Variables that one program defines and another uses (OpenCL API 5.8.3).
#include "tests/api/ProgramFixture.h"

namespace apitest {
namespace {

class LinkVariables : public ProgramTest {
protected:
  static constexpr const char *Std = "-cl-std=CL3.0";
};

// The front end's module then has nothing but the variables.
TEST_F(LinkVariables, OfProgramsWithoutFunctions) {
  struct Case {
    const char *definition, *use;
    cl_int value;
  };
  const Case cases[] = {
      {"constant int c = 4;", "extern constant int c; kernel void k(global int *out) { *out = c; }", 4},
      {"global int g = 5;", "extern global int g; kernel void k(global int *out) { *out = g; }", 5},
      {"global int zero;", "extern global int zero; kernel void k(global int *out) { *out = zero; }", 0},
      {"constant int list[4] = {1, 2, 3, 4};",
       "extern constant int list[]; int sum(constant int *p) { return p[0] * 10 + p[3] * 100; }"
       "kernel void k(global int *out) { *out = list[2] + list[get_global_id(0) + 1] + sum(list); }",
       415},
      {"typedef struct { char a; long b; float2 c; } S; constant S s = {1, 2, (float2)(3, 4)};",
       "typedef struct { char a; long b; float2 c; } S; extern constant S s;"
       "kernel void k(global int *out) { *out = s.a + s.b + (int)s.c.y; }",
       7},
      {"typedef struct { int n; int data[]; } F; constant F f = {2, {3, 4}};",
       "typedef struct { int n; int data[]; } F; extern constant F f;"
       "kernel void k(global int *out) { *out = f.n * 100 + f.data[0] * 10 + f.data[get_global_id(0) + 1]; }",
       234},
      {"typedef struct { int v; char pad[0]; } P; constant P p[3] = {{3}, {4}, {5}};",
       "typedef struct { int v; char pad[0]; } P; extern constant P p[];"
       "kernel void k(global int *out) { *out = p[1].v * 10 + p[get_global_id(0) + 2].v; }",
       45},
      {"global int two[2] = {7, 8}; global int *global p = two + 1;",
       "extern global int *global p; kernel void k(global int *out) { *out = *p; }", 8},
  };
  for (const Case &one : cases) {
    Program user = compiled(one.use, Std), definer = compiled(one.definition, Std);
    EXPECT_EQ(outputOf(linked({user.get(), definer.get()}), "k", 1), std::vector<cl_int>{one.value}) << one.use;
    Program library = linked({definer.get()}, "-create-library");
    cl_int error = -1;
    Program loaded = fromBinary(binaryOf(library), error);
    ASSERT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(outputOf(linked({loaded.get(), user.get()}), "k", 1), std::vector<cl_int>{one.value}) << one.use;
  }
}

TEST_F(LinkVariables, OfTwoSuchPrograms) {
  Program user = compiled("extern constant int a, b; kernel void k(global int *out) { *out = a * 10 + b; }", Std);
  Program one = compiled("constant int a = 3;", Std), other = compiled("constant int b = 4;", Std);
  Program program = linked({one.get(), other.get(), user.get()});
  EXPECT_EQ(outputOf(program, "k", 1), std::vector<cl_int>{34});
  EXPECT_EQ(info<size_t>(program, CL_PROGRAM_NUM_KERNELS), 1u);
}

} // namespace
} // namespace apitest
