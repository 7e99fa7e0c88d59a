// SPIR-V as Clang does not write it, run with work-items that diverge in it and compared with C++: irreducible flow,
// phis and selections of pointers and structs, sized copies, dynamic vector elements, groups of decorations, lines,
// sets of instructions without meaning, a module that imports from another.
#include "Assemble.h"

#include "Harness.h"

namespace {

constexpr int Count = 203;

const std::string Head = spirvtext::head({"Linkage", "Int64", "Int8"}, {}, spirvtext::StandardSet);
const std::string Types = R"(%void = OpTypeVoid
%bool = OpTypeBool
%char = OpTypeInt 8 0
%int = OpTypeInt 32 0
%long = OpTypeInt 64 0
%long3 = OpTypeVector %long 3
%int4 = OpTypeVector %int 4
%i0 = OpConstant %int 0
%i1 = OpConstant %int 1
%i2 = OpConstant %int 2
%i3 = OpConstant %int 3
%i7 = OpConstant %int 7
%i100 = OpConstant %int 100
%l4 = OpConstant %long 4
%l16 = OpConstant %long 16
%p_long3 = OpTypePointer Input %long3
%p_int = OpTypePointer CrossWorkgroup %int
%p_char = OpTypePointer CrossWorkgroup %char
%id = OpVariable %p_long3 Input
%kernel = OpTypeFunction %void %p_int %p_int
)";
// The kernel's beginning: %at is where this work-item's number is, %x the number, %to where its result goes.
std::string begin(const std::string &variables = "") {
  return R"(%k = OpFunction %void None %kernel
%in = OpFunctionParameter %p_int
%out = OpFunctionParameter %p_int
%begin = OpLabel
)" + variables +
         R"(%ids = OpLoad %long3 %id Aligned 32
%i = OpCompositeExtract %long %ids 0
%at = OpInBoundsPtrAccessChain %p_int %in %i
%to = OpInBoundsPtrAccessChain %p_int %out %i
%x = OpLoad %int %at Aligned 4
)";
}
const std::string End = "OpReturn\nOpFunctionEnd\n";
const std::string Entry = "OpEntryPoint Kernel %k \"k\" %id\nOpDecorate %id BuiltIn GlobalInvocationId\n";

std::vector<int> numbers() {
  std::vector<int> values(Count);
  for (int i = 0; i < Count; ++i)
    values[i] = (i * 37) % 101 - 20;
  return values;
}

/// Runs `k` over numbers() and compares with the reference, a function of the number.
template <typename Reference> void check(const harness::Program &program, Reference reference) {
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  std::vector<int> in = numbers(), out(Count, -1);
  harness::Launch launch(program, "k");
  launch.arg(harness::inOut(in));
  launch.arg(harness::inOut(out));
  launch.run(harness::Range::of(Count, 29));
  const std::vector<int> given = numbers();
  for (int i = 0; i < Count; ++i)
    ASSERT_EQ(out[i], reference(given[i])) << "work-item " << i;
}
template <typename Reference> void check(const std::vector<std::uint32_t> &words, Reference reference) {
  check(harness::Program(words), reference);
}

TEST(OtherProducersIl, LoopWithTwoEntries) {
  auto words = spirvtext::assemble(Head + Entry + Types + begin() + R"(%bit = OpBitwiseAnd %int %x %i1
%odd = OpIEqual %bool %bit %i1
OpBranchConditional %odd %a %b
%b = OpLabel
%w = OpPhi %int %x %begin %v3 %a
%m = OpPhi %int %i0 %begin %n1 %a
%w7 = OpIAdd %int %w %i7
%turns = OpBitwiseAnd %int %x %i7
%more = OpSLessThan %bool %m %turns
OpBranchConditional %more %a %done
%a = OpLabel
%v = OpPhi %int %x %begin %w7 %b
%n = OpPhi %int %i0 %begin %m %b
%triple = OpIMul %int %v %i3
%v3 = OpIAdd %int %triple %i1
%n1 = OpIAdd %int %n %i1
OpBranch %b
%done = OpLabel
OpStore %to %w7 Aligned 4
)" + End);
  check(words, [](int x) {
    unsigned v = x, m = 0, turns = x & 7;
    if (x & 1)
      goto a;
  b:
    v += 7;
    if (m < turns)
      goto a;
    return static_cast<int>(v);
  a:
    v = v * 3 + 1;
    ++m;
    goto b;
  });
}

