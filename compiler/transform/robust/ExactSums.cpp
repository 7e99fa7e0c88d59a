#include "compiler/transform/robust/ExactSums.h"
#include "llvm/IR/Instructions.h"

namespace lanecl {

using llvm::Instruction, llvm::Value;

/// By a number whose power of two RangeArithmetic can multiply by.
static bool isSmallShift(const Instruction &shift) {
  auto *by = llvm::dyn_cast<llvm::ConstantInt>(shift.getOperand(1));
  return by && by->getValue().ult(std::min(shift.getType()->getIntegerBitWidth(), RangeArithmetic::MaxBits));
}

bool isExactSum(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::Or:
    return llvm::cast<llvm::PossiblyDisjointInst>(instruction).isDisjoint();
  case Instruction::Shl:
    return instruction.hasNoSignedWrap() && isSmallShift(instruction);
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
    return instruction.hasNoSignedWrap() || instruction.getType()->isIntegerTy(64);
  default:
    return false;
  }
}

bool isPossible(const ValueRange &range) {
  return llvm::none_of(range.needs, [](Value *condition) {
    auto *constant = llvm::dyn_cast<llvm::ConstantInt>(condition);
    return constant && constant->isZero();
  });
}

std::optional<ValueRange> ExactSums::fitting(Value &value, unsigned width, bool isSigned) {
  auto range = ranges_.of(evolution_.getSCEV(&value));
  if (range)
    ranges_.arithmetic().needsFit(*range, width, isSigned);
  return range && isPossible(*range) ? range : std::nullopt;
}

std::optional<ValueRange> ExactSums::of(Value &value, Predicate isTaken, llvm::SmallVectorImpl<Instruction *> &proven,
                                        unsigned depth) {
  if (llvm::isa<llvm::Argument, llvm::Constant>(value))
    return ranges_.of(evolution_.getSCEV(&value));
  auto *instruction = llvm::dyn_cast<Instruction>(&value);
  unsigned width = value.getType()->getIntegerBitWidth(), opcode = instruction ? instruction->getOpcode() : 0;
  bool mayWrap = opcode == Instruction::Add || opcode == Instruction::Sub || opcode == Instruction::Mul ||
                 (opcode == Instruction::Shl && isSmallShift(*instruction));
  bool isSum = instruction && (mayWrap || isExactSum(*instruction)), isTruncation = opcode == Instruction::Trunc;
  if (!(isSum || isTruncation) || !isTaken(*instruction))
    return fitting(value, width, true);
  if (isTruncation) {
    auto range = fitting(*instruction->getOperand(0), width, true);
    if (range)
      proven.push_back(instruction);
    return range;
  }
  if (depth > MaxSum)
    return std::nullopt;
  auto left = of(*instruction->getOperand(0), isTaken, proven, depth + 1);
  auto right = left ? of(*instruction->getOperand(1), isTaken, proven, depth + 1) : std::nullopt;
  if (!right)
    return std::nullopt;
  ValueRange range = ranges_.arithmetic().combine(opcode, *left, *right);
  if (!mayWrap || instruction->hasNoSignedWrap())
    return range;
  ranges_.arithmetic().needsFit(range, width, true);
  if (!isPossible(range))
    return std::nullopt;
  proven.push_back(instruction);
  return range;
}

void ExactSums::promise(Instruction &proven) {
  if (auto *truncation = llvm::dyn_cast<llvm::TruncInst>(&proven))
    truncation->setHasNoSignedWrap(true);
  else
    proven.setHasNoSignedWrap();
}

} // namespace lanecl
