// Each rule of LaneCL IR: a module that keeps it, and one that breaks it.
#include "compiler/ir/Verify.h"
#include "compiler/analysis/Forms.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <gtest/gtest.h>

namespace {
using namespace lanecl;

/// Empty: the lines of a function with these declarations keep all rules. `#0` to `#4` are the effects of the tables:
/// Convergent, Once, Pure and of queries, Reads, Writes.
std::string brokenLines(const std::string &declarations, const std::string &lines,
                        std::optional<Until> behind = std::nullopt) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  auto module = llvm::parseAssemblyString(declarations + R"(
attributes #0 = { convergent }
attributes #1 = { convergent noduplicate }
attributes #2 = { memory(none) }
attributes #3 = { convergent memory(argmem: read) }
attributes #4 = { convergent memory(argmem: write) }
define void @k(ptr addrspace(1) %p, <2 x ptr addrspace(1)> %q, i32 %x, float %f, i1 %b) {
)" + lines + "\n  ret void\n}\n",
                                          problem, context);
  if (!module)
    return "no module: " + problem.getMessage().str();
  return llvm::toString(verify(*module, behind));
}

/// A declaration and a call of it with these arguments.
std::string broken(const std::string &declaration, const std::string &arguments,
                   std::optional<Until> behind = std::nullopt) {
  std::size_t name = declaration.find('@'), parameters = declaration.find('('), end = declaration.rfind(')') + 1;
  if (std::size_t attributes = declaration.find(" memory("); attributes != std::string::npos)
    end = declaration.rfind(')', attributes) + 1;
  return brokenLines("declare " + declaration,
                     "call " + declaration.substr(0, name) + declaration.substr(parameters, end - parameters) + " " +
                         declaration.substr(name, parameters - name) + "(" + arguments + ")",
                     behind);
}

struct Case {
  const char *declaration, *arguments, *rule; ///< rule: empty, it is kept
};
#define ATOMIC(name, T, mask) T " @lanecl.atomic." name "(ptr addrspace(1), " T ", " T ", " mask ", i32, i32)"
constexpr const char *Name = "the name says", *Together = "is convergent, nothing else",
                     *NotTwice = "not to be duplicated", *Memory = "memory that its effects say";