TEST(OtherProducersIl, UnreachableBlocksAndLaterFunctions) {
  auto words = spirvtext::assemble(Head + Entry + Types + "%binary = OpTypeFunction %int %int %int\n" + begin() +
                                   R"(%sum = OpFunctionCall %int %later %x %i7
OpBranch %end
%dead = OpLabel
%lost = OpPhi %int %never %never_too
%never_sum = OpIAdd %int %lost %x
%never_test = OpSLessThan %bool %never_sum %x
OpBranchConditional %never_test %never_too %end
%never_too = OpLabel
%never = OpIAdd %int %x %i1
OpBranch %dead
%end = OpLabel
%result = OpPhi %int %sum %begin %i100 %dead
OpStore %to %result Aligned 4
)" + End + R"(%later = OpFunction %int None %binary
%p = OpFunctionParameter %int
%q = OpFunctionParameter %int
%first = OpLabel
%less = OpSLessThan %bool %p %q
OpSelectionMerge %both None
OpBranchConditional %less %yes %both
%yes = OpLabel
%product = OpIMul %int %p %q
OpBranch %both
%both = OpLabel
%chosen = OpPhi %int %product %yes %q %first
OpReturnValue %chosen
OpFunctionEnd
)");
  check(words, [](int x) { return x < 7 ? x * 7 : 7; });
}

TEST(OtherProducersIl, PhisAndSelectionsOfPointersAndStructs) {
  auto words = spirvtext::assemble(Head + Entry + Types + R"(%pair = OpTypeStruct %int %p_int
%array = OpTypeArray %int %i2
%known = OpConstantComposite %array %i3 %i7
)" + begin() + R"(%one = OpInBoundsPtrAccessChain %p_int %in %i1
%big = OpSGreaterThan %bool %x %i7
OpBranchConditional %big %yes %both
%yes = OpLabel
%two = OpInBoundsPtrAccessChain %p_int %in %i2
OpBranch %both
%both = OpLabel
%from = OpPhi %p_int %two %yes %one %begin
%bit = OpBitwiseAnd %int %x %i1
%odd = OpIEqual %bool %bit %i1
%s1 = OpCompositeConstruct %pair %x %from
%s2 = OpCompositeConstruct %pair %i100 %at
%s = OpSelect %pair %odd %s1 %s2
%number = OpCompositeExtract %int %s 0
%where = OpCompositeExtract %p_int %s 1
%there = OpLoad %int %where Aligned 4
%other = OpSelect %p_int %big %in %at
%o = OpLoad %int %other Aligned 4
%own = OpCompositeInsert %array %x %known 1
%list = OpSelect %array %big %own %known
%last = OpCompositeExtract %int %list 1
%r1 = OpIAdd %int %number %there
%r2 = OpIMul %int %r1 %i3
%r3 = OpIAdd %int %r2 %o
%r4 = OpIAdd %int %r3 %last
OpStore %to %r4 Aligned 4
)" + End,
                                   SPV_ENV_UNIVERSAL_1_4);
  const std::vector<int> in = numbers();
  check(words, [&](int x) {
    bool big = x > 7, odd = x & 1;
    int number = odd ? x : 100, there = odd ? in[big ? 2 : 1] : x;
    return (number + there) * 3 + (big ? in[0] : x) + (big ? x : 7);
  });
}

TEST(OtherProducersIl, SizedCopiesAndDynamicElements) {
  auto words = spirvtext::assemble(Head + Entry + Types + R"(%four = OpTypeArray %int %i2
%p_four = OpTypePointer Function %int4
%p_private = OpTypePointer Function %int
)" + begin("%block = OpVariable %p_four Function\n%copy = OpVariable %p_four Function\n") +
                                   R"(%whole = OpCompositeConstruct %int4 %x %i1 %i2 %i3
%bit = OpBitwiseAnd %int %x %i3
%put = OpVectorInsertDynamic %int4 %whole %i100 %bit
OpStore %block %put Aligned 16
OpCopyMemorySized %copy %block %l16 Aligned 16
OpCopyMemory %block %copy Aligned 16
%place = OpInBoundsPtrAccessChain %p_private %block %i0 %i0
OpCopyMemorySized %to %place %l4 Aligned 4
%back = OpLoad %int4 %copy Aligned 16
%sized = OpShiftLeftLogical %int %bit %i1
%half = OpShiftRightLogical %int %sized %i1
%got = OpVectorExtractDynamic %int %back %half
%first = OpLoad %int %to Aligned 4
%minus = OpISub %int %got %first
%next = OpIAdd %int %bit %i1
%around = OpBitwiseAnd %int %next %i3
%neighbour = OpVectorExtractDynamic %int %back %around
%sum = OpIAdd %int %minus %neighbour
OpStore %to %sum Aligned 4
)" + End);
  check(words, [](int x) {
    int v[4] = {x, 1, 2, 3}, bit = x & 3;
    v[bit] = 100;
    return v[bit] - v[0] + v[(bit + 1) & 3];
  });
}

