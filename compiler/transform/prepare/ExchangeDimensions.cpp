#include "compiler/ir/Operations.h"
#include "compiler/ir/Queries.h"
#include "compiler/transform/Passes.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

namespace lanecl {

void exchangeDimensions(llvm::Module &module, unsigned dimension) {
  for (llvm::Function &function : module) {
    if (operationOf(function) == Operation::WorkGroupBroadcast) // of the work-item with these local ids
      for (llvm::User *user : function.users()) {
        auto *call = llvm::cast<llvm::CallInst>(user);
        llvm::Value *first = call->getArgOperand(1);
        call->setArgOperand(1, call->getArgOperand(1 + dimension));
        call->setArgOperand(1 + dimension, first);
      }
    auto query = queryOf(function);
    if (!query || !factsOf(*query).hasDimension || isMemoryQuery(*query))
      continue;
    for (llvm::User *user : function.users()) {
      auto *call = llvm::cast<llvm::CallInst>(user);
      llvm::Use &asked = call->getArgOperandUse(0);
      unsigned was = queryOf(*call)->dimension;
      if (was == 0 || was == dimension)
        asked.set(llvm::ConstantInt::get(asked->getType(), was == 0 ? dimension : 0));
    }
  }
}

} // namespace lanecl
