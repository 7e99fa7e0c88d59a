#pragma once
#include "llvm/IR/PassManager.h"

namespace lanecl {

/// Marks the loops whose unrolling makes registers of private arrays, for LoopFullUnroll, which goes by what a loop
/// spares itself. Wants rotated loops with simplified counters.
struct MarkPrivateLoops : llvm::PassInfoMixin<MarkPrivateLoops> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace lanecl