// SPIR-V 1.4, OpCopyMemorySized: the source has memory operands of its own, and is aligned to a number only. Rows of
// eight; work-items of a row write the same.
TEST(OtherProducersIl, CopiesWithTwoSidesOfTheirOwn) {
  harness::Program program(spirvtext::assemble(Head + Entry + Types + R"(%l1 = OpConstant %long 1
%l3 = OpConstant %long 3
%l32 = OpConstant %long 32
)" + begin() + R"(%row = OpShiftRightLogical %long %i %l4
%start = OpShiftLeftLogical %long %row %l3
%behind = OpIAdd %long %start %l1
%source = OpInBoundsPtrAccessChain %p_int %in %behind
%target = OpInBoundsPtrAccessChain %p_int %out %start
OpCopyMemorySized %target %source %l32 Aligned 32 Aligned 4
)" + End,
                                               SPV_ENV_UNIVERSAL_1_4));
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  std::vector<int> in = numbers(), out(Count, -1), want(Count, -1);
  for (int i = 0; i <= Count / 16 * 8 + 7; ++i)
    want[i] = in[i + 1];
  harness::Launch launch(program, "k");
  launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out));
  launch.run(harness::Range::of(Count, 29));
  EXPECT_EQ(out, want);
}

TEST(OtherProducersIl, GroupsOfDecorationsLinesAndSetsWithoutMeaning) {
  const std::string head =
      spirvtext::head({"Linkage", "Int64", "Int8"}, {"SPV_KHR_non_semantic_info", "SPV_KHR_no_integer_wrap_decoration"},
                      spirvtext::StandardSet + "%notes = OpExtInstImport \"NonSemantic.Notes.Of.Another\"\n");
  auto words = spirvtext::assemble(head + R"(OpEntryPoint Kernel %k "k" %id
%file = OpString "somewhere.cl"
%note = OpString "a note"
OpSource OpenCL_C 200000 %file "kernel void k() {}"
OpSourceContinued " // more"
OpSourceExtension "cl_khr_something"
OpName %k "k"
OpModuleProcessed "by another"
OpDecorate %group BuiltIn GlobalInvocationId
OpDecorate %group Constant
%group = OpDecorationGroup
OpGroupDecorate %group %id
OpDecorate %wraps NoSignedWrap
%wraps = OpDecorationGroup
OpGroupDecorate %wraps %sum %more
OpDecorate %offset CPacked
%offset = OpDecorationGroup
OpGroupDecorate %offset %packed
)" + Types + R"(%packed = OpTypeStruct %char %int
%p_packed = OpTypePointer Function %packed
%p_private = OpTypePointer Function %int
%module_note = OpExtInst %void %notes 1 %note
)" + "OpLine %file 3 1\n" + begin("%box = OpVariable %p_packed Function\n") +
                                   R"(OpLine %file 4 2
%inner_note = OpExtInst %void %notes 2 %note %x
%sum = OpIAdd %int %x %i7
OpNoLine
%place = OpInBoundsPtrAccessChain %p_private %box %i0 %i1
OpStore %place %sum Aligned 1
%b = OpLoad %int %place Aligned 1
%start = OpConvertPtrToU %long %box
%member = OpConvertPtrToU %long %place
%gap = OpISub %long %member %start
%gap32 = OpUConvert %int %gap
%hundred = OpIMul %int %gap32 %i100
%more = OpIAdd %int %b %hundred
OpLine %file 9 9
OpStore %to %more Aligned 4
)" + End);
  check(words, [](int x) { return x + 7 + 100; });
}

