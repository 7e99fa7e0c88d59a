#pragma once
#include "compiler/SubPasses.h"

namespace lanecl {

/// Marks the loops whose unrolling makes registers of private arrays, for LoopFullUnroll, which goes by what a loop
/// spares itself. Wants rotated loops with simplified counters.
struct MarkPrivateLoops : SubPassMixin<MarkPrivateLoops, SubPass::MarkPrivateLoops> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

/// Marks the short loops along the members of a work-item's own structure in memory (an array), whose accesses are
/// neighbours once they are unrolled. False: there are none.
bool markMemberLoops(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

} // namespace lanecl
