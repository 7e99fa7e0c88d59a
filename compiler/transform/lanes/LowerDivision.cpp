#include "compiler/transform/lanes/LowerDivision.h"
#include "llvm/IR/InstIterator.h"

namespace lanecl {

using llvm::Instruction, llvm::Value;

// Why the truncated quotient is exact: let k = floor(a / b) + 1. Then k - a / b >= 1 / b, and k * b <= 2a, so relative
// to k the gap is at least 1 / 2a: 2^-17 for 16 bits, 2^-33 for 32. Rounding in a type of 24 or 53 bits never closes
// it.
Value *createVectorDivision(llvm::IRBuilderBase &builder, Instruction::BinaryOps opcode, Value *a, Value *b) {
  llvm::Type *type = a->getType();
  unsigned bits = type->getScalarSizeInBits();
  bool isSigned = opcode == Instruction::SDiv || opcode == Instruction::SRem;
  llvm::Type *real = type->getWithNewType(bits > 16 ? builder.getDoubleTy() : builder.getFloatTy());
  auto toReal = [&](Value *value) {
    return isSigned ? builder.CreateSIToFP(value, real) : builder.CreateUIToFP(value, real);
  };
  Value *ratio = builder.CreateFDiv(toReal(a), toReal(b));
  llvm::Type *integer = type->getWithNewType(builder.getInt32Ty());
  Value *cut = isSigned || bits < 32 ? builder.CreateFPToSI(ratio, integer) : builder.CreateFPToUI(ratio, integer);
  Value *quotient = builder.CreateTrunc(builder.CreateFreeze(cut), type); // what does not fit must stay a value
  if (opcode == Instruction::SDiv || opcode == Instruction::UDiv)
    return quotient;
  return builder.CreateSub(a, builder.CreateMul(quotient, b));
}

void lowerDivisions(llvm::Function &function) {
  llvm::SmallVector<Instruction *, 8> divisions;
  for (Instruction &instruction : llvm::instructions(function))
    if (instruction.isIntDivRem() && instruction.getType()->isVectorTy() &&
        instruction.getType()->getScalarSizeInBits() <= MaxDividedBits &&
        !llvm::isa<llvm::Constant>(instruction.getOperand(1)))
      divisions.push_back(&instruction);
  for (Instruction *division : divisions) {
    llvm::IRBuilder<> builder(division);
    auto opcode = llvm::cast<llvm::BinaryOperator>(division)->getOpcode();
    division->replaceAllUsesWith(
        createVectorDivision(builder, opcode, division->getOperand(0), division->getOperand(1)));
    division->eraseFromParent();
  }
}

} // namespace lanecl
