// What the rows of the pipeline need: that the table's order gives it, that it is missed where a row is elsewhere or
// not there, and that the code is looked at. And what is seen of the passes inside of rows.
#include "compiler/PassOrder.h"
#include "compiler/PassWatch.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/SourceMgr.h"
#include <gtest/gtest.h>

namespace {
using namespace lanecl;
using namespace lanecl::compiler;

using Rows = std::vector<PassRow>;

/// What is missing first; empty: nothing.
std::string missing(const Rows &rows) {
  PassOrder order;
  for (const PassRow &row : rows) {
    if (llvm::Error error = order.missing(row))
      return llvm::toString(std::move(error));
    order.add(row.gives);
  }
  return "";
}

Rows::iterator find(Rows &rows, std::string_view name) {
  auto row = llvm::find_if(rows, [&](const PassRow &each) { return each.name == name; });
  EXPECT_NE(row, rows.end()) << name;
  return row;
}

Rows without(std::string_view name) {
  Rows rows = passRows();
  rows.erase(find(rows, name));
  return rows;
}

/// The table with `name` right before `place`.
Rows moved(std::string_view name, std::string_view place) {
  Rows rows = without(name), all = passRows();
  rows.insert(find(rows, place), *find(all, name));
  return rows;
}

TEST(PassOrder, TheTableGivesWhatItNeeds) { EXPECT_EQ(missing(passRows()), ""); }

TEST(PassOrder, EveryRowThatGivesSomethingIsMissed) {
  for (const PassRow &row : passRows())
    if (row.gives.facts.first() || row.gives.gone || row.gives.form) {
      EXPECT_NE(missing(without(row.name)), "") << row.name;
    }
}

struct Move {
  const char *name, *place, *error;
};
constexpr Move Moves[] = {
    {"pair-sines", "raise-atomics", "before pair-sines: it comes too late, library functions have bodies"},
    {"canonicalize", "bound-ids", "before canonicalize: no pass has run behind which ids and sizes have ranges"},
    {"bound-ids", "lane-dimension", "before bound-ids: no pass has run behind which lanes lie along dimension 0"},
    {"separate-prologue", "fit-lanes",
     "before separate-prologue: it comes too late, operations until regions are gone"},
    {"barriers", "split-group-operations", "before barriers: no pass has run behind which work-group operations"},
    {"interior", "plan-lanes", "before interior: it comes too late, bodies are prepared for lanes"},
    {"plan-lanes", "prepare-lanes", "before plan-lanes: bodies have the form 'numbered', not yet 'for lanes'"},
    {"packetize", "separate-updates", "before packetize: no pass has run behind which updates of memory are functions"},
    {"work-item-loops", "sub-group-barriers", "before work-item-loops: operations until barriers of sub-groups are"},
    {"software-floats", "masked-accesses", "before software-floats: it comes too late, LLVM has optimised"},
    {"emit-code", "effort", "before emit-code: no pass has run behind which what the rest is worth is chosen"},
};

TEST(PassOrder, NamesTheRowAndWhatIsMissing) {
  for (const Move &move : Moves)
    EXPECT_NE(missing(moved(move.name, move.place)).find(move.error), std::string::npos)
        << move.name << " before " << move.place << ": " << missing(moved(move.name, move.place));
}

struct Code {
  Fact fact;
  FactTerms terms;
  const char *text; ///< of @k, the kernel
  bool holds;
};
constexpr const char *Atomic = "define void @k(ptr %p) {\n %a = atomicrmw add ptr %p, i32 1 seq_cst\n ret void\n}";
constexpr const char *Loaded = "define void @k(ptr %p) {\n %a = load atomic i32, ptr %p seq_cst, align 4\n ret void\n}";
constexpr const char *Elsewhere = "declare i64 @lanecl.group_id(i32)\n"
                                  "define internal i64 @f() {\n %i = call i64 @lanecl.group_id(i32 0)\n ret i64 %i\n}\n"
                                  "define void @k() {\n %i = call i64 @f()\n ret void\n}";
constexpr const char *LocalId =
    "declare i64 @lanecl.local_id(i32)\n"
    "define void @k(ptr %p) {\n %i = call i64 @lanecl.local_id(i32 1)\n store i64 %i, ptr %p\n ret void\n}";
constexpr const char *Bounded = "declare i64 @lanecl.local_id(i32)\n"
                                "define void @k(ptr %p) {\n %i = call range(i64 0, 8) i64 @lanecl.local_id(i32 1)\n"
                                " store i64 %i, ptr %p\n ret void\n}";
constexpr const char *Unread =
    "declare i64 @lanecl.local_id(i32)\ndefine void @k() {\n %i = call i64 @lanecl.local_id(i32 1)\n ret void\n}";
constexpr const char *Unreached = "define void @k() {\n unreachable\n}";
constexpr const char *OfGroup = "declare i1 @lanecl.work_group.all(i1)\n"
                                "define void @k() {\n %a = call i1 @lanecl.work_group.all(i1 true)\n ret void\n}";
constexpr const char *Plain = "define void @k(ptr %p) {\n store i32 1, ptr %p\n ret void\n}";
constexpr FactTerms Wide = {.hasWideIds = true}, Linear = {.isLinear = true}, Robust = {.isRobust = true};
constexpr Code Codes[] = {
    {Fact::AtomicOperations, {}, Atomic, false},
    {Fact::AtomicOperations, {}, Loaded, true},
    {Fact::Inlined, {}, Elsewhere, false},
    {Fact::Inlined, {}, LocalId, true},
    {Fact::LinearIds, Linear, LocalId, false},
    {Fact::LinearIds, {}, LocalId, true},
    {Fact::IdRanges, {}, LocalId, false},
    {Fact::IdRanges, {}, Bounded, true},
    {Fact::IdRanges, Wide, LocalId, true},
    {Fact::IdRanges, {}, Unread, true},
    {Fact::DefinedMemory, Robust, Unreached, false},
    {Fact::DefinedMemory, {}, Unreached, true},
    {Fact::GroupOperationsSplit, {}, OfGroup, false},
    {Fact::GroupOperationsSplit, {}, Plain, true},
};

std::unique_ptr<llvm::Module> parsed(llvm::LLVMContext &context, const char *text) {
  llvm::SMDiagnostic problem;
  auto module = llvm::parseAssemblyString(text, problem, context);
  EXPECT_TRUE(module) << problem.getMessage().str();
  return module;
}

TEST(PassOrder, FactsAreLookedForInTheCode) {
  for (const Code &code : Codes) {
    llvm::LLVMContext context;
    auto module = parsed(context, code.text);
    std::string error =
        llvm::toString(verifyFacts("row", Fact::Linked | code.fact, {module->getFunction("k")}, code.terms));
    EXPECT_EQ(error.empty(), code.holds) << code.text << '\n' << error;
    EXPECT_TRUE(code.holds || error.find("before row: in function") != std::string::npos) << error;
  }
}

TEST(PassWatch, SeesSubPasses) {
  llvm::LLVMContext context;
  auto module = parsed(context, Plain);
  llvm::Function &kernel = *module->getFunction("k");
  PassTimes times;
  PassPrinter printer{{"narrow-counters"}, ""};
  PassOrder order;
  PassWatch watch(times, &printer, order, /*verifies=*/true);
  auto sleep = [](unsigned milliseconds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
    while (std::chrono::steady_clock::now() < end) {
    }
  };
  watch.begin("canonicalize");
  runSubPass(&watch, SubPass::CountIterations, kernel, [&] {
    const bool result = runSubPass(&watch, SubPass::NarrowCounters, kernel, [&] { return sleep(20), true; });
    EXPECT_TRUE(result);
  });
  watch.end("canonicalize");
  EXPECT_NE(printer.text.find("; after narrow-counters"), std::string::npos);
  EXPECT_EQ(printer.text.find("; after count-iterations"), std::string::npos);
  EXPECT_FALSE(watch.takeError());
  // The time is the innermost pass's alone.
  EXPECT_TRUE(llvm::StringRef(times.str()).split('\n').first.ends_with("narrow-counters")) << times.str();
  runSubPass(&watch, SubPass::JamRows, kernel, [&] { kernel.front().getTerminator()->eraseFromParent(); });
  EXPECT_NE(llvm::toString(watch.takeError()).find("after jam-rows"), std::string::npos);
  EXPECT_FALSE(watch.takeError());
}

} // namespace
