#include "compiler/transform/lanes/InteriorValues.h"
#include "compiler/ir/Operations.h"
#include "compiler/transform/robust/ExactSums.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"

namespace lanecl {

using llvm::BasicBlock, llvm::Instruction, llvm::SCEV, llvm::Value;

bool InteriorValues::isOfPlace(const Value &value) {
  auto *instruction = llvm::dyn_cast<Instruction>(&value);
  if (!instruction)
    return false;
  if (auto query = queryOf(*instruction))
    return query->query == Query::GlobalId || query->query == Query::GlobalLinearId || query->query == Query::GroupId;
  if (isA(value, Operation::Uniform)) // what was claimed of a place
    return true;
  auto [known, isNew] = ofPlace_.try_emplace(&value, false);
  if (!isNew || instruction->mayReadOrWriteMemory())
    return known->second;
  bool result = llvm::any_of(instruction->operands(), [&](const llvm::Use &use) { return isOfPlace(*use); });
  return ofPlace_[&value] = result;
}

bool InteriorValues::isPlainId(const Value &value, unsigned depth) {
  auto *instruction = llvm::dyn_cast<Instruction>(&value);
  if (!instruction || depth > 4)
    return false;
  switch (instruction->getOpcode()) {
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
    return isPlainId(*instruction->getOperand(0), depth + 1);
  case Instruction::Add: // either is more than a step to a neighbour
    return isPlainId(*instruction->getOperand(0), depth + 1) && isPlainId(*instruction->getOperand(1), depth + 1);
  case Instruction::Mul:
  case Instruction::Shl:
    return isPlainId(*instruction->getOperand(0), depth + 1) || isPlainId(*instruction->getOperand(1), depth + 1);
  default:
    return queryOf(*instruction).has_value();
  }
}

bool InteriorValues::isStraight(const Value &index, unsigned depth) const {
  if (!isDivergent(index) || queryOf(index))
    return true;
  auto *instruction = llvm::dyn_cast<Instruction>(&index);
  if (!instruction || depth > MaxSum)
    return false;
  auto *truncation = llvm::dyn_cast<llvm::TruncInst>(instruction);
  if (truncation && (!truncation->hasNoSignedWrap() || !truncation->getOperand(0)->getType()->isIntegerTy(64)))
    return false;
  return (truncation || isExactSum(*instruction)) &&
         llvm::all_of(instruction->operands(), [&](const llvm::Use &use) { return isStraight(*use, depth + 1); });
}

bool InteriorValues::isInProgression(Value &value) {
  return llvm::SCEVExprContains(evolution_.getSCEV(&value),
                                [](const SCEV *part) { return llvm::isa<llvm::SCEVAddRecExpr>(part); });
}

bool InteriorValues::cancels(const SCEV &number, const BasicBlock &where) const {
  return !llvm::SCEVExprContains(&number, [&](const SCEV *part) {
    auto *value = llvm::dyn_cast<llvm::SCEVUnknown>(part);
    auto *progression = llvm::dyn_cast<llvm::SCEVAddRecExpr>(part);
    return (value && isDivergent(*value->getValue())) || (progression && !progression->getLoop()->contains(&where));
  });
}

bool InteriorValues::withoutPoison(Value &value, unsigned depth) {
  if (llvm::isa<llvm::Argument>(value) || queryOf(value) || llvm::isGuaranteedNotToBeUndefOrPoison(&value))
    return true;
  auto *instruction = llvm::dyn_cast<Instruction>(&value);
  bool isArithmetic =
      instruction && (llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::CmpInst, llvm::SelectInst>(instruction)) &&
      !llvm::canCreateUndefOrPoison(llvm::cast<llvm::Operator>(instruction), /*ConsiderFlagsAndMetadata=*/false);
  if (!isArithmetic || depth > MaxSum ||
      !llvm::all_of(instruction->operands(), [&](llvm::Use &use) { return withoutPoison(*use, depth + 1); }))
    return false;
  instruction->dropPoisonGeneratingAnnotations();
  evolution_.forgetValue(instruction);
  return true;
}

void InteriorValues::claim(Instruction &instruction, Value *value) {
  evolution_.forgetValue(&instruction);
  instruction.replaceAllUsesWith(value);
}

void InteriorValues::findSame(Instruction &instruction) {
  bool isArithmetic = llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::CmpInst, llvm::SelectInst, llvm::FreezeInst,
                                llvm::MinMaxIntrinsic>(instruction);
  if (isArithmetic && isDivergent(instruction) &&
      llvm::none_of(instruction.operands(), [&](const llvm::Use &use) { return isDivergent(*use); }))
    same_.insert(&instruction);
}

} // namespace lanecl
