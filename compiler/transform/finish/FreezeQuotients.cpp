// LLVM 22's code generator makes a shuffle of quotients by constants a quotient of shuffles, and where the shuffle
// leaves an element open the divisor has none: it takes the whole for a division by zero, which may be anything. What
// is frozen stays in front of the shuffle.
#include "compiler/transform/Passes.h"
#include "llvm/IR/InstIterator.h"

namespace lanecl {

using namespace llvm;

PreservedAnalyses FreezeQuotientsPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (!instruction.isIntDivRem() || !instruction.getType()->isVectorTy() ||
        !isa<Constant>(instruction.getOperand(1)) || none_of(instruction.users(), IsaPred<ShuffleVectorInst>))
      continue;
    auto *frozen = new FreezeInst(&instruction, "", std::next(instruction.getIterator()));
    instruction.replaceUsesWithIf(frozen, [](const Use &use) { return isa<ShuffleVectorInst>(use.getUser()); });
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace lanecl
