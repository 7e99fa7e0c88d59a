#pragma once
#include "llvm/IR/PassManager.h"

namespace lanecl {

/// Whether a loop may be one of those.
bool hasShortLoops(const llvm::Function &function);

/// Marks short loops for LoopFullUnroll, which goes by what a loop spares itself: those whose unrolling makes registers
/// of private arrays, and those along the members of a work-item's own structure in memory, whose accesses then show
/// as neighbours. Wants rotated loops with simplified counters.
struct MarkShortLoops : llvm::PassInfoMixin<MarkShortLoops> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace lanecl
