#include "compiler/analysis/ComparedBits.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace lanecl {

bool isMask(const llvm::Type *type) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  unsigned lanes = vector ? vector->getNumElements() : 0;
  return lanes > 1 && vector->getElementType()->isIntegerTy(1) && llvm::isPowerOf2_32(lanes);
}

unsigned comparedBits(const llvm::Function &function) {
  std::array<unsigned, 4> counts = {}; // of 8, 16, 32, 64 bits
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *compare = llvm::dyn_cast<llvm::CmpInst>(&instruction); compare && isMask(compare->getType())) {
      unsigned bits = compare->getOperand(0)->getType()->getScalarSizeInBits();
      if (bits >= 8 && bits <= 64 && llvm::isPowerOf2_32(bits))
        ++counts[llvm::Log2_32(bits) - 3];
    }
  auto most = static_cast<unsigned>(llvm::max_element(counts) - counts.begin());
  return counts[most] ? 8U << most : 32;
}

} // namespace lanecl
