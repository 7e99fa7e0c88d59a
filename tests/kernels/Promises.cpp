// What programs promise the compiler, and what is undefined but stands where nobody comes.
#include "Assemble.h"

#include "Harness.h"
using harness::Range;

namespace {

constexpr int Count = 67;

std::vector<int> results(const std::string &source, const char *options = "-cl-std=CL3.0") {
  std::vector<int> in(Count + 16), out(Count, -1);
  for (std::size_t i = 0; i < in.size(); ++i)
    in[i] = static_cast<int>(i) * 3;
  const harness::Program program(source, options);
  EXPECT_EQ(program.status, CL_SUCCESS) << program.log;
  harness::Launch launch(program, "k");
  launch.arg(harness::inOut(in));
  launch.arg(harness::inOut(out));
  launch.run(Range::of(Count));
  return out;
}

// In each address space; what comes back is a pointer to nothing certain in the same one.
TEST(Promises, OfAlignment) {
  const char *source = R"(
    constant int table[4] __attribute__((aligned(64))) = {1, 2, 3, 4};
    int read(const int *p) { const int *a = __builtin_assume_aligned(p, sizeof(int)); return *a; }
    kernel void k(global const int *in, global int *out) {
      int i = get_global_id(0);
      int own[16] __attribute__((aligned(64)));
      local int shared[16] __attribute__((aligned(64)));
      for (int j = 0; j < 16; ++j) own[j] = in[j + i];
      shared[3] = 1000;
      barrier(CLK_LOCAL_MEM_FENCE);
      global const int *g = __builtin_assume_aligned(in + 16, 64);
      private int *p = (private int *)__builtin_assume_aligned((private int *)own, 64);
      private int2 *pair = (private int2 *)__builtin_assume_aligned((private char *)own, 64, 0);
      local int *l = __builtin_assume_aligned(shared, 64);
      constant int *c = __builtin_assume_aligned(table, 64);
      out[i] = g[i - i % 7] + p[5] * 2 + pair[1].y + l[3] + c[i % 4] GENERIC;
    })";
  for (auto [options, generic] : {std::pair("-cl-std=CL3.0 -D GENERIC=+read(own)", 1), std::pair("-DGENERIC=", 0)}) {
    std::string text = source;
    if (!generic)
      text.erase(text.find("int read"), text.find("kernel") - text.find("int read"));
    const std::vector<int> out = results(text, options);
    for (int i = 0; i < Count; ++i)
      ASSERT_EQ(out[i], (16 + i - i % 7) * 3 + (i + 5) * 6 + (i + 3) * 3 + 1000 + i % 4 + 1 + generic * i * 3) << i;
  }
}

TEST(Promises, OfConditionsAndPlaces) {
  const std::vector<int> out = results(R"(
    int pick(int n) { switch (n & 1) { case 0: return 5; case 1: return 6; } __builtin_unreachable(); }
    kernel void k(global const int *in, global int *out) {
      int i = get_global_id(0);
      __builtin_assume(i >= 0);
      __builtin_assume_separate_storage(in, out);
      __builtin_assume_dereferenceable(in, 64);
      if (in[i] < 0) __builtin_unreachable();
      out[i] = pick(i) + in[i] / 3;
    })");
  for (int i = 0; i < Count; ++i)
    ASSERT_EQ(out[i], 5 + i % 2 + i) << i;
}

// OpenCL C 6.3.7: what a vector does not have must not be named; where nobody comes it does no harm.
TEST(Promises, ComponentsThatAreNot) {
  const std::vector<int> out = results(R"(
    kernel void k(global const int *in, global int *out) {
      int i = get_global_id(0);
      int4 v = (int4)(in[i], 2, 3, 4);
      const int nine = 9;
      if (in[i] < 0) { v[7] = 5; v.y = v[4] + v[-1] + v[nine]; ((int *)&v)[nine - 9] = v[nine]; }
      int3 w = v.xyz;
      for (int j = 0; j < 0; ++j) w[3] += w[100];
      out[i] = v[0] + v.y + w[2];
    })");
  for (int i = 0; i < Count; ++i)
    ASSERT_EQ(out[i], 3 * i + 5) << i;
}

// OpVectorExtractDynamic and OpVectorInsertDynamic with such an index are undefined only where they are reached.
TEST(Promises, ComponentsThatAreNotOfIl) {
  const std::string text = spirvtext::head({"Int64"}) + R"(OpEntryPoint Kernel %k "k" %id
OpDecorate %id BuiltIn GlobalInvocationId
%void = OpTypeVoid
%bool = OpTypeBool
%int = OpTypeInt 32 0
%long = OpTypeInt 64 0
%long3 = OpTypeVector %long 3
%int4 = OpTypeVector %int 4
%i0 = OpConstant %int 0
%i7 = OpConstant %int 7
%p_long3 = OpTypePointer Input %long3
%p_int = OpTypePointer CrossWorkgroup %int
%fn = OpTypeFunction %void %p_int %p_int
%id = OpVariable %p_long3 Input
%k = OpFunction %void None %fn
%in = OpFunctionParameter %p_int
%out = OpFunctionParameter %p_int
%begin = OpLabel
%ids = OpLoad %long3 %id Aligned 32
%i = OpCompositeExtract %long %ids 0
%from = OpInBoundsPtrAccessChain %p_int %in %i
%to = OpInBoundsPtrAccessChain %p_int %out %i
%x = OpLoad %int %from Aligned 4
%v = OpCompositeConstruct %int4 %x %x %x %x
%less = OpSLessThan %bool %x %i0
OpBranchConditional %less %never %end
%never = OpLabel
%bad = OpVectorExtractDynamic %int %v %i7
%worse = OpVectorInsertDynamic %int4 %v %bad %i7
%y = OpCompositeExtract %int %worse 1
OpBranch %end
%end = OpLabel
%z = OpPhi %int %x %begin %y %never
OpStore %to %z Aligned 4
OpReturn
OpFunctionEnd
)";
  const harness::Program program(spirvtext::assemble(text));
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  std::vector<int> in(Count), out(Count, -1);
  for (int i = 0; i < Count; ++i)
    in[i] = i + 1;
  harness::Launch launch(program, "k");
  launch.arg(harness::inOut(in));
  launch.arg(harness::inOut(out));
  launch.run(Range::of(Count));
  EXPECT_EQ(out, in);
}

} // namespace
