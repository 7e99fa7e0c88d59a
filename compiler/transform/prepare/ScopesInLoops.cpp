// What LLVM's inliner says of `restrict` parameters (alias scopes) holds for one call. In a loop each iteration is
// another call, whose pointers may be those of the one before; LLVM's alias analysis asks about any two accesses of a
// function and knows of no iterations. So what is declared in a loop says nothing any more.
#include "compiler/transform/Passes.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CycleInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace lanecl {

bool dropScopesInLoops(llvm::Function &function) {
  llvm::CycleInfo cycles;
  cycles.compute(function);
  llvm::SmallPtrSet<const llvm::Metadata *, 8> dropped;
  llvm::SmallVector<llvm::Instruction *, 8> declarations;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *declaration = llvm::dyn_cast<llvm::NoAliasScopeDeclInst>(&instruction);
        declaration && cycles.getCycle(declaration->getParent())) {
      declarations.push_back(declaration);
      for (const llvm::MDOperand &scope : declaration->getScopeList()->operands())
        dropped.insert(scope.get());
    }
  if (declarations.empty())
    return false;
  for (llvm::Instruction *declaration : declarations)
    declaration->eraseFromParent();
  for (llvm::Instruction &instruction : llvm::instructions(function))
    for (unsigned kind : {llvm::LLVMContext::MD_alias_scope, llvm::LLVMContext::MD_noalias}) {
      llvm::MDNode *list = instruction.getMetadata(kind);
      if (!list)
        continue;
      llvm::SmallVector<llvm::Metadata *, 4> left;
      for (const llvm::MDOperand &scope : list->operands())
        if (!dropped.contains(scope.get()))
          left.push_back(scope.get());
      if (left.size() != list->getNumOperands())
        instruction.setMetadata(kind, left.empty() ? nullptr : llvm::MDNode::get(function.getContext(), left));
    }
  return true;
}

} // namespace lanecl
