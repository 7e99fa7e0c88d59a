// What the asynchronous copies become in SPIR-V: OpGroupAsyncCopy, and NonSemantic.Codeplay.GroupAsyncCopies for those
// of cl_khr_extended_async_copies.
#include "Support.h"
#include "compiler/spirv/Validate.h"
#include <algorithm>

namespace lanecl::test {
namespace {

/// An event's use makes the set's instructions more than non-semantic: our own rules and the validator's.
static void expectValid(const Module &module) {
  ASSERT_EQ(module.status, compiler::Status::Ok) << module.log;
  EXPECT_EQ(llvm::toString(spirv::validate(module.words, {})), "");
}

TEST(AsyncCopies, ExtendedOnesAreGroupAsyncCopies) {
  Module module = compileUnchecked("kernel void k(global float *g, local float *l, ulong n) {\n"
                                   "  event_t e = async_work_group_copy_2D2D(l, 0, g, 1, 4, 16, n, 32, 17, 0);\n"
                                   "  e = async_work_group_copy_3D3D(g, 2, l, 3, 5, 6, 7, 8, 9, 10, 11, n, e);\n"
                                   "  wait_group_events(1, &e); }",
                                   "-cl-std=CL3.0");
  expectValid(module);
  EXPECT_TRUE(module.has("OpExtension \"SPV_KHR_non_semantic_info\""));
  auto imports = module.all("OpExtInstImport");
  auto set = std::ranges::find_if(
      imports, [](const Line &line) { return line.operands[0] == "\"NonSemantic.Codeplay.GroupAsyncCopies\""; });
  ASSERT_NE(set, imports.end());
  std::vector<Line> copies = module.all("OpExtInst");
  ASSERT_EQ(copies.size(), 2u);
  auto numbers = [&](const Line &line) {
    std::vector<std::string> result;
    for (size_t i = 3; i + 1 < line.operands.size(); ++i)
      result.push_back(line.operands[i].starts_with("%ulong_") ? line.operands[i].substr(7) : line.operands[i]);
    return result;
  };
  EXPECT_EQ(copies[0].operands[1], set->result);
  EXPECT_EQ(copies[0].operands[2], "1");
  EXPECT_EQ(numbers(copies[0]), (std::vector<std::string>{"%l", "0", "%g", "1", "4", "16", "%n", "32", "17"}));
  EXPECT_EQ(copies[1].operands[2], "2");
  EXPECT_EQ(numbers(copies[1]),
            (std::vector<std::string>{"%g", "2", "%l", "3", "5", "6", "7", "8", "9", "10", "11", "%n"}));
  // The functions that stood for them are gone.
  EXPECT_FALSE(module.has("async_work_group_copy"));
  EXPECT_EQ(module.all("OpFunction").size(), 1u);
}

TEST(AsyncCopies, ModulesWithoutExtendedOnesNameNoSet) {
  Module module = compile("kernel void k(global float *g, local float *l) {\n"
                          "  event_t e = async_work_group_copy(l, g, 64, 0);\n  wait_group_events(1, &e); }");
  EXPECT_EQ(module.all("OpGroupAsyncCopy").size(), 1u);
  EXPECT_FALSE(module.has("GroupAsyncCopies"));
  EXPECT_FALSE(module.has("SPV_KHR_non_semantic_info"));
}

TEST(AsyncCopies, ExtendedOnesInFunctionsOfALibrary) {
  Module module = compileUnchecked("event_t bring(local char *l, global char *g, event_t e) {\n"
                                   "  return async_work_group_copy_2D2D(l, 0, g, 0, 3, 1, 1, 1, 1, e); }\n"
                                   "event_t back(local char *l, global char *g, event_t e) {\n"
                                   "  return async_work_group_copy_2D2D(g, 0, l, 0, 3, 1, 1, 1, 1, e); }",
                                   "-cl-std=CL3.0");
  expectValid(module);
  EXPECT_EQ(module.all("OpExtInst").size(), 2u);
  EXPECT_EQ(module.all("OpExtInstImport").size(), 2u);
}

/// The element type of the pointers is that of the source, three components as three: whoever reads the module copies
/// them as four.
TEST(AsyncCopies, ElementTypesSurvive) {
  for (auto [type, spirv] : {std::pair{"char", "uchar"},
                             {"ushort3", "v3ushort"},
                             {"int2", "v2uint"},
                             {"long16", "v16ulong"},
                             {"float", "float"},
                             {"float3", "v3float"},
                             {"double8", "v8double"}}) {
    Module module = compile("kernel void k(global " + std::string(type) + " *g, local " + type + " *l, ulong n) {\n" +
                            "  event_t e = async_work_group_copy(l, g, n, 0);\n" +
                            "  e = async_work_group_strided_copy(g, l, n, 7, e);\n  wait_group_events(1, &e); }");
    ASSERT_EQ(module.status, compiler::Status::Ok) << module.log;
    auto copies = module.all("OpGroupAsyncCopy");
    ASSERT_EQ(copies.size(), 2u) << type;
    EXPECT_TRUE(module.has("%g = OpFunctionParameter %_ptr_CrossWorkgroup_" + std::string(spirv))) << type;
    EXPECT_TRUE(module.has("%l = OpFunctionParameter %_ptr_Workgroup_" + std::string(spirv))) << type;
    for (const Line &copy : copies) {
      EXPECT_TRUE(copy.operands[2] == "%g" || copy.operands[2] == "%l") << copy.text;
      EXPECT_EQ(copy.operands[4], "%n");
    }
    EXPECT_EQ(copies[0].operands[5], "%ulong_1");
    EXPECT_EQ(copies[1].operands[5], "%ulong_7");
    // The event goes through its variable.
    auto operation = [&](const std::string &id) {
      auto found = std::ranges::find(module.lines, id, &Line::result);
      return found == module.lines.end() ? "" : found->opcode;
    };
    EXPECT_EQ(operation(copies[0].operands[6]), "OpConstantNull");
    EXPECT_EQ(operation(copies[1].operands[6]), "OpLoad");
  }
}

} // namespace
} // namespace lanecl::test
