// Integer arguments whose values are known where the kernel is compiled for a launch.
#include "compiler/transform/Passes.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"

namespace lanecl {

// What becomes constant is folded at once, as it would have been in the source: combined step by step with what else
// is there, sums would lose what is known of their overflow.
void setArguments(llvm::Function &kernel, llvm::ArrayRef<std::pair<unsigned, int64_t>> values) {
  for (auto [index, value] : values) {
    llvm::Argument &argument = *kernel.getArg(index);
    argument.replaceAllUsesWith(llvm::ConstantInt::getSigned(argument.getType(), value));
  }
  if (values.empty())
    return;
  for (llvm::BasicBlock *block : llvm::ReversePostOrderTraversal<llvm::Function *>(&kernel))
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(*block))
      if (llvm::Constant *constant = llvm::ConstantFoldInstruction(&instruction, kernel.getDataLayout())) {
        instruction.replaceAllUsesWith(constant);
        instruction.eraseFromParent();
      }
}

} // namespace lanecl
