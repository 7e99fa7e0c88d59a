#pragma once
#include "compiler/SubPasses.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

namespace lanecl {

/// Makes `for (i = x - r; i < x + r; ++i)` count its 2 * r iterations: what its two ends have in common they have no
/// longer, be it another number for each work-item. Nobody behind can tell it, for if one of the ends wrapped it would
/// be another number; but then the comparison would be poison.
struct CountIterations : SubPassMixin<CountIterations, SubPass::CountIterations> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

/// The last iteration of a loop that counts by 1 from `start` up to `limit`, with a sign or without.
struct CountedEnd {
  llvm::Value *start, *limit;
  llvm::BinaryOperator *step; ///< of the counter; it may wrap round, for all that is known here
};
/// What `branch` asks when it leaves `loop`; nothing: it asks something else.
std::optional<CountedEnd> countedEnd(const llvm::Loop &loop, const llvm::BranchInst &branch);

/// Makes `branch`, one edge of which leaves `loop` and which is asked in each iteration, leave it in the one that has
/// `count` before it, a number made in front of the loop. `loop` has a preheader and one latch.
void leaveAfter(llvm::Loop &loop, llvm::BranchInst &branch, llvm::Value &count);

} // namespace lanecl
