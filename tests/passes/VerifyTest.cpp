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

/// Empty: the call keeps all rules. `text`: declarations, then behind "---" the lines of a function.
std::string broken(const std::string &text, std::optional<Until> behind = std::nullopt) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  std::size_t at = text.find("---");
  auto module =
      llvm::parseAssemblyString(text.substr(0, at) + "\ndefine void @k(ptr addrspace(1) %p, i32 %x, i1 %b) {\n" +
                                    text.substr(at + 3) + "\n  ret void\n}\n",
                                problem, context);
  if (!module)
    return "no module: " + problem.getMessage().str();
  return llvm::toString(verify(*module, behind));
}

struct Case {
  const char *text, *rule; ///< rule: empty, it is kept
};
const Case cases[] = {
    {"declare i32 @lanecl.sub_group.reduce.add.i32(i32)---call i32 @lanecl.sub_group.reduce.add.i32(i32 %x)", ""},
    {"declare i32 @lanecl.frobnicate(i32)---call i32 @lanecl.frobnicate(i32 %x)", "in the table"},
    {"declare i64 @lanecl.sub_group.reduce.add.i64(i32)---call i64 @lanecl.sub_group.reduce.add.i64(i32 %x)",
     "operand's type"},
    {"declare i32 @lanecl.sub_group.elect()---call i32 @lanecl.sub_group.elect()", "result's type"},
    {"declare i32 @lanecl.sub_group.broadcast.i32(i32)---call i32 @lanecl.sub_group.broadcast.i32(i32 %x)",
     "number of operands"},
    {"declare i32 @lanecl.sub_group.reduce.fmin.i32(i32)---call i32 @lanecl.sub_group.reduce.fmin.i32(i32 %x)",
     "combined"},
    {"declare i32 @lanecl.sub_group.reduce.i32(i32)---call i32 @lanecl.sub_group.reduce.i32(i32 %x)", "combined"},
    {"declare void @lanecl.yield(i32)---call void @lanecl.yield(i32 %x)", "constant"},
    {"declare void @lanecl.yield(i32)---call void @lanecl.yield(i32 7)", ""},
    {"declare i64 @lanecl.global_id(i32)---call i64 @lanecl.global_id(i32 2)", ""},
    {"declare i64 @lanecl.global_id(i32)---call i64 @lanecl.global_id(i32 %x)", "dimension is a constant"},
    {"declare i32 @lanecl.global_id(i32)---call i32 @lanecl.global_id(i32 1)", "result's type"},
    {"declare i32 @lanecl.printf(ptr addrspace(1), ...)---call i32 (ptr addrspace(1), ...) "
     "@lanecl.printf(ptr addrspace(1) %p, i32 %x)",
     ""},
    {"declare i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)---"
     "call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %p, i32 %x, i32 poison, i1 %b, i32 1, i32 0)",
     ""},
    {"declare i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)---"
     "call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %p, i32 %x, i32 poison, i1 %b, i32 %x, i32 0)",
     "constants"},
    {"declare i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1), i32, i32, i32, i32, i32)---"
     "call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %p, i32 %x, i32 poison, i32 1, i32 1, i32 0)",
     "mask"},
};

TEST(Verify, EachRule) {
  for (const Case &each : cases) {
    std::string said = broken(each.text);
    if (*each.rule == '\0')
      EXPECT_EQ(said, "") << each.text;
    else
      EXPECT_NE(said.find(each.rule), std::string::npos) << each.text << ": " << said;
  }
}

TEST(Verify, OperationsEndWithTheirPass) {
  const char *reduce = "declare i32 @lanecl.sub_group.reduce.add.i32(i32)---"
                       "call i32 @lanecl.sub_group.reduce.add.i32(i32 %x)";
  EXPECT_EQ(broken(reduce, Until::Regions), "");
  EXPECT_NE(broken(reduce, Until::Lanes), "");
  const char *query = "declare i64 @lanecl.global_id(i32)---call i64 @lanecl.global_id(i32 0)";
  EXPECT_EQ(broken(query, Until::SubGroupBarriers), "");
  EXPECT_NE(broken(query, Until::Entry), "");
  // Barriers of the work-group end with its regions, those of sub-groups stay.
  const char *group = "declare void @lanecl.barrier(i32, i32)---call void @lanecl.barrier(i32 2, i32 0)";
  const char *subGroup = "declare void @lanecl.barrier(i32, i32)---call void @lanecl.barrier(i32 3, i32 0)";
  EXPECT_EQ(broken(group), "");
  EXPECT_NE(broken(group, Until::Regions), "");
  EXPECT_EQ(broken(subGroup, Until::Estimates), "");
  EXPECT_NE(broken(subGroup, Until::SubGroupBarriers), "");
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
