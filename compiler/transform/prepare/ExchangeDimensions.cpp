#include "compiler/ir/Queries.h"
#include "compiler/transform/Passes.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

namespace lanecl {

void exchangeDimensions(llvm::Module &module, unsigned dimension) {
  for (llvm::Function &function : module) {
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
