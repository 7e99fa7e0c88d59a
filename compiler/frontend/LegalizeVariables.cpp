#include "compiler/frontend/Legalize.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ReplaceConstant.h"

namespace lanecl::frontend {
namespace {

// A pointer to the first element, as an instruction: the builder would fold it back to the variable.
llvm::Instruction *firstElement(llvm::GlobalVariable &variable, llvm::Instruction *user, const llvm::Use &use) {
  llvm::Value *zero = llvm::ConstantInt::get(llvm::Type::getInt64Ty(user->getContext()), 0);
  // The value that comes in over an edge is made at its end.
  auto *phi = llvm::dyn_cast<llvm::PHINode>(user);
  llvm::Instruction *before = phi ? phi->getIncomingBlock(use)->getTerminator() : user;
  auto *element = llvm::GetElementPtrInst::CreateInBounds(variable.getValueType(), &variable, {zero, zero}, "",
                                                          before->getIterator());
  return element;
}

} // namespace

// The back end guesses what an opaque pointer points to from its users, and gives the variable itself that type: an
// array whose only users are calls and accesses of one element becomes one element long.
void typeVariables(llvm::Module &module) {
  llvm::SmallVector<llvm::Constant *> arrays;
  for (llvm::GlobalVariable &variable : module.globals())
    if (variable.getValueType()->isArrayTy())
      arrays.push_back(&variable);
  llvm::convertUsersOfConstantsToInstructions(arrays);
  for (llvm::Constant *constant : arrays) {
    auto &variable = llvm::cast<llvm::GlobalVariable>(*constant);
    for (llvm::Use &use : llvm::make_early_inc_range(variable.uses()))
      if (auto *user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
          user && !llvm::isa<llvm::GetElementPtrInst>(user))
        use.set(firstElement(variable, user, use));
  }
}

} // namespace lanecl::frontend
