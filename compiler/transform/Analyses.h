// The analysis managers that LLVM's passes want, set up for one target. Between two passes the limits
// of compiling are looked at, and who looks on is told of our own (SubPassMixin).
#pragma once
#include "compiler/SubPasses.h"
#include "compiler/frontend/Guard.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

namespace lanecl {

struct Analyses {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager sccs;
  llvm::ModuleAnalysisManager modules;
  llvm::PassInstrumentationCallbacks betweenPasses;
  llvm::PassBuilder builder;

  explicit Analyses(llvm::TargetMachine &machine, llvm::PipelineTuningOptions tuning = {},
                    SubPassObserver *observer = nullptr)
      : builder(&machine, tuning, std::nullopt, &betweenPasses) {
    betweenPasses.registerBeforeNonSkippedPassCallback(
        [](llvm::StringRef, const llvm::Any &) { frontend::checkpoint(); });
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(sccs);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, sccs, modules);
    if (observer)
      tell(*observer);
  }

private:
  /// Sub-passes work on functions.
  void tell(SubPassObserver &observer) {
    auto named = [](llvm::StringRef name) {
      const auto *found = llvm::find_if(SubPasses, [&](const SubPassFacts &row) { return row.name == name; });
      return found == std::end(SubPasses) ? nullptr : found;
    };
    betweenPasses.registerBeforeNonSkippedPassCallback([&observer, named](llvm::StringRef pass, const llvm::Any &) {
      if (const SubPassFacts *row = named(pass))
        observer.begin(row->pass);
    });
    betweenPasses.registerAfterPassCallback(
        [&observer, named](llvm::StringRef pass, const llvm::Any &code, const llvm::PreservedAnalyses &) {
          if (const SubPassFacts *row = named(pass))
            observer.end(row->pass, **llvm::any_cast<const llvm::Function *>(&code));
        });
  }
};

} // namespace lanecl
