// Sums of products become one operation where the program allows that (`contract`: OpenCL C 6.13.2), once and before
// the optimiser: left to LLVM's code generator, which looks for them in one block at a time, what is rounded once and
// what twice would depend on how much a kernel was optimised.
#include "compiler/analysis/FusedProducts.h"
#include "compiler/transform/Passes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Local.h"

namespace lanecl {
namespace {

using namespace llvm;

/// The machines with such an operation have it of these.
bool isFused(const Type &type, bool nativeHalf) {
  const Type &scalar = *type.getScalarType();
  return scalar.isFloatTy() || scalar.isDoubleTy() || (nativeHalf && scalar.isHalfTy());
}

Value *fused(BinaryOperator &sum) {
  const bool isDifference = sum.getOpcode() == Instruction::FSub;
  FusedProduct product = fusedProductOf(sum.getOperand(0));
  const bool isFirst = product.product != nullptr;
  if (!isFirst)
    product = fusedProductOf(sum.getOperand(1));
  if (!product.product)
    return nullptr;
  IRBuilder<> builder(&sum);
  builder.setFastMathFlags(sum.getFastMathFlags());
  Value *left = product.product->getOperand(0), *right = product.product->getOperand(1);
  Value *other = sum.getOperand(isFirst ? 1 : 0);
  if (product.isNegative != (isDifference && !isFirst))
    left = builder.CreateFNeg(left);
  if (isDifference && isFirst)
    other = builder.CreateFNeg(other);
  return builder.CreateIntrinsic(sum.getType(), Intrinsic::fma, {left, right, other});
}

/// Not what may be computed in another order, which has no first tier: the optimiser knows better when it is done.
bool isDecided(const Instruction &instruction) {
  return isa<FPMathOperator>(instruction) && instruction.hasAllowContract() && !instruction.hasAllowReassoc();
}

} // namespace

void contract(Function &function, bool nativeHalf) {
  SmallVector<BinaryOperator *> sums;
  for (Instruction &instruction : instructions(function))
    if (isFloatSum(instruction) && isDecided(instruction) && isFused(*instruction.getType(), nativeHalf))
      sums.push_back(cast<BinaryOperator>(&instruction));
  for (BinaryOperator *sum : sums) {
    Value *made = fused(*sum);
    if (!made)
      continue;
    made->takeName(sum);
    sum->replaceAllUsesWith(made);
    RecursivelyDeleteTriviallyDeadInstructions(sum); // and the product, whose factors are the new operation's
  }
  for (Instruction &instruction : instructions(function))
    if (isDecided(instruction))
      instruction.setHasAllowContract(false);
}

} // namespace lanecl
