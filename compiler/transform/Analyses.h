// The analysis managers that LLVM's passes want, set up for one target. Between two passes the limits of compiling are
// looked at.
#pragma once
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

  explicit Analyses(llvm::TargetMachine &machine, llvm::PipelineTuningOptions tuning = {})
      : builder(&machine, tuning, std::nullopt, &betweenPasses) {
    betweenPasses.registerBeforeNonSkippedPassCallback(
        [](llvm::StringRef, const llvm::Any &) { frontend::checkpoint(); });
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(sccs);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, sccs, modules);
  }
};

} // namespace lanecl