/// Programs that were compiled, and a name that the second one needs of the first.
TEST(OtherProducersIl, NamesAcrossModules) {
  auto definition = spirvtext::assemble(Head + R"(OpDecorate %f LinkageAttributes "f" Export
OpDecorate %table LinkageAttributes "table" Export
OpDecorate %id BuiltIn GlobalInvocationId
)" + Types + R"(%binary = OpTypeFunction %int %int
%pair = OpTypeArray %int %i2
%p_pair = OpTypePointer CrossWorkgroup %pair
%values = OpConstantComposite %pair %i3 %i100
%table = OpVariable %p_pair CrossWorkgroup %values
%f = OpFunction %int None %binary
%x = OpFunctionParameter %int
%b = OpLabel
%place = OpInBoundsPtrAccessChain %p_int %table %i0 %i0
%three = OpLoad %int %place Aligned 4
%product = OpIMul %int %x %three
OpReturnValue %product
OpFunctionEnd
)");
  auto use = spirvtext::assemble(Head + Entry + R"(OpDecorate %f LinkageAttributes "f" Import
OpDecorate %table LinkageAttributes "table" Import
)" + Types + R"(%binary = OpTypeFunction %int %int
%pair = OpTypeArray %int %i2
%p_pair = OpTypePointer CrossWorkgroup %pair
%table = OpVariable %p_pair CrossWorkgroup
%f = OpFunction %int None %binary
%y = OpFunctionParameter %int
OpFunctionEnd
)" + begin() + R"(%tripled = OpFunctionCall %int %f %x
%place = OpInBoundsPtrAccessChain %p_int %table %i0 %i1
%hundred = OpLoad %int %place Aligned 4
%sum = OpIAdd %int %tripled %hundred
OpStore %to %sum Aligned 4
)" + End);
  harness::Device &device = harness::Device::get();
  cl_program parts[2];
  for (int i = 0; i < 2; ++i) {
    const auto &words = i ? use : definition;
    cl_int error = CL_SUCCESS;
    parts[i] = clCreateProgramWithIL(device.context, words.data(), words.size() * sizeof(words[0]), &error);
    ASSERT_EQ(error, CL_SUCCESS);
    ASSERT_EQ(clCompileProgram(parts[i], 1, &device.id, "", 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
  }
  cl_int error = CL_SUCCESS;
  cl_program linked = clLinkProgram(device.context, 1, &device.id, "", 2, parts, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  check(harness::Program(linked), [](int x) { return x * 3 + 100; });
  // The import alone: the name that is missing is told.
  cl_program alone = clLinkProgram(device.context, 1, &device.id, "", 1, parts + 1, nullptr, nullptr, &error);
  EXPECT_EQ(error, CL_LINK_PROGRAM_FAILURE);
  if (alone)
    clReleaseProgram(alone);
  for (cl_program part : parts)
    clReleaseProgram(part);
}

/// Refused, and the log names what is missing.
void expectRefused(const std::vector<std::uint32_t> &words, const char *what) {
  harness::Program program(words);
  ASSERT_NE(program.status, CL_SUCCESS);
  if (program.program) {
    EXPECT_NE(program.log.find(what), std::string::npos) << program.log;
  }
}

// As the compilers of SYCL write it: scopes of aliases at the module's level and on accesses, and imported functions
// that are LLVM's intrinsics.
TEST(OtherProducersIl, WhatSyclCompilersLeave) {
  auto words = spirvtext::assemble(spirvtext::head({"Linkage", "Int64", "Int8", "MemoryAccessAliasingINTEL"},
                                                   {"SPV_INTEL_memory_access_aliasing"}, spirvtext::StandardSet) +
                                       Entry + R"(OpDecorate %usub LinkageAttributes "llvm.usub.sat.i32" Import
%domain = OpAliasDomainDeclINTEL
%scope = OpAliasScopeDeclINTEL %domain
%other = OpAliasScopeDeclINTEL %domain
%list = OpAliasScopeListDeclINTEL %scope
%both = OpAliasScopeListDeclINTEL %scope %other
OpDecorateId %clamped NoAliasINTEL %list
)" + Types + R"(%binary = OpTypeFunction %int %int %int
%usub = OpFunction %int Const %binary
%a = OpFunctionParameter %int
%b = OpFunctionParameter %int
OpFunctionEnd
)" + begin() + R"(%again = OpLoad %int %at Aligned|AliasScopeINTELMask 4 %list
%clamped = OpFunctionCall %int %usub %again %i7
%sum = OpIAdd %int %clamped %x
OpStore %to %sum Aligned|AliasScopeINTELMask|NoAliasINTELMask 4 %list %both
)" + End,
                                   SPV_ENV_UNIVERSAL_1_3, false);
  check(harness::Program(words), [](int x) {
    unsigned bits = static_cast<unsigned>(x);
    return static_cast<int>((bits < 7 ? 0 : bits - 7) + bits);
  });
}

// An intrinsic that does more than compute is no function of OpenCL.
TEST(OtherProducersIl, IntrinsicsWithEffectsAreRefused) {
  const std::string rest = " Import\n" + Types + R"(%nothing = OpTypeFunction %void
%f = OpFunction %void None %nothing
OpFunctionEnd
)" + begin() + "%call = OpFunctionCall %void %f\n" +
                           End;
  std::string linkage = Head;
  linkage += Entry + "OpDecorate %f LinkageAttributes ";
  for (const std::string name : {"\"llvm.trap\"", "\"llvm.readcyclecounter\"", "\"llvm.no.such\""}) {
    std::string text = linkage;
    expectRefused(spirvtext::assemble(text.append(name).append(rest)), "reserved");
  }
}

TEST(OtherProducersIl, InlineAssemblyIsRefused) {
  auto words = spirvtext::assemble(Head + Types);
  spirvtext::declare(words, {5606});
  expectRefused(words, "AsmINTEL");
}

} // namespace
