#include "compiler/ir/Operations.h"
#include "compiler/targets/Machine.h"
#include "compiler/transform/Passes.h"
#include "llvm/IR/IRBuilder.h"

namespace lanecl {

void lowerEstimates(llvm::Module &module, const targets::Machine &machine) {
  for (llvm::Function &function : llvm::make_early_inc_range(module)) {
    auto which = operationOf(function);
    if (!which || !isEstimate(*which))
      continue;
    for (llvm::User *user : llvm::make_early_inc_range(function.users())) {
      auto *call = llvm::cast<llvm::CallInst>(user);
      llvm::IRBuilder<> builder(call);
      call->replaceAllUsesWith(machine.emitEstimate(builder, *which, call->getArgOperand(0)));
      call->eraseFromParent();
    }
    function.eraseFromParent();
  }
}

} // namespace lanecl
