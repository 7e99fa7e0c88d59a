// A choice of vectors by one condition is a branch to LLVM's code generator for x86, and those of a block that have the
// condition in common are one branch: what they choose from is all made before it and kept, most of it in memory. With
// the condition of each element they are instructions like others.
#include "compiler/transform/Passes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

namespace lanecl {
namespace {

using namespace llvm;

/// So many have registers for what they choose from.
constexpr unsigned Few = 2;

/// The condition for each element, known where it is.
Value *spread(Value &condition, ElementCount elements, Function &function) {
  auto *made = dyn_cast<Instruction>(&condition);
  auto at = made ? made->getInsertionPointAfterDef() : function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  if (!at)
    return nullptr;
  IRBuilder<> builder((*at)->getParent(), *at);
  return builder.CreateVectorSplat(elements, &condition);
}

} // namespace

PreservedAnalyses SpreadConditionsPass::run(Function &function, FunctionAnalysisManager &) {
  MapVector<std::pair<Value *, BasicBlock *>, SmallVector<SelectInst *, 4>> choices;
  for (Instruction &instruction : instructions(function))
    if (auto *choice = dyn_cast<SelectInst>(&instruction); choice && isa<FixedVectorType>(choice->getType()) &&
                                                           choice->getCondition()->getType()->isIntegerTy(1) &&
                                                           !isa<Constant>(choice->getCondition()))
      choices[{choice->getCondition(), choice->getParent()}].push_back(choice);
  bool changed = false;
  DenseMap<std::pair<Value *, unsigned>, Value *> spreads;
  for (auto &[where, together] : choices) {
    if (together.size() <= Few)
      continue;
    for (SelectInst *choice : together) {
      auto elements = cast<VectorType>(choice->getType())->getElementCount();
      Value *&all = spreads[{where.first, elements.getFixedValue()}];
      if (!all)
        all = spread(*where.first, elements, function);
      if (all)
        choice->setCondition(all);
      changed |= all != nullptr;
    }
  }
  return keptAfter(changed);
}

} // namespace lanecl
