// LLVM 22's InstCombine makes `select(mask, masked.load(p, mask, _), other)` a masked load with `other` in the place of
// the select: behind stores that the load stood in front of. Only of loads with one use; so each has another one
// meanwhile. The fold itself is done where the load is.
#include "compiler/transform/Passes.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Utils/Local.h"

namespace lanecl {

using namespace llvm;

namespace {

constexpr unsigned Mask = 1, Otherwise = 2; ///< operands of llvm.masked.load

SmallVector<IntrinsicInst *> maskedLoads(Function &function) {
  SmallVector<IntrinsicInst *> loads;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<IntrinsicInst>(&instruction); call && call->getIntrinsicID() == Intrinsic::masked_load)
      loads.push_back(call);
  return loads;
}

/// Lanes that do not load have what the only user would choose for them, if it is known by then.
bool takeChoice(IntrinsicInst &load, const DominatorTree &dominators) {
  auto *choice = load.hasOneUse() ? dyn_cast<SelectInst>(load.user_back()) : nullptr;
  if (!choice || choice->getCondition() != load.getArgOperand(Mask) || choice->getTrueValue() != &load ||
      !dominators.dominates(choice->getFalseValue(), &load))
    return false;
  load.setArgOperand(Otherwise, choice->getFalseValue());
  choice->replaceAllUsesWith(&load);
  choice->eraseFromParent();
  return true;
}

} // namespace

PreservedAnalyses CombineInstructionsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  SmallVector<IntrinsicInst *> loads = maskedLoads(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  bool changed = false;
  for (IntrinsicInst *load : loads) {
    changed |= takeChoice(*load, dominators);
    IRBuilder<>(load->getNextNode()).CreateIntrinsic(Intrinsic::fake_use, {load});
  }
  PreservedAnalyses preserved = InstCombinePass().run(function, analyses);
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *use = dyn_cast<IntrinsicInst>(&instruction); use && use->getIntrinsicID() == Intrinsic::fake_use) {
      auto *value = dyn_cast<Instruction>(use->getArgOperand(0));
      use->eraseFromParent();
      if (value && isInstructionTriviallyDead(value))
        value->eraseFromParent();
    }
  if (changed || !loads.empty())
    preserved.intersect(PreservedAnalyses::none());
  return preserved;
}

} // namespace lanecl
