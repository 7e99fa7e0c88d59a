#include "compiler/analysis/ShapingArguments.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

namespace lanecl {
namespace {

using compiler::Shaping;
using llvm::Instruction, llvm::Value;

/// i or i + 1 of a loop.
bool isCounter(const Value &value) {
  const auto *sum = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  const bool isNext = sum && sum->getOpcode() == Instruction::Add && llvm::isa<llvm::Constant>(sum->getOperand(1));
  return llvm::isa<llvm::PHINode>(isNext ? sum->getOperand(0) : &value);
}

Shaping shapingBy(const llvm::Use &use) {
  const auto &user = *llvm::cast<Instruction>(use.getUser());
  if (llvm::isa<llvm::SwitchInst>(user))
    return Shaping::Any;
  if (llvm::isa<llvm::PHINode>(user))
    return Shaping::Small;
  if (!llvm::isa<llvm::BinaryOperator, llvm::ICmpInst>(user))
    return Shaping::None;
  const Value &other = *user.getOperand(1 - use.getOperandNo());
  const bool isConstant = llvm::isa<llvm::Constant>(other);
  switch (user.getOpcode()) {
  case Instruction::ICmp:
    return isConstant ? Shaping::Any : isCounter(other) ? Shaping::Small : Shaping::None;
  case Instruction::Mul:
    return isConstant ? Shaping::None : Shaping::Small;
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return use.getOperandNo() == 1 ? Shaping::Any : Shaping::None;
  default:
    return Shaping::None;
  }
}

/// Values that are known behind that use where this one is; a variable, too.
void follow(const llvm::Use &use, llvm::SmallVectorImpl<const Value *> &known) {
  const auto *user = llvm::cast<Instruction>(use.getUser());
  if (const auto *binary = llvm::dyn_cast<llvm::BinaryOperator>(user)) {
    if (llvm::isa<llvm::Constant>(binary->getOperand(1 - use.getOperandNo())))
      known.push_back(user);
  } else if (llvm::isa<llvm::CastInst, llvm::FreezeInst, llvm::LoadInst>(user)) {
    known.push_back(user);
  } else if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user)) {
    if (llvm::isa<llvm::AllocaInst>(store->getPointerOperand()))
      known.push_back(store->getPointerOperand());
  } else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(user)) {
    const llvm::Function *callee = call->getCalledFunction();
    if (callee && call->isArgOperand(&use) && call->getArgOperandNo(&use) < callee->arg_size())
      known.push_back(callee->getArg(call->getArgOperandNo(&use)));
  }
}

} // namespace

Shaping shapingOf(const llvm::Argument &argument) {
  if (!argument.getType()->isIntegerTy() || argument.getType()->getIntegerBitWidth() > 64)
    return Shaping::None;
  llvm::SmallVector<const Value *, 8> known{&argument};
  llvm::SmallPtrSet<const Value *, 8> seen;
  Shaping shaping = Shaping::None;
  while (!known.empty() && shaping != Shaping::Any) {
    const Value *value = known.pop_back_val();
    if (!(value->getType()->isIntegerTy() || llvm::isa<llvm::AllocaInst>(value)) || !seen.insert(value).second)
      continue;
    for (const llvm::Use &use : value->uses()) {
      if (!llvm::isa<Instruction>(use.getUser()))
        continue;
      shaping = std::max(shaping, shapingBy(use));
      follow(use, known);
    }
  }
  return shaping;
}

} // namespace lanecl