const Case cases[] = {
    {"i32 @lanecl.sub_group.reduce.add.i32(i32) #0", "i32 %x", ""},
    {"i32 @lanecl.frobnicate(i32)", "i32 %x", "in the table"},
    {"i64 @lanecl.sub_group.reduce.add.i64(i32) #0", "i32 %x", "operand's type"},
    {"i32 @lanecl.sub_group.elect() #0", "", "result's type"},
    {"i32 @lanecl.sub_group.broadcast.i32(i32) #0", "i32 %x", "number of operands"},
    {"i32 @lanecl.sub_group.broadcast.i32(i32, i32, ...) #0", "i32 %x, i32 %x", "number of operands"},
    {"i32 @lanecl.sub_group.reduce.fmin.i32(i32) #0", "i32 %x", "combined"},
    {"i32 @lanecl.sub_group.reduce.i32(i32) #0", "i32 %x", "combined"},
    {"void @lanecl.yield(i32) #1", "i32 %x", "constant"},
    {"void @lanecl.yield(i32) #1", "i32 7", ""},
    {"i32 @lanecl.printf(ptr addrspace(1), ...)", "ptr addrspace(1) %p, i32 %x", ""},
    // What the name says.
    {"float @lanecl.sub_group.reduce.add.f32(float) #0", "float %f", ""},
    {"i32 @lanecl.sub_group.reduce.add.f32(i32) #0", "i32 %x", Name},
    {"i32 @lanecl.sub_group.reduce.add(i32) #0", "i32 %x", Name},
    {"i32 @lanecl.sub_group.reduce.add.i32.more(i32) #0", "i32 %x", Name},
    {"i32 @lanecl.group_result.i64(i32) #0", "i32 1", Name},
    {"void @lanecl.yield.more(i32) #1", "i32 7", Name},
    {"i32 @lanecl.printf.p1(ptr addrspace(1), ...)", "ptr addrspace(1) %p", Name},
    {"i32 @lanecl.sub_group.block_read.i32.p1(ptr addrspace(1), i32) #3", "ptr addrspace(1) %p, i32 0", ""},
    {"i32 @lanecl.sub_group.block_read.i32.p3(ptr addrspace(1), i32) #3", "ptr addrspace(1) %p, i32 0", Name},
    {"i32 @lanecl.sub_group.block_read.i32(ptr addrspace(1), i32) #3", "ptr addrspace(1) %p, i32 0", Name},
    {"void @lanecl.sub_group.block_write.i32.p1(ptr addrspace(1), i32, i32) #4", "ptr addrspace(1) %p, i32 %x, i32 0",
     ""},
    // Effects.
    {"i32 @lanecl.sub_group.reduce.add.i32(i32)", "i32 %x", Together},
    {"i32 @lanecl.uniform.i32(i32) #2", "i32 %x", ""},
    {"i32 @lanecl.uniform.i32(i32) convergent memory(none)", "i32 %x", Together},
    {"void @lanecl.yield(i32) #0", "i32 7", NotTwice},
    {"i32 @lanecl.sub_group.reduce.add.i32(i32) #1", "i32 %x", NotTwice},
    {"i32 @lanecl.uniform.i32(i32)", "i32 %x", Memory},
    {"void @lanecl.yield(i32) convergent noduplicate memory(none)", "i32 7", Memory},
    {"i32 @lanecl.sub_group.block_read.i32.p1(ptr addrspace(1), i32) #4", "ptr addrspace(1) %p, i32 0", Memory},
    {"i32 @lanecl.sub_group.block_read.i32.p1(ptr addrspace(1), i32) convergent memory(read)",
     "ptr addrspace(1) %p, i32 0", Memory},
    {"void @lanecl.sub_group.block_write.i32.p1(ptr addrspace(1), i32, i32) #3", "ptr addrspace(1) %p, i32 %x, i32 0",
     Memory},
    // Queries.
    {"i64 @lanecl.global_id(i32) #2", "i32 2", ""},
    {"i64 @lanecl.global_id(i32) #2", "i32 %x", "dimension is a constant"},
    {"i64 @lanecl.global_id(i32) #2", "i32 3", "0, 1 or 2"},
    {"i32 @lanecl.global_id(i32) #2", "i32 1", "result's type"},
    {"i64 @lanecl.global_id() #2", "", "number of operands"},
    {"i64 @lanecl.global_id(i64) #2", "i64 1", "operand's type"},
    {"i64 @lanecl.global_id.i64(i32) #2", "i32 2", "in the table"},
    {"i64 @lanecl.global_id(i32)", "i32 2", Memory},
    {"i64 @lanecl.global_id(i32) convergent memory(none)", "i32 2", Together},
    // Atomic operations.
    {ATOMIC("add.i32.p1", "i32", "i1"), "ptr addrspace(1) %p, i32 %x, i32 poison, i1 %b, i32 1, i32 0", ""},
    {ATOMIC("add.i32.p1", "i32", "i1"), "ptr addrspace(1) %p, i32 %x, i32 poison, i1 %b, i32 %x, i32 0", "constants"},
    {ATOMIC("add.i32.p1", "i32", "i1"), "ptr addrspace(1) %p, i32 %x, i32 poison, i1 %b, i32 1, i32 %x", "constants"},
    {ATOMIC("add.i32.p1", "i32", "i32"), "ptr addrspace(1) %p, i32 %x, i32 poison, i32 1, i32 1, i32 0", "mask"},
    {ATOMIC("add.f32.p1", "i32", "i1"), "ptr addrspace(1) %p, i32 %x, i32 poison, i1 %b, i32 1, i32 0", Name},
    {ATOMIC("add.i32.p3", "i32", "i1"), "ptr addrspace(1) %p, i32 %x, i32 poison, i1 %b, i32 1, i32 0", Name},
    {ATOMIC("add.i32.p1.p1", "i32", "i1"), "ptr addrspace(1) %p, i32 %x, i32 poison, i1 %b, i32 1, i32 0", Name},
    {ATOMIC("fmax.i32.p1", "i32", "i1"), "ptr addrspace(1) %p, i32 %x, i32 poison, i1 %b, i32 1, i32 0", "combined"},
    {ATOMIC("fmax.f32.p1", "float", "i1"), "ptr addrspace(1) %p, float %f, float poison, i1 %b, i32 1, i32 0", ""},
    {"<2 x i32> @lanecl.atomic.inc.v2i32.v2p1(<2 x ptr addrspace(1)>, <2 x i32>, <2 x i32>, <2 x i1>, i32, i32)",
     "<2 x ptr addrspace(1)> %q, <2 x i32> poison, <2 x i32> poison, <2 x i1> zeroinitializer, i32 1, i32 0", ""},
    {ATOMIC("add.i32.p1", "i32", "i1") " memory(argmem: readwrite)",
     "ptr addrspace(1) %p, i32 %x, i32 poison, i1 %b, i32 1, i32 0", ""},
    {ATOMIC("add.i32.p1", "i32", "i1") " memory(argmem: readwrite)",
     "ptr addrspace(1) %p, i32 %x, i32 poison, i1 %b, i32 1, i32 8", "about all memory"},
};
#undef ATOMIC

TEST(Verify, EachRule) {
  for (const Case &each : cases) {
    std::string said = broken(each.declaration, each.arguments);
    if (*each.rule == '\0')
      EXPECT_EQ(said, "") << each.declaration;
    else
      EXPECT_NE(said.find(each.rule), std::string::npos) << each.declaration << ": " << said;
  }
}

