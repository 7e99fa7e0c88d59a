#include "compiler/transform/LowerDivision.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

namespace lanecl {
namespace {

using llvm::Instruction;

bool isDivision(const Instruction &instruction) {
  unsigned opcode = instruction.getOpcode();
  return opcode == Instruction::UDiv || opcode == Instruction::SDiv || opcode == Instruction::URem ||
         opcode == Instruction::SRem;
}

// Why the truncated quotient is exact: let k = floor(a / b) + 1. Then k - a / b >= 1 / b, and k * b <= 2a, so relative
// to k the gap is at least 1 / 2a: 2^-17 for 16 bits, 2^-33 for 32. Rounding in a type of 24 or 53 bits never closes
// it.
void lower(Instruction &division) {
  llvm::Type *type = division.getType();
  llvm::IRBuilder<> builder(&division);
  bool isSigned = division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
  bool isRemainder = division.getOpcode() == Instruction::URem || division.getOpcode() == Instruction::SRem;
  llvm::Type *element = type->getScalarSizeInBits() <= 16 ? builder.getFloatTy() : builder.getDoubleTy();
  llvm::Type *real = type->getWithNewType(element);
  // One size up, so that the one quotient that is too large for its type (the least number by -1) wraps as in C.
  llvm::Type *wide = type->getWithNewType(builder.getIntNTy(type->getScalarSizeInBits() <= 16 ? 32 : 64));
  auto toReal = [&](llvm::Value *value) {
    return isSigned ? builder.CreateSIToFP(value, real) : builder.CreateUIToFP(value, real);
  };
  llvm::Value *a = division.getOperand(0), *b = division.getOperand(1);
  llvm::Value *quotient = builder.CreateFDiv(toReal(a), toReal(b));
  quotient =
      builder.CreateTrunc(isSigned ? builder.CreateFPToSI(quotient, wide) : builder.CreateFPToUI(quotient, wide), type);
  llvm::Value *result = isRemainder ? builder.CreateSub(a, builder.CreateMul(quotient, b)) : quotient;
  division.replaceAllUsesWith(result);
  division.eraseFromParent();
}

} // namespace

void lowerDivisions(llvm::Function &function) {
  llvm::SmallVector<Instruction *, 8> divisions;
  for (Instruction &instruction : llvm::instructions(function))
    if (isDivision(instruction) && instruction.getType()->isVectorTy() &&
        instruction.getType()->getScalarSizeInBits() <= 32 && !llvm::isa<llvm::Constant>(instruction.getOperand(1)))
      divisions.push_back(&instruction);
  for (Instruction *division : divisions)
    lower(*division);
}

} // namespace lanecl
