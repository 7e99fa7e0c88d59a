// LLVM's SLP vectoriser makes one vector of a mask and of a shift's amounts, and takes no lane of the shift where the
// amount is none. LLVM 22's code generator for x86 believes such lanes to be zero, which its instructions leave as
// signs, and makes an `or` of the choice among lanes. So each amount is one.
#include "compiler/transform/Passes.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"

namespace lanecl {

using namespace llvm;

/// The amounts with 0 for what is none (more than the bits, or anything); null: all are.
static Constant *boundAmounts(Constant &amounts) {
  auto *type = dyn_cast<FixedVectorType>(amounts.getType());
  SmallVector<Constant *> bound;
  for (unsigned i = 0; type && i < type->getNumElements(); ++i) {
    Constant *amount = amounts.getAggregateElement(i);
    if (!amount)
      return nullptr;
    auto *number = dyn_cast<ConstantInt>(amount);
    bool isNone = isa<UndefValue>(amount) || (number && number->getValue().uge(number->getBitWidth()));
    bound.push_back(isNone ? Constant::getNullValue(type->getElementType()) : amount);
  }
  Constant *result = type ? ConstantVector::get(bound) : nullptr;
  return result != &amounts ? result : nullptr;
}

PreservedAnalyses BoundShiftsPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : instructions(function))
    if (auto *amounts = instruction.isShift() ? dyn_cast<Constant>(instruction.getOperand(1)) : nullptr)
      if (Constant *bound = boundAmounts(*amounts)) {
        instruction.setOperand(1, bound);
        changed = true;
      }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace lanecl
