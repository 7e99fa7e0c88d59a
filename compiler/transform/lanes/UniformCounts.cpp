#include "compiler/transform/lanes/UniformCounts.h"
#include "compiler/transform/prepare/CountIterations.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace lanecl::simd {
namespace {

using llvm::BasicBlock, llvm::BranchInst, llvm::Loop, llvm::SCEV, llvm::Value;

/// More computation before a loop than its tests are worth.
constexpr unsigned ExpansionBudget = 8;

class UniformCounter {
public:
  UniformCounter(llvm::Function &function, LaneAnalyses &analyses)
      : uniformity_(analyses.uniformity(function)), evolution_(analyses.get<llvm::ScalarEvolutionAnalysis>(function)),
        trees_(analyses.get<llvm::DominatorTreeAnalysis>(function)),
        costs_(analyses.get<llvm::TargetIRAnalysis>(function)),
        loops_(analyses.get<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {}
  bool run();

private:
  struct Exit {
    BranchInst *branch;
    const SCEV *count; ///< iterations before the one that leaves
  };
  bool isUniform(const SCEV *count) const;
  std::optional<Exit> exitAt(const Loop &loop, BasicBlock &block);
  bool replace(Loop &loop, const Exit &exit);

  llvm::UniformityInfo &uniformity_;
  llvm::ScalarEvolution &evolution_;
  llvm::DominatorTree &trees_;
  llvm::TargetTransformInfo &costs_;
  llvm::SmallVector<Loop *, 4> loops_;
};

/// Made of what all lanes have alike; what counts outer loops is left alone.
bool UniformCounter::isUniform(const SCEV *count) const {
  return !llvm::SCEVExprContains(count, [&](const SCEV *part) {
    auto *value = llvm::dyn_cast<llvm::SCEVUnknown>(part);
    return llvm::isa<llvm::SCEVAddRecExpr>(part) || (value && uniformity_.isDivergent(value->getValue()));
  });
}

std::optional<UniformCounter::Exit> UniformCounter::exitAt(const Loop &loop, BasicBlock &block) {
  auto *branch = llvm::dyn_cast<BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional() || !uniformity_.isDivergent(branch) ||
      !trees_.dominates(&block, loop.getLoopLatch()))
    return std::nullopt;
  const SCEV *count = evolution_.getExitCount(&loop, &block);
  if (llvm::isa<llvm::SCEVCouldNotCompute>(count) || !isUniform(count))
    return std::nullopt;
  return Exit{branch, count};
}

bool UniformCounter::replace(Loop &loop, const Exit &exit) {
  auto *before = loop.getLoopPreheader()->getTerminator();
  llvm::SCEVExpander expander(evolution_, "iterations");
  if (!expander.isSafeToExpandAt(exit.count, before) ||
      expander.isHighCostExpansion(exit.count, &loop, ExpansionBudget, &costs_, before))
    return false;
  Value *count = expander.expandCodeFor(exit.count, exit.count->getType(), before->getIterator());
  leaveAfter(loop, *exit.branch, *count);
  return true;
}

bool UniformCounter::run() {
  bool changed = false;
  for (Loop *loop : loops_) {
    if (!loop->getLoopPreheader() || !loop->getLoopLatch())
      continue;
    llvm::SmallVector<BasicBlock *, 4> exiting;
    loop->getExitingBlocks(exiting);
    llvm::SmallVector<Exit, 2> found; // before anything of them changes
    for (BasicBlock *block : exiting)
      if (auto exit = exitAt(*loop, *block))
        found.push_back(*exit);
    bool isReplaced = false;
    for (const Exit &exit : found)
      isReplaced |= replace(*loop, exit);
    if (isReplaced)
      evolution_.forgetLoop(loop);
    changed |= isReplaced;
  }
  return changed;
}

} // namespace

bool countUniformly(llvm::Function &function, LaneAnalyses &analyses) {
  if (analyses.get<llvm::LoopAnalysis>(function).empty() || !UniformCounter(function, analyses).run())
    return false;
  analyses.invalidate(function);
  return true;
}

} // namespace lanecl::simd
