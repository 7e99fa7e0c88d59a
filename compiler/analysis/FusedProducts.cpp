#include "compiler/analysis/FusedProducts.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

namespace lanecl {

bool isFloatSum(const llvm::Instruction &instruction) {
  return instruction.getOpcode() == llvm::Instruction::FAdd || instruction.getOpcode() == llvm::Instruction::FSub;
}

FusedProduct fusedProductOf(llvm::Value *value) {
  using namespace llvm::PatternMatch;
  llvm::Value *of = nullptr;
  FusedProduct found;
  if (match(value, m_OneUse(m_FNeg(m_Value(of))))) {
    found.isNegative = true;
    value = of;
  }
  auto *product = llvm::dyn_cast<llvm::BinaryOperator>(value);
  if (product && product->getOpcode() == llvm::Instruction::FMul && product->hasAllowContract() && product->hasOneUse())
    found.product = product;
  return found;
}

} // namespace lanecl
