#pragma once
#include "compiler/SubPasses.h"

namespace lanecl {

/// Counters of 32 bits that InstCombine made wider, for their steps are (`int i += get_global_size(0)`), have 32 again:
/// as a sum of 32 bits they are linear in the iterations and take half of the registers.
struct NarrowCounters : SubPassMixin<NarrowCounters, SubPass::NarrowCounters> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace lanecl
