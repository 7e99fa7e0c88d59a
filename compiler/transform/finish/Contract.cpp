// Sums of products become one operation where the program allows that (`contract`: OpenCL C 6.13.2), once and before
// the optimiser: left to LLVM's code generator, which looks for them in one block at a time, what is rounded once and
// what twice would depend on how much a kernel was optimised.
#include "compiler/transform/Passes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

namespace lanecl {
namespace {

using namespace llvm;
using namespace llvm::PatternMatch;

/// The machines with such an operation have it of these.
bool isFused(const Type &type, bool nativeHalf) {
  const Type &scalar = *type.getScalarType();
  return scalar.isFloatTy() || scalar.isDoubleTy() || (nativeHalf && scalar.isHalfTy());
}

/// `left` * `right`, or its negative.
struct Product {
  BinaryOperator *product = nullptr;
  bool isNegative = false;
};

/// A product that is needed for one sum alone: elsewhere it would have to be computed all the same.
Product productOf(Value *value) {
  Value *of = nullptr;
  Product found;
  if (match(value, m_OneUse(m_FNeg(m_Value(of))))) {
    found.isNegative = true;
    value = of;
  }
  auto *product = dyn_cast<BinaryOperator>(value);
  if (product && product->getOpcode() == Instruction::FMul && product->hasAllowContract() && product->hasOneUse())
    found.product = product;
  return found;
}

Value *fused(BinaryOperator &sum) {
  const bool isDifference = sum.getOpcode() == Instruction::FSub;
  Product product = productOf(sum.getOperand(0));
  const bool isFirst = product.product != nullptr;
  if (!isFirst)
    product = productOf(sum.getOperand(1));
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

bool isSum(const Instruction &instruction) {
  return instruction.getOpcode() == Instruction::FAdd || instruction.getOpcode() == Instruction::FSub;
}

} // namespace

void contract(Function &function, bool nativeHalf) {
  SmallVector<BinaryOperator *> sums;
  for (Instruction &instruction : instructions(function))
    if (isSum(instruction) && isDecided(instruction) && isFused(*instruction.getType(), nativeHalf))
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
