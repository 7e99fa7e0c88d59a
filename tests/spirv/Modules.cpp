// What is asked of whole modules: byte order, capabilities, validity, specialisation, names of the library.
#include "Support.h"
#include "compiler/spirv/Grammar.h"
#include "compiler/spirv/Mangle.h"
#include "compiler/spirv/Validate.h"
#include "llvm/IR/Constants.h"
#include <algorithm>
#include <bit>
#include <cstring>
#include <gtest/gtest.h>

namespace lanecl::test {

namespace {

using namespace spirv;

std::vector<std::byte> bytesOf(const std::vector<uint32_t> &words) {
  auto bytes = std::as_bytes(std::span(words));
  return {bytes.begin(), bytes.end()};
}

const std::string emptyModule = std::string(preamble) + "%void = OpTypeVoid\n";

TEST(Import, EitherByteOrder) {
  std::vector<uint32_t> words = assemble(emptyModule), swapped = words;
  for (uint32_t &word : swapped)
    word = std::byteswap(word);
  auto same = importWords(bytesOf(words)), repaired = importWords(bytesOf(swapped));
  ASSERT_TRUE(bool(same));
  ASSERT_TRUE(bool(repaired));
  EXPECT_EQ(*same, words);
  EXPECT_EQ(*repaired, words);
}

TEST(Import, NoSpirv) {
  std::vector<std::byte> text(64, std::byte{'x'});
  EXPECT_NE(llvm::toString(importWords(text).takeError()).find("magic"), std::string::npos);
  std::vector<std::byte> odd = bytesOf(assemble(emptyModule));
  odd.pop_back();
  EXPECT_NE(llvm::toString(importWords(odd).takeError()).find("words"), std::string::npos);
  EXPECT_TRUE(bool(importWords({}).takeError()));
}

TEST(Accept, NamesWhatIsMissing) {
  std::vector<uint32_t> words = assemble(emptyModule);
  EXPECT_EQ(llvm::toString(validate(words, {})), "");
  std::vector<uint32_t> few = {4, 5, 6, 39, 22, 11, 9}; // no Float64 (10)
  std::string error = llvm::toString(validate(words, {few, {}}));
  EXPECT_NE(error.find("Float64"), std::string::npos) << error;
  std::vector<std::string> none = {"SPV_none"};
  words = assemble("OpCapability Kernel\nOpCapability Addresses\nOpCapability Linkage\nOpExtension \"SPV_KHR_x\"\n"
                   "OpMemoryModel Physical64 OpenCL\n");
  error = llvm::toString(checkCapabilities(words, {{}, none}));
  EXPECT_NE(error.find("SPV_KHR_x"), std::string::npos) << error;
}

TEST(Accept, Physical64Only) {
  auto words = assemble("OpCapability Kernel\nOpCapability Addresses\nOpCapability Linkage\n"
                        "OpMemoryModel Physical32 OpenCL\n");
  EXPECT_NE(llvm::toString(validate(words, {})).find("Physical64"), std::string::npos);
}

TEST(Validate, SaysWhatIsWrong) {
  auto words = assemble(emptyModule + "%int = OpTypeInt 32 0\n%f = OpTypeFunction %int\n"
                                      "%k = OpFunction %int None %f\n%e = OpLabel\nOpReturn\nOpFunctionEnd\n");
  EXPECT_NE(llvm::toString(validate(words, {})).find("OpReturn"), std::string::npos);
}

/// Why a module with this body of a kernel is refused; empty: it is taken. OpSubgroupBlockWriteINTEL stands for the
/// prefetch of blocks, which assemblers do not know.
std::string refusal(const std::string &instruction, std::initializer_list<Capability> capabilities) {
  std::vector<uint32_t> words = assemble(std::string(preamble) + R"(OpEntryPoint Kernel %k "k"
%void = OpTypeVoid
%int = OpTypeInt 32 0
%long = OpTypeInt 64 0
%float = OpTypeFloat 32
%one = OpConstant %int 1
%two = OpConstant %int 2
%item = OpConstant %int 4
%wide = OpConstant %long 1
%half = OpConstant %float 0.5
%gInt = OpTypePointer CrossWorkgroup %int
%gFloat = OpTypePointer CrossWorkgroup %float
%lInt = OpTypePointer Workgroup %int
%fn = OpTypeFunction %void %gInt %gFloat %lInt %int
%k = OpFunction %void None %fn
%g = OpFunctionParameter %gInt
%f = OpFunctionParameter %gFloat
%l = OpFunctionParameter %lInt
%n = OpFunctionParameter %int
%e = OpLabel
)" + instruction + "\nOpReturn\nOpFunctionEnd\n");
  for (Capability capability : capabilities)
    words.insert(words.begin() + 5, {2u << 16 | uint32_t(Op::Capability), uint32_t(capability)});
  std::ranges::replace(words, 3u << 16 | uint32_t(Op::SubgroupBlockWriteINTEL),
                       3u << 16 | uint32_t(Op::SubgroupBlockPrefetchINTEL));
  std::string error = llvm::toString(validate(words, {}));
  llvm::LLVMContext context;
  if (error.empty())
    translate(words, context, error);
  return error;
}

// SPIRV-Tools does not see these instructions: their rules are ours to check.
TEST(Validate, Prefetches) {
  auto prefetch = [](const std::string &operands) {
    return refusal("OpSubgroupBlockWriteINTEL " + operands, {Capability::SubgroupBufferPrefetchINTEL});
  };
  EXPECT_EQ(prefetch("%g %one"), "");
  const std::string missing = refusal("OpSubgroupBlockWriteINTEL %g %one", {});
  EXPECT_NE(missing.find("SubgroupBufferPrefetchINTEL"), std::string::npos) << missing;
  for (auto [operands, why] :
       {std::pair("%l %one", "CrossWorkgroup"), std::pair("%f %one", "integer"), std::pair("%n %one", "pointer"),
        std::pair("%nothing %one", "value"), std::pair("%g %wide", "32-bit"), std::pair("%g %half", "32-bit"),
        std::pair("%g %n", "constant"), std::pair("%g %nothing", "constant")}) {
    std::string error = prefetch(operands);
    EXPECT_NE(error.find(why), std::string::npos) << operands << ": " << error;
  }
}

TEST(Validate, Clocks) {
  auto clock = [](const std::string &operands) {
    return refusal("%t = OpReadClockKHR " + operands, {Capability::ShaderClockKHR});
  };
  EXPECT_EQ(clock("%long %one"), "");
  EXPECT_EQ(clock("%long %two"), "");
  const std::string missing = refusal("%t = OpReadClockKHR %long %one", {});
  EXPECT_NE(missing.find("ShaderClockKHR"), std::string::npos) << missing;
  for (auto [operands, why] : {std::pair("%int %one", "64 bits"), std::pair("%long %item", "the scope is"),
                               std::pair("%long %half", "the scope is"), std::pair("%long %n", "the scope is"),
                               std::pair("%long %wide", "the scope is"), std::pair("%long %nothing", "the scope is")}) {
    std::string error = clock(operands);
    EXPECT_NE(error.find(why), std::string::npos) << operands << ": " << error;
  }
}

TEST(Handlers, EveryImplementedCapabilityIsWhole) {
  std::string missing;
  for (const std::string &name : opcodesWithoutHandler(implementedCapabilities()))
    missing += name + " ";
  EXPECT_EQ(missing, "");
}

/// Everything that the device's table lets a module declare.
std::vector<uint32_t> advertisedCapabilities() {
  std::vector<uint32_t> all;
  auto add = [&](std::initializer_list<Capability> capabilities) {
    for (Capability capability : capabilities)
      all.push_back(uint32_t(capability));
  };
#define LIST(...) {__VA_ARGS__}
#define LANECL_EXTENSION(id, name, version, where, language, spirv, capabilities, condition) add(capabilities);
#include "runtime/Extensions.def"
#undef LIST
  return all;
}

TEST(Handlers, EveryAdvertisedCapabilityIsImplemented) {
  std::vector<uint32_t> advertised = advertisedCapabilities();
  ASSERT_GT(advertised.size(), 5u);
  for (uint32_t capability : advertised)
    EXPECT_TRUE(std::ranges::binary_search(implementedCapabilities(), capability)) << capabilityName(capability);
  EXPECT_TRUE(opcodesWithoutHandler(advertised).empty());
}

// ---- specialisation

const std::string specModule = std::string(preamble) + R"(
OpDecorate %flag SpecId 1
OpDecorate %number SpecId 2
OpDecorate %wide SpecId 3
OpDecorate %real SpecId 4
OpDecorate %small SpecId 5
OpDecorate %out LinkageAttributes "out" Export
%bool = OpTypeBool
%short = OpTypeInt 16 0
%int = OpTypeInt 32 0
%long = OpTypeInt 64 0
%double = OpTypeFloat 64
%flag = OpSpecConstantFalse %bool
%number = OpSpecConstant %int 7
%wide = OpSpecConstant %long 8
%real = OpSpecConstant %double 0.5
%small = OpSpecConstant %short 3
%one = OpConstant %int 1
%sum = OpSpecConstantOp %int IAdd %number %one
%chosen = OpSpecConstantOp %int Select %flag %sum %one
%all = OpTypeStruct %int %long %double %short
%values = OpSpecConstantComposite %all %chosen %wide %real %small
%p_all = OpTypePointer CrossWorkgroup %all
%out = OpVariable %p_all CrossWorkgroup %values
)";

std::string initialiser(const std::vector<uint32_t> &words) {
  llvm::LLVMContext context;
  std::string error;
  auto module = translate(words, context, error);
  EXPECT_TRUE(module) << error;
  if (!module)
    return error;
  std::string text = print(*module);
  size_t begin = text.find("{ i32, i64, double, i16 } {"), end = text.find(", align", begin);
  return text.substr(begin, end - begin);
}

template <typename T> std::vector<std::byte> valueBytes(T value) {
  std::vector<std::byte> bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

TEST(Specialize, ListsConstants) {
  auto constants = specConstants(assemble(specModule));
  ASSERT_TRUE(bool(constants));
  std::vector<std::pair<uint32_t, uint32_t>> found;
  for (const SpecConstantInfo &constant : *constants)
    found.emplace_back(constant.id, constant.bytes);
  EXPECT_EQ(found, (std::vector<std::pair<uint32_t, uint32_t>>{{1, 1}, {2, 4}, {3, 8}, {4, 8}, {5, 2}}));
}

TEST(Specialize, DefaultsAndValues) {
  auto words = assemble(specModule);
  EXPECT_EQ(initialiser(words), "{ i32, i64, double, i16 } { i32 1, i64 8, double 5.000000e-01, i16 3 }");
  auto frozen = specialize(words, {});
  ASSERT_TRUE(bool(frozen));
  EXPECT_EQ(initialiser(*frozen), initialiser(words));
  std::vector<std::pair<uint32_t, std::vector<std::byte>>> values = {{1, valueBytes(uint8_t(1))},
                                                                     {2, valueBytes(40)},
                                                                     {3, valueBytes(int64_t(-5))},
                                                                     {4, valueBytes(2.0)},
                                                                     {5, valueBytes(int16_t(-3))}};
  auto changed = specialize(words, values);
  ASSERT_TRUE(bool(changed));
  EXPECT_EQ(initialiser(*changed), "{ i32, i64, double, i16 } { i32 41, i64 -5, double 2.000000e+00, i16 -3 }");
  EXPECT_EQ(llvm::toString(validate(*changed, {})), "");
  EXPECT_TRUE(specConstants(*changed)->empty());
}

// SPIR-V, OpGroupDecorate: the targets have the group's decorations.
TEST(Specialize, DecorationsOfGroups) {
  auto words = assemble(std::string(preamble) + R"(
OpDecorate %group SpecId 7
OpDecorate %other SpecId 8
%group = OpDecorationGroup
%other = OpDecorationGroup
OpGroupDecorate %group %number
OpGroupDecorate %other %one %two
OpDecorate %plain SpecId 9
OpDecorate %out LinkageAttributes "out" Export
%short = OpTypeInt 16 0
%int = OpTypeInt 32 0
%long = OpTypeInt 64 0
%double = OpTypeFloat 64
%number = OpSpecConstant %int 7
%one = OpSpecConstant %long 1
%two = OpSpecConstant %double 2
%plain = OpSpecConstant %short 3
%all = OpTypeStruct %int %long %double %short
%values = OpSpecConstantComposite %all %number %one %two %plain
%p_all = OpTypePointer CrossWorkgroup %all
%out = OpVariable %p_all CrossWorkgroup %values
)");
  ASSERT_EQ(llvm::toString(validate(words, {})), "");
  auto constants = specConstants(words);
  ASSERT_TRUE(bool(constants));
  std::vector<uint32_t> ids;
  for (const SpecConstantInfo &constant : *constants)
    ids.push_back(constant.id);
  EXPECT_EQ(ids, (std::vector<uint32_t>{7, 8, 8, 9}));
  std::vector<std::pair<uint32_t, std::vector<std::byte>>> values = {{7, valueBytes(40)}, {8, valueBytes(int64_t(0))}};
  auto changed = specialize(words, values);
  ASSERT_TRUE(bool(changed));
  EXPECT_EQ(initialiser(*changed), "{ i32, i64, double, i16 } { i32 40, i64 0, double 0.000000e+00, i16 3 }");
  EXPECT_EQ(llvm::toString(validate(*changed, {})), "");
  EXPECT_TRUE(specConstants(*changed)->empty());
}

TEST(Specialize, WrongIdOrSize) {
  auto words = assemble(specModule);
  std::vector<std::pair<uint32_t, std::vector<std::byte>>> unknown = {{9, valueBytes(1)}}, wide = {{2, valueBytes(1L)}};
  EXPECT_NE(llvm::toString(specialize(words, unknown).takeError()).find('9'), std::string::npos);
  EXPECT_NE(llvm::toString(specialize(words, wide).takeError()).find("4 bytes"), std::string::npos);
}

// ---- names, as Clang writes them for OpenCL C

TEST(Mangle, AsClang) {
  llvm::LLVMContext context;
  auto *floatType = llvm::Type::getFloatTy(context), *halfType = llvm::Type::getHalfTy(context);
  auto *intType = llvm::Type::getInt32Ty(context), *charType = llvm::Type::getInt8Ty(context);
  auto *longType = llvm::Type::getInt64Ty(context);
  auto *float4 = llvm::FixedVectorType::get(floatType, 4), *int4 = llvm::FixedVectorType::get(intType, 4);
  auto *half16 = llvm::FixedVectorType::get(halfType, 16);
  EXPECT_EQ(mangle("sin", {{floatType}}), "_Z3sinf");
  EXPECT_EQ(mangle("max", {{int4}, {int4}}), "_Z3maxDv4_iS_");
  EXPECT_EQ(mangle("max", {{int4, false}, {int4, false}}), "_Z3maxDv4_jS_");
  EXPECT_EQ(mangle("clamp", {{float4}, {floatType}, {floatType}}), "_Z5clampDv4_fff");
  EXPECT_EQ(mangle("fma", {{half16}, {half16}, {half16}}), "_Z3fmaDv16_DhS_S_");
  EXPECT_EQ(mangle("upsample", {{charType}, {charType, false}}), "_Z8upsamplech");
  EXPECT_EQ(mangle("abs", {{longType, false}}), "_Z3absm");
  EXPECT_EQ(mangle("fract", {{float4}, {float4, true, true, 1}}), "_Z5fractDv4_fPU3AS1S_");
  EXPECT_EQ(mangle("fract", {{float4}, {float4, true, true, 0}}), "_Z5fractDv4_fPS_");
  EXPECT_EQ(mangle("remquo", {{floatType}, {floatType}, {intType, true, true, 3}}), "_Z6remquoffPU3AS3i");
  EXPECT_EQ(mangle("frexp", {{float4}, {int4, true, true, 0}}), "_Z5frexpDv4_fPDv4_i");
  EXPECT_EQ(mangle("vload4", {{longType, false}, {floatType, true, true, 2, true}}), "_Z6vload4mPU3AS2Kf");
  EXPECT_EQ(mangle("f", {{floatType, true, true, 1}, {floatType, true, true, 1}}), "_Z1fPU3AS1fS0_");
  EXPECT_EQ(mangle("ldexp", {{float4}, {int4}, {float4}, {int4}}), "_Z5ldexpDv4_fDv4_iS_S0_");
}

} // namespace

} // namespace lanecl::test
