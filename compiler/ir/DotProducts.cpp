#include "compiler/ir/DotProducts.h"

namespace lanecl {

std::optional<DotOperation> dotOperation(const llvm::Function &callee) {
  llvm::StringRef name = callee.getName();
  if (!name.consume_front("machine.dot4") || name.size() < 2)
    return std::nullopt;
  return DotOperation{name[0] == 's', name[1] == 's'};
}

llvm::Function *dotFunction(llvm::Module &module, DotOperation operation) {
  llvm::Type *word = llvm::Type::getInt32Ty(module.getContext());
  std::string name =
      std::string("machine.dot4") + (operation.signedA ? 's' : 'u') + (operation.signedB ? 's' : 'u') + ".i32";
  auto *function = llvm::cast<llvm::Function>(module.getOrInsertFunction(name, word, word, word).getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  function->setSpeculatable();
  return function;
}

} // namespace lanecl
