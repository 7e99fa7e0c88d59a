// Robust programs of which the language says no value, or that say of a place that nobody comes there: neither is a way
// out.
#include "Guarded.h"
using harness::Robust;

namespace {

int identity(int i) { return i + 1; }

/// Kernels k, and `before` that one of the same threads, change nothing of `in`, and write i + 1 to out[i].
void expectUndisturbed(const std::string &statements, const char *what, const std::string &before = "") {
  auto source = [](const std::string &name, const std::string &body) {
    return "kernel void " + name +
           "(global int *in, global int *out, local int *l, int n) { int i = get_global_id(0); " + body + " }\n";
  };
  harness::Program program(source("k", statements) + source("before", before), harness::robustOptions().c_str());
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  Robust t;
  for (const char *name : {"before", "k"}) {
    t.name = name;
    t.launch(program, 64, 32, 64, 3);
  }
  t.expect(identity, identity, what);
}

// Whatever number they are: a check and its access see the same one, and the rest of the kernel goes on.
TEST(RobustValues, ThatNobodyWrote) {
  for (const char *access :
       {"int j; if (n == 77) j = i; own[j] = in[j];", "int j; own[j] = in[j];", "int4 v; v.x = i; own[v.y] = in[v.z];",
        "int p[4]; own[p[n & 3]] = in[p[1]];", "int *p; { int y[4]; y[n & 3] = n; p = y; } own[p[1]] = in[p[2]];",
        "int p[8]; for (int a = 8; a--;) if (in[a] == n) p[a] = 1; for (int a = 8; a--;) own[p[a]] = in[p[a]];",
        "int8 v = as_int8((int8)(n, n, n, n, n, n, n, n)).s01234567; int3 w = v.s012; own[as_int4(w).w] = in[i];",
        "local int *p; if (n == 77) p = l; own[p[i]] = 1;"})
    expectUndisturbed(std::string("int own[64]; ") + access + " out[i] = i + 1;", access);
}

// Whatever is left on the stack by others must not be seen.
TEST(RobustValues, AreZerosInVariablesThatNobodyWrote) {
  for (const char *read :
       {"int own[256]; own[i * n & 255] = 0; for (int j = 0; j < 256; ++j) seen |= own[j ^ (n & 7)];",
        "struct { char a; long b[40]; } own; own.b[n] = 0; for (int j = 0; j < 40; ++j) seen |= own.b[j] != 0;",
        "float4 own[20]; if (n == 77) own[i & 15] = 1; for (int j = 0; j < 20; ++j) seen |= as_int4(own[j + n - 3]).y;",
        "int j; seen |= j; int4 v; v.x = 0; seen |= v.y | v.z;"})
    expectUndisturbed(std::string("int seen = 0; ") + read + " out[i] = i + 1 + (seen != 0);", read,
                      "int own[4096]; for (int j = 0; j < 4096; ++j) own[j] = 0x55555555 + i; "
                      "out[i] = i + 1 + (own[n * i & 4095] < n);");
}

TEST(RobustValues, OfNumbersThatDoNotFit) {
  for (const char *index :
       {"(int)x", "(uint)x", "(long)x", "(int)1e20f", "(ulong)-1e20f", "(int)nan(0u)", "__builtin_clz(n - 3)",
        "__builtin_ctz(n - 3)", "__builtin_abs(INT_MIN + n - 3)", "1 << (n + 60)", "5 / (n - 3)", "5 % (n - 3)",
        "INT_MIN / (n - 4)", "((int4)(n))[n * 1000]"}) {
    Robust t;
    t.run(std::string("kernel void k(global int *in, global int *out, local int *l, int n, float x) {"
                      "  int i = get_global_id(0); int own[64]; own[") +
              index + "] = in[" + index + "]; l[" + index + "] = own[0]; out[i] = i + 1; }",
          64, 32, 64, 3, 1e20f);
    t.expect(identity, identity, index);
  }
}

// Known when compiling, they must not let the compiler believe that nobody comes there: it would drop the condition, or
// the end of a loop, and the checks that these make unnecessary.
TEST(RobustValues, BehindTheEndOfAVariable) {
  for (const char *access :
       {"l[own[20]] = i;", "l[table[20]] = i;", "l[*(own + 7)] = i;", "l[table[n - n - 1]] = i;", "l[pair.b[5]] = i;",
        "for (int j = 0; j < 9; j++) l[own[j]] = j;", "int *p = own; p -= 3; l[*p] = i;", "l[vload4(3, table).y] = i;",
        "for (int j = 0; j < 9; j++) l[table[j]] += own[j];"}) {
    Robust t;
    t.run(std::string("constant int table[3] = {1, 2, 3}; struct Pair { int a, b[2]; };"
                      "kernel void k(global int *in, global int *out, local int *l, int n) {"
                      "  int i = get_global_id(0), own[4] = {i, 1, 2, 3}; struct Pair pair = {1, {2, 3}};"
                      "  if (n == 3) { ") +
              access + " } out[i] = n == 3 ? i + 1 : 0; }",
          64, 32, 64, 3);
    t.expect(identity, identity, access);
  }
}

// The kernel ends, with an error or without one.
TEST(RobustValues, BehindWhatIsNotReached) {
  for (const char *end :
       {"__builtin_unreachable();", "if (n == 3) __builtin_unreachable(); out[i] = 5;",
        "out[i] = 5; __builtin_unreachable();", "for (int j = 0; j < 9; j++) if (j == n) __builtin_unreachable();",
        "barrier(CLK_LOCAL_MEM_FENCE); __builtin_unreachable();", "__builtin_trap();"}) {
    Robust t;
    harness::Program program(std::string("kernel void k(global int *in, global int *out, int n) {"
                                         "  int i = get_global_id(0); ") +
                                 end +
                                 " } kernel void wild(global int *in, global int *out, int n) {"
                                 "  for (int j = -1024; j < 1088; j++) in[j] = out[j] = 77; }",
                             harness::robustOptions().c_str());
    ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
    cl_kernel wild = clCreateKernel(program.program, "k", nullptr);
    const int n = 3;
    clSetKernelArg(wild, 0, sizeof(cl_mem), &t.in.part);
    clSetKernelArg(wild, 1, sizeof(cl_mem), &t.out.part);
    clSetKernelArg(wild, 2, sizeof n, &n);
    const size_t items = 64, group = 32;
    const cl_int error =
        clEnqueueNDRangeKernel(harness::Device::get().queue, wild, 1, nullptr, &items, &group, 0, nullptr, nullptr);
    EXPECT_TRUE(error == CL_SUCCESS || error == CL_OUT_OF_RESOURCES) << error << end;
    clFinish(harness::Device::get().queue);
    clReleaseKernel(wild);
    t.in.read();
    t.out.read();
    Robust after;
    after.run("kernel void k(global int *in, global int *out, local int *l) { out[get_global_id(0)] = 1; }", 64);
    after.expect(identity, [](int) { return 1; }, end);
  }
}

} // namespace
