// Sums of the four products of the bytes of two words, `machine.dot4AB.i32` (A and B: s or u, how they extend): what
// the translator makes of integer dot products, on every machine (targets/Machine.h emits them). Thread safe.
#pragma once
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include <optional>

namespace lanecl {

struct DotOperation {
  bool signedA = false, signedB = false;
};
/// The operation that a function stands for; nullopt for other functions.
std::optional<DotOperation> dotOperation(const llvm::Function &callee);
/// The declaration for the translator.
llvm::Function *dotFunction(llvm::Module &module, DotOperation operation);

} // namespace lanecl
