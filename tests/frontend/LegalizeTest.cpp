// Each way in which the SPIR-V back end miscompiles, and that we prevented it.
#include "Support.h"
#include <algorithm>

namespace lanecl::test {
namespace {

using Words = std::vector<std::string>;

std::string trap(const std::string &name) { return readFile(std::string(LANECL_TEST_DATA) + "/traps/" + name + ".cl"); }

Words operationsOf(const std::string &result, const std::string &function, const std::string &parameter) {
  Module module = compile("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\nvoid f(global " + result + " *o, " +
                          parameter + " x) { *o = " + function + "(x); }");
  EXPECT_EQ(module.status, compiler::Status::Ok) << module.log;
  return module.operations("f");
}

TEST(Conversions, TakeTheSourcesSignedness) {
  EXPECT_EQ(operationsOf("int", "convert_int", "char"), Words{"OpSConvert"});
  EXPECT_EQ(operationsOf("uint", "convert_uint", "char"), Words{"OpSConvert"});
  EXPECT_EQ(operationsOf("int", "convert_int", "uchar"), Words{"OpUConvert"});
  EXPECT_EQ(operationsOf("long4", "convert_long4", "uint4"), Words{"OpUConvert"});
  EXPECT_EQ(operationsOf("ulong16", "convert_ulong16_rte", "short16"), Words{"OpSConvert"});
  EXPECT_EQ(operationsOf("int", "convert_int_sat", "int"), Words{});
  EXPECT_EQ(operationsOf("uint3", "convert_uint3", "int3"), Words{});
}

TEST(Conversions, SaturateWithTheRightComparison) {
  EXPECT_EQ(operationsOf("uchar", "convert_uchar_sat", "uint"), (Words{"OpUGreaterThan", "OpSelect", "OpUConvert"}));
  EXPECT_EQ(operationsOf("uint", "convert_uint_sat", "char"), (Words{"OpSLessThan", "OpSelect", "OpSConvert"}));
  EXPECT_EQ(operationsOf("int", "convert_int_sat", "uint"), (Words{"OpUGreaterThan", "OpSelect"}));
  EXPECT_EQ(operationsOf("char4", "convert_char4_sat", "int4"),
            (Words{"OpSLessThan", "OpSelect", "OpSGreaterThan", "OpSelect", "OpUConvert"}));
  EXPECT_EQ(operationsOf("long", "convert_long_sat", "uint"), Words{"OpUConvert"});
}

TEST(Conversions, OfFloats) {
  EXPECT_EQ(operationsOf("double", "convert_double", "float"), Words{"OpFConvert"});
  EXPECT_EQ(operationsOf("double", "convert_double", "int"), Words{"OpConvertSToF"});
  EXPECT_EQ(operationsOf("half", "convert_half", "uint"), Words{"OpConvertUToF"});
  EXPECT_EQ(operationsOf("float", "convert_float", "double"), Words{"OpFConvert"});
  EXPECT_EQ(operationsOf("float4", "convert_float4_rtz", "float4"), Words{});
  EXPECT_EQ(operationsOf("uchar", "convert_uchar_sat_rtp", "double"), Words{"OpConvertFToU"});
  // Directed rounding is the library's.
  for (const char *rounding : {"rtz", "rtp", "rtn"}) {
    std::string name = std::string("convert_half_") + rounding;
    Module module = compile(
        "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\nvoid f(global half *o, float x) { *o = " + name + "(x); }");
    EXPECT_EQ(module.operations("f"), Words{"OpFunctionCall"});
    EXPECT_TRUE(module.has("LinkageAttributes \"__lanecl__Z16" + name + "f\" Import"));
  }
  Module module = compile("void f(global int *o, float x) { *o = convert_int_sat_rtp(x); }");
  EXPECT_TRUE(module.has("SaturatedConversion") && module.has("FPRoundingMode RTP"));
}

struct Atomic {
  std::string opcode;
  uint64_t scope, semantics;
};

Atomic atomicOf(const std::string &statement, const std::string &parameters, const char *options = "-cl-std=CL3.0") {
  Module module = compile("#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
                          "#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n"
                          "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\nvoid f(" +
                              parameters + ") { " + statement + "; }",
                          options);
  EXPECT_EQ(module.status, compiler::Status::Ok) << module.log;
  for (const Line &line : module.functions["f"])
    if (line.opcode.starts_with("OpAtomic")) {
      bool isStore = line.opcode == "OpAtomicStore";
      return {line.opcode, module.number(line.operands[isStore ? 1 : 2]),
              module.number(line.operands[isStore ? 2 : 3])};
    }
  ADD_FAILURE() << statement << " is not atomic";
  return {};
}

void expectAtomic(const std::string &statement, const std::string &parameters, const Atomic &expected,
                  const char *options = "-cl-std=CL3.0") {
  Atomic found = atomicOf(statement, parameters, options);
  EXPECT_EQ(found.opcode, expected.opcode) << statement;
  EXPECT_EQ(found.scope, expected.scope) << statement;
  EXPECT_EQ(found.semantics, expected.semantics) << statement;
}

TEST(Atomics, LegacyOnesAreRelaxed) {
  for (const char *options : {"-cl-std=CL1.2", "-cl-std=CL3.0"}) {
    expectAtomic("atomic_add(p, 1)", "volatile global int *p", {"OpAtomicIAdd", 1, 0}, options);
    expectAtomic("atomic_sub(p, 1)", "volatile local uint *p", {"OpAtomicISub", 2, 0}, options);
    expectAtomic("atomic_inc(p)", "volatile global int *p", {"OpAtomicIAdd", 1, 0}, options);
    expectAtomic("atomic_dec(p)", "volatile global int *p", {"OpAtomicISub", 1, 0}, options);
    expectAtomic("atomic_min(p, 1)", "volatile global int *p", {"OpAtomicSMin", 1, 0}, options);
    expectAtomic("atomic_min(p, 1u)", "volatile global uint *p", {"OpAtomicUMin", 1, 0}, options);
    expectAtomic("atomic_max(p, 1)", "volatile global int *p", {"OpAtomicSMax", 1, 0}, options);
    expectAtomic("atomic_xchg(p, 1.0f)", "volatile global float *p", {"OpAtomicExchange", 1, 0}, options);
    expectAtomic("atomic_cmpxchg(p, 1, 2)", "volatile local int *p", {"OpAtomicCompareExchange", 2, 0}, options);
    expectAtomic("atom_max(p, 1L)", "volatile global long *p", {"OpAtomicSMax", 1, 0}, options);
    expectAtomic("atom_max(p, 1UL)", "volatile global ulong *p", {"OpAtomicUMax", 1, 0}, options);
    expectAtomic("atom_xor(p, 1)", "volatile global int *p", {"OpAtomicXor", 1, 0}, options);
  }
}

TEST(Atomics, NonExplicitOnesAreSequentiallyConsistentForTheDevice) {
  expectAtomic("atomic_fetch_add(p, 1)", "volatile global atomic_int *p", {"OpAtomicIAdd", 1, 0x210});
  expectAtomic("atomic_fetch_sub(p, 1u)", "volatile local atomic_uint *p", {"OpAtomicISub", 1, 0x110});
  expectAtomic("atomic_fetch_max(p, 1u)", "volatile global atomic_uint *p", {"OpAtomicUMax", 1, 0x210});
  expectAtomic("atomic_exchange(p, 1)", "volatile atomic_int *p", {"OpAtomicExchange", 1, 0x310});
  expectAtomic("*o = atomic_load(p)", "global atomic_int *p, global int *o", {"OpAtomicLoad", 1, 0x210});
  expectAtomic("atomic_store(p, 1)", "global atomic_int *p", {"OpAtomicStore", 1, 0x210});
  expectAtomic("atomic_compare_exchange_strong(p, e, 1)", "global atomic_int *p, private int *e",
               {"OpAtomicCompareExchange", 1, 0x210});
  expectAtomic("atomic_compare_exchange_weak(p, e, 1)", "global atomic_int *p, private int *e",
               {"OpAtomicCompareExchange", 1, 0x210});
  expectAtomic("*o = atomic_flag_test_and_set(p)", "global atomic_flag *p, global int *o",
               {"OpAtomicExchange", 1, 0x210});
  expectAtomic("atomic_fetch_add(p, 1.0f)", "global atomic_float *p", {"OpAtomicFAddEXT", 1, 0x210});
  expectAtomic("atomic_fetch_min(p, 1.0f)", "global atomic_float *p", {"OpAtomicFMinEXT", 1, 0x210});
}

// cl_ext_float_atomics; cl_lanecl_simd_atomics: the words' are SPIR-V's own instructions on 16-bit integers.
TEST(Atomics, OfHalfsAndWords) {
  expectAtomic("atomic_fetch_add(p, (half)1)", "global atomic_half *p", {"OpAtomicFAddEXT", 1, 0x210});
  expectAtomic("atomic_fetch_max_explicit(p, (half)1, memory_order_relaxed)", "local atomic_half *p",
               {"OpAtomicFMaxEXT", 1, 0});
  expectAtomic("atomic_exchange(p, (half)1)", "global atomic_half *p", {"OpAtomicExchange", 1, 0x210});
  expectAtomic("atomic_store(p, (half)1)", "global atomic_half *p", {"OpAtomicStore", 1, 0x210});
  expectAtomic("*o = atomic_load_explicit(p, memory_order_acquire)", "global atomic_half *p, global half *o",
               {"OpAtomicLoad", 1, 0x202});
  expectAtomic("atomic_add(p, (short)1)", "global short *p", {"OpAtomicIAdd", 1, 0});
  expectAtomic("atomic_min(p, (short)1)", "local short *p", {"OpAtomicSMin", 2, 0});
  expectAtomic("atomic_min(p, (ushort)1)", "global ushort *p", {"OpAtomicUMin", 1, 0});
  expectAtomic("atomic_cmpxchg(p, (ushort)1, (ushort)2)", "ushort *p", {"OpAtomicCompareExchange", 1, 0});
  expectAtomic("atomic_sub(p, (half)1)", "global half *p", {"OpAtomicFAddEXT", 1, 0});
  Module module = compile("void f(global int *p, local float *q) { atomic_predec(p); atomic_fcmpwr(q, 1.0f, 2.0f); }");
  EXPECT_TRUE(module.has("LinkageAttributes \"__lanecl__Z13atomic_predecPU3AS1Vi\" Import")) << module.log;
  EXPECT_TRUE(module.has("LinkageAttributes \"__lanecl__Z13atomic_fcmpwrPU3AS3Vfff\" Import")) << module.log;
}

TEST(Atomics, ExplicitOnesKeepTheirOrderAndScope) {
  const std::string p = "global atomic_int *p, memory_order m, memory_scope s";
  expectAtomic("atomic_fetch_add_explicit(p, 1, memory_order_relaxed, memory_scope_work_group)", p,
               {"OpAtomicIAdd", 2, 0});
  expectAtomic("atomic_fetch_or_explicit(p, 1, memory_order_acquire)", p, {"OpAtomicOr", 1, 0x202});
  expectAtomic("atomic_fetch_min_explicit(p, 1, memory_order_release, memory_scope_all_svm_devices)", p,
               {"OpAtomicSMin", 0, 0x204});
  expectAtomic("atomic_fetch_and_explicit(p, 1, memory_order_acq_rel, memory_scope_sub_group)", p,
               {"OpAtomicAnd", 3, 0x208});
  expectAtomic("atomic_store_explicit(p, 1, memory_order_release, memory_scope_work_item)", p,
               {"OpAtomicStore", 4, 0x204});
  // Known only at run time: the strongest.
  expectAtomic("atomic_fetch_add_explicit(p, 1, m, s)", p, {"OpAtomicIAdd", 0, 0x210});
}

TEST(Atomics, TrapsCompile) {
  Module module = compile(trap("c11"));
  ASSERT_EQ(module.status, compiler::Status::Ok) << module.log;
  EXPECT_EQ(module.all("OpFunctionCall").size(), 0u);
  EXPECT_EQ(compile(trap("cw")).all("OpAtomicCompareExchange").size(), 1u);
}

TEST(Barriers, HaveScopeAndSemantics) {
  auto barrier = [](const std::string &call) {
    Module module = compile("void f(uint flags) { " + call + "; }");
    Line line = module.all("OpControlBarrier").at(0);
    return std::vector<uint64_t>{module.number(line.operands[0]), module.number(line.operands[1]),
                                 module.number(line.operands[2])};
  };
  using Numbers = std::vector<uint64_t>;
  EXPECT_EQ(barrier("barrier(CLK_LOCAL_MEM_FENCE)"), (Numbers{2, 2, 0x110}));
  EXPECT_EQ(barrier("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)"), (Numbers{2, 2, 0x310}));
  EXPECT_EQ(barrier("barrier(flags)"), (Numbers{2, 2, 0x310}));
  EXPECT_EQ(barrier("work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device)"), (Numbers{2, 1, 0x210}));
  EXPECT_EQ(barrier("sub_group_barrier(CLK_LOCAL_MEM_FENCE)"), (Numbers{3, 3, 0x110}));
  Module fences = compile("void f() { mem_fence(CLK_LOCAL_MEM_FENCE); read_mem_fence(CLK_GLOBAL_MEM_FENCE); "
                          "write_mem_fence(CLK_GLOBAL_MEM_FENCE); }");
  EXPECT_EQ(fences.operations("f"), (Words{"OpMemoryBarrier", "OpMemoryBarrier", "OpMemoryBarrier"}));
}

TEST(AsyncCopies, HaveSizeTStrideAndOneNullEvent) {
  for (const char *name : {"awc3", "awc5"}) {
    Module module = compile(trap(name));
    ASSERT_EQ(module.status, compiler::Status::Ok) << module.log;
    for (const Line &copy : module.all("OpGroupAsyncCopy")) {
      EXPECT_EQ(copy.operands.size(), 7u) << copy.text;
      EXPECT_EQ(module.number(copy.operands[1]), 2u);
      EXPECT_EQ(copy.operands[4], "%ulong_64") << copy.text;
      EXPECT_EQ(copy.operands[5], "%ulong_1") << copy.text;
    }
    EXPECT_EQ(module.all("OpGroupWaitEvents").size(), 1u);
  }
  Module strided =
      compile("kernel void k(global float3 *g, local float3 *l, ulong n, ulong s) {\n"
              "  event_t e = async_work_group_strided_copy(g, l, n, s, 0);\n  wait_group_events(1, &e); }");
  Line copy = strided.all("OpGroupAsyncCopy").at(0);
  EXPECT_EQ(copy.operands[2], "%g");
  EXPECT_EQ(copy.operands[3], "%l");
  EXPECT_EQ(copy.operands[5], "%s");
  EXPECT_TRUE(strided.has("%g = OpFunctionParameter %_ptr_CrossWorkgroup_v3float"));
}

TEST(Relational, AnyAndAllLookAtTheSignBit) {
  Module module = compile(trap("anyb"));
  EXPECT_EQ(module.all("OpSLessThan").size(), 2u);
  for (const Line &line : module.all("OpAll"))
    EXPECT_EQ(line.operands[0], "%bool");
  EXPECT_EQ(module.all("OpAll").size(), 1u);
}

// Of what its first row looks like, and the rows behind are lost.
TEST(Variables, ArraysOfArraysKeepTheirSize) {
  Module module =
      compile("kernel void k(global int *o, int n) { int x = n; int *a[2][3] = {{0, &x, &x}, {0, &x, &x}};\n"
              "  o[0] = a[n][2] == a[1][n] ? *a[n][1] : 7; }",
              "-cl-std=CL1.2", false);
  ASSERT_EQ(module.status, compiler::Status::Ok) << module.log;
  std::vector<std::string> types;
  for (const Line &line : module.all("OpVariable"))
    types.push_back(line.operands[0]);
  EXPECT_NE(std::ranges::find(types, "%_ptr_Function__arr__arr__ptr_Function_uchar_uint_3_uint_2"), types.end());
}

TEST(Variables, CopiesAreAsAlignedAsTheLessAlignedSide) {
  Module module = compile("kernel void k(global int *o, int n) { int x = n;\n"
                          "  struct { int n[8]; int *p; } s __attribute__((aligned(64))) = {{1,2,3,4,5,6,7,8}, &x};\n"
                          "  o[0] = s.n[n] + *s.p; }",
                          "-cl-std=CL1.2", false);
  ASSERT_EQ(module.status, compiler::Status::Ok) << module.log;
  std::string copies;
  for (const Line &line : module.all("OpCopyMemorySized"))
    copies += line.operands[3] + " " + line.operands[4] + "\n";
  EXPECT_EQ(copies, "Aligned 4\n");
}

// The validator tells, too, when the null of a pointer is a number.
TEST(Variables, NullPointersInInitialisersArePointers) {
  Module module = compile("struct S { ulong a; long b; volatile char *volatile p; };\n"
                          "kernel void k() { struct S s = {}; }",
                          "-cl-std=CL1.2", false);
  ASSERT_EQ(module.status, compiler::Status::Ok) << module.log;
  ASSERT_EQ(module.all("OpConstantNull").size(), 1u);
  ASSERT_EQ(module.all("OpConstantComposite").size(), 1u);
  EXPECT_EQ(module.all("OpConstantComposite")[0].operands.back(), module.all("OpConstantNull")[0].result);
}

TEST(Arithmetic, MultiplyAddIsNotFused) {
  Module module = compile(trap("fm"));
  size_t fused = 0;
  for (const Line &line : module.all("OpExtInst"))
    fused += line.operands[2] == "fma";
  EXPECT_EQ(fused, 1u) << "the one that the source asks for";
  EXPECT_EQ(module.all("OpFMul").size(), 1u);
}

TEST(Arithmetic, ContractionModeFollowsTheSource) {
  const std::string body = "kernel void k(global float *o, float a, float b) { o[0] = o[1] * a + b; }";
  EXPECT_FALSE(compile(body).has("ContractionOff"));
  EXPECT_TRUE(compile("#pragma OPENCL FP_CONTRACT OFF\n" + body).has("ContractionOff"));
  EXPECT_TRUE(compile("#pragma clang fp contract(off)\n" + body).has("ContractionOff"));
  EXPECT_TRUE(compile("#pragma clang fp reassociate(off) contract ( off )\n" + body).has("ContractionOff"));
  EXPECT_FALSE(compile("#pragma clang fp contract(fast)\n" + body).has("ContractionOff"));
}

TEST(Arithmetic, OperandsHaveOneWidth) {
  Module module = compile(trap("and64"));
  EXPECT_EQ(module.status, compiler::Status::Ok);
  for (const Line &line : module.all("OpBitwiseAnd"))
    for (const Line &definition : module.lines)
      if (definition.result == line.operands[1])
        EXPECT_EQ(definition.operands[0], line.operands[0]) << line.text;
  EXPECT_EQ(compile("kernel void k(global int4 *o, char4 x) { *o = convert_int4(convert_ushort4(x)); }").status,
            compiler::Status::Ok);
}

TEST(Arithmetic, FastMathIsOnTheInstructions) {
  const char *source = "kernel void k(global float *o, float a) { o[0] = o[1] / a; }";
  auto mode = [&](const char *options) {
    for (const Line &line : compile(source, options).all("OpDecorate"))
      if (line.operands[1] == "FPFastMathMode")
        return line.operands[2];
    return std::string();
  };
  EXPECT_EQ(mode(""), "");
  EXPECT_EQ(mode("-cl-fast-relaxed-math"), "NotNaN|NotInf|NSZ|AllowRecip|Fast");
  EXPECT_EQ(mode("-cl-finite-math-only"), "NotNaN|NotInf");
  EXPECT_EQ(mode("-cl-no-signed-zeros"), "NSZ");
}

TEST(Hints, Survive) {
  Module module = compile(trap("hints"));
  EXPECT_EQ(module.all("OpAssumeTrueKHR").size(), 1u);
  EXPECT_TRUE(module.has("OpDecorate %a FuncParamAttr NoAlias"));
  EXPECT_TRUE(module.has("NoSignedWrap"));
  EXPECT_TRUE(module.has("\"__lanecl_loop_unroll\" Import"));
  auto count = [](const std::string &pragma) -> uint64_t {
    Module loop =
        compile("kernel void k(global int *o, int n) {\n" + pragma + "\nfor (int i = 0; i < n; ++i) o[i] = i; }");
    std::vector<Line> calls = loop.all("OpFunctionCall");
    return calls.size() == 1 ? loop.number(calls[0].operands[2]) : 12345;
  };
  EXPECT_EQ(count("#pragma unroll 4"), 4u);
  EXPECT_EQ(count("#pragma unroll"), 0u);
  EXPECT_EQ(count("#pragma nounroll"), 1u);
  EXPECT_EQ(count("__attribute__((opencl_unroll_hint(8)))"), 8u);
  EXPECT_EQ(count(""), 12345u);
}

TEST(PassThrough, Vloada3AndFriends) {
  Module module = compile("void f(global float3 *o, global half *p) { *o = vloada_half3(1, p) + vload_half3(1, p); }");
  EXPECT_TRUE(module.has("\"__lanecl__Z12vloada_half3mPU3AS4KDh\" Import"));
  EXPECT_EQ(module.operations("f"), (Words{"OpBitcast", "OpFunctionCall", "vload_halfn", "OpFAdd"}));
}

TEST(PassThrough, MemoryEffectsAreTheDeclarations) {
  Module module = compile("__attribute__((pure)) int reads(global int *x) { return *x; }\n"
                          "__attribute__((const)) int computes(int x) { return x + 1; }\n"
                          "kernel void k(global int *o) { o[0] = reads(o) + computes(o[2]); }");
  for (const Line &line : module.all("OpFunction"))
    EXPECT_EQ(line.operands[1], line.result == "%reads" ? "Pure" : line.result == "%computes" ? "Const" : "None");
}

TEST(SubGroups, BlockReadsOfEitherSpace) {
  Module module = compile("kernel void k(global uint *g, local uint *l) { intel_sub_group_block_write4(l, "
                          "intel_sub_group_block_read4(g)); }");
  EXPECT_EQ(module.operations("k"), (Words{"OpSubgroupBlockReadINTEL", "OpSubgroupBlockWriteINTEL"}));
}

} // namespace
} // namespace lanecl::test
