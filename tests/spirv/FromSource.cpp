// Real modules: what the front end makes of OpenCL C.
#include "Support.h"
#include "compiler/frontend/FrontEnd.h"
#include "compiler/spirv/Join.h"
#include "compiler/spirv/Validate.h"
#include <gtest/gtest.h>

namespace lanecl::test {

namespace {

std::string compile(std::string_view source, std::string_view options = "-cl-std=CL3.0") {
  compiler::Settings settings;
  settings.clExtensions = "-all,+cl_khr_fp64,+cl_khr_fp16,+__opencl_c_fp64,+__opencl_c_int64,"
                          "+__opencl_c_generic_address_space,+__opencl_c_program_scope_global_variables";
  compiler::CompileRequest request;
  request.source = source;
  request.options = options;
  auto outcome = frontend::compileToSpirv(request, settings, spirv::join);
  EXPECT_EQ(outcome.status, compiler::Status::Ok) << outcome.log;
  llvm::LLVMContext context;
  std::string error;
  auto module = translate(outcome.value.words, context, error);
  EXPECT_TRUE(module) << error;
  return module ? print(*module) : "";
}

void expectAll(const std::string &text, std::initializer_list<const char *> parts) {
  for (const char *part : parts)
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

TEST(FromSource, VectorAdd) {
  std::string text = compile("kernel void add(global const float *a, global const float *b, global float *c, int n) {"
                             "  int i = get_global_id(0); if (i < n) c[i] = a[i] * 2.0f + b[i]; }");
  expectAll(text, {"define spir_kernel void @add(", "call i64 @lanecl.global_id(i32 0)", "fmul contract float",
                   "fadd contract float", "!kernel_arg_name", "!{!\"a\", !\"b\", !\"c\", !\"n\"}", "!\"float*\""});
}

TEST(FromSource, LocalMemoryAndBarrier) {
  std::string text =
      compile("kernel void reverse(global int *p) { local int t[64]; int i = get_local_id(0); t[i] = p[i];"
              "  barrier(CLK_LOCAL_MEM_FENCE); p[i] = t[63 - i]; }");
  expectAll(text, {"internal addrspace(3) global [64 x i32] undef", "call void @lanecl.barrier(i32 2, i32"});
}

TEST(FromSource, VectorsStructsSwitchPrintf) {
  std::string text = compile(
      "typedef struct { float4 p; int kind; char c[3]; } Item;\n"
      "constant int table[4] = {1, 2, 3, 4};\n"
      "kernel void f(global Item *items, Item one, global float *out) {\n"
      "  size_t i = get_global_id(0); Item it = items[i]; float r = 0;\n"
      "  switch (it.kind) { case 0: r = length(it.p.xyz); break; case 1: r = dot(it.p, one.p); break;\n"
      "  case 7: r = sin(it.p.x) + table[it.c[1] & 3]; break; default: printf(\"%d %v4f\\n\", it.kind, it.p); }\n"
      "  out[i] = r; }");
  expectAll(text, {"byval(", "switch i32", "@lanecl.printf(ptr addrspace(2)", "@lanecl.library._Z3sinf",
                   "addrspace(2) constant"});
}

TEST(FromSource, OptionsReachTheCode) {
  std::string text = compile("kernel void f(global float *p) { p[0] = p[1] / p[2] + p[3]; }",
                             "-cl-fast-relaxed-math -cl-denorms-are-zero");
  expectAll(text, {"denormal-fp-math", "fdiv fast float"});
}

TEST(FromSource, Atomics) {
  std::string text = compile("kernel void f(global int *p, local int *l) { atomic_add(p, 2); atomic_inc(l);"
                             "  atomic_cmpxchg(p, 1, 2); }");
  expectAll(text, {"@lanecl.atomic.add.i32.p1(", "@lanecl.atomic.add.i32.p3(", "@lanecl.atomic.cmpxchg.i32.p1("});
}

} // namespace

} // namespace lanecl::test