TEST(Verify, OperationsAreCalledOnly) {
  const char *declaration = "declare i32 @lanecl.uniform.i32(i32) #2";
  EXPECT_EQ(brokenLines(declaration, "call i32 @lanecl.uniform.i32(i32 %x)"), "");
  for (const char *lines : {"store ptr @lanecl.uniform.i32, ptr addrspace(1) %p", // its address
                            "call i64 @lanecl.uniform.i32(i64 7)"})               // as another function
    EXPECT_NE(brokenLines(declaration, lines).find("called only"), std::string::npos) << lines;
  const char *handed = "call ptr @lanecl.uniform_pointer.p0(ptr @lanecl.uniform_pointer.p0)";
  EXPECT_NE(brokenLines("declare ptr @lanecl.uniform_pointer.p0(ptr) #2", handed).find("called only"),
            std::string::npos);
}

TEST(Verify, OperationsEndWithTheirPass) {
  auto reduce = [](Until behind) { return broken("i32 @lanecl.sub_group.reduce.add.i32(i32) #0", "i32 %x", behind); };
  EXPECT_EQ(reduce(Until::Regions), "");
  EXPECT_NE(reduce(Until::Lanes), "");
  auto query = [](Until behind) { return broken("i64 @lanecl.global_id(i32) #2", "i32 0", behind); };
  EXPECT_EQ(query(Until::SubGroupBarriers), "");
  EXPECT_NE(query(Until::Entry), "");
  // Barriers of the work-group end with its regions, those of sub-groups stay.
  auto barrier = [](const char *operands, std::optional<Until> behind) {
    return broken("void @lanecl.barrier(i32, i32) #1", operands, behind);
  };
  EXPECT_EQ(barrier("i32 2, i32 0", std::nullopt), "");
  EXPECT_NE(barrier("i32 2, i32 0", Until::Regions), "");
  EXPECT_EQ(barrier("i32 3, i32 0", Until::Estimates), "");
  EXPECT_NE(barrier("i32 3, i32 0", Until::SubGroupBarriers), "");
}

/// Empty: `@k` has the form. `blocks`: its body.
std::string brokenForm(Form form, const std::string &blocks) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  auto module = llvm::parseAssemblyString("declare void @lanecl.region_end(i32)\n"
                                          "declare void @lanecl.yield(i32)\n"
                                          "define void @k(i1 %b, i32 %x) {\n" +
                                              blocks + "\n}\ndefine void @main(i1 %b) {\n" +
                                              "  call void @k(i1 %b, i32 7)\n  ret void\n}\n",
                                          problem, context);
  if (!module)
    return "no module: " + problem.getMessage().str();
  return llvm::toString(verifyForm(form, {nullptr, module->getFunction("main")}));
}

struct FormCase {
  const char *blocks, *rule; ///< rule: what Form::ForLanes says; empty, all is kept
};
const FormCase formCases[] = {
    {"ret void", ""},
    {"entry: br i1 %b, label %one, label %two\none: ret void\ntwo: ret void", "one return"},
    {"entry: br i1 %b, label %one, label %two\none: unreachable\ntwo: ret void", "unreachable"},
    {"unreachable", ""},
    {"entry: br i1 %b, label %one, label %two\none: br i1 %b, label %two, label %end\n"
     "two: br i1 %b, label %one, label %end\nend: ret void",
     "one entry"},
    {"entry: br label %loop\nloop: br i1 %b, label %loop, label %end\nend: ret void", ""},
    {"entry: br i1 %b, label %loop, label %end\nloop: br i1 %b, label %loop, label %end\nend: ret void", "preheader"},
    {"entry: br label %loop\nloop: %y = add i32 %x, 1\n br i1 %b, label %loop, label %end\n"
     "end: %z = add i32 %y, 1\n ret void",
     "phis"},
    {"entry: br label %loop\nloop: %y = add i32 %x, 1\n br i1 %b, label %loop, label %end\n"
     "end: %p = phi i32 [ %y, %loop ]\n %z = add i32 %p, 1\n ret void",
     ""},
};

TEST(Verify, EachForm) {
  for (const FormCase &each : formCases) {
    EXPECT_EQ(brokenForm(Form::Numbered, each.blocks), "") << each.blocks;
    std::string said = brokenForm(Form::ForLanes, each.blocks);
    if (*each.rule == '\0')
      EXPECT_EQ(said, "") << each.blocks;
    else
      EXPECT_NE(said.find(each.rule), std::string::npos) << each.blocks << ": " << said;
  }
  const char *once = "call void @lanecl.region_end(i32 1)\n call void @lanecl.region_end(i32 2)\n ret void";
  EXPECT_EQ(brokenForm(Form::ForLanes, once), "");
  const char *twice = "call void @lanecl.region_end(i32 1)\n call void @lanecl.yield(i32 1)\n ret void";
  EXPECT_EQ(brokenForm(Form::AsWritten, twice), "");
  EXPECT_NE(brokenForm(Form::Numbered, twice).find("number of its own"), std::string::npos);
}
} // namespace
