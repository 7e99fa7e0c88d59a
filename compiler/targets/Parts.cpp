#include "compiler/targets/Parts.h"
#include <numeric>

namespace lanecl::targets {

llvm::Value *inParts(llvm::IRBuilderBase &builder, unsigned lanes, llvm::ArrayRef<llvm::Value *> operands,
                     llvm::function_ref<llvm::Value *(llvm::ArrayRef<llvm::Value *>)> make) {
  unsigned width = llvm::cast<llvm::FixedVectorType>(operands[0]->getType())->getNumElements();
  if (width == lanes)
    return make(operands);
  llvm::Value *result = nullptr;
  for (unsigned start = 0; start < width; start += lanes) {
    llvm::SmallVector<int, 64> from;
    for (unsigned i = 0; i < lanes; ++i)
      from.push_back(static_cast<int>(std::min(start + i, width - 1)));
    llvm::SmallVector<llvm::Value *, 2> arguments;
    for (llvm::Value *operand : operands)
      arguments.push_back(builder.CreateShuffleVector(operand, from));
    llvm::Value *part = make(arguments);
    if (width < lanes) {
      from.resize(width);
      std::iota(from.begin(), from.end(), 0);
      return builder.CreateShuffleVector(part, from);
    }
    auto *type = llvm::FixedVectorType::get(part->getType()->getScalarType(), width);
    result = builder.CreateInsertVector(type, result ? result : llvm::PoisonValue::get(type), part, uint64_t(start));
  }
  return result;
}

} // namespace lanecl::targets
