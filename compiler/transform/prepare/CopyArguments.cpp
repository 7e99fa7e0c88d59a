#include "compiler/transform/Passes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

namespace lanecl {
namespace {

// Every use reads: through constant or computed addresses, or as the source of a copy.
bool isOnlyRead(const llvm::Value &pointer) {
  return llvm::all_of(pointer.users(), [&](const llvm::User *user) {
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(user))
      return !load->isVolatile();
    if (auto *copy = llvm::dyn_cast<llvm::MemCpyInst>(user))
      return copy->getRawSource() == &pointer && copy->getRawDest() != &pointer;
    return llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst>(user) && isOnlyRead(*user);
  });
}

/// A variable of the function's own takes the argument's place.
void copyAtEntry(llvm::Argument &argument) {
  llvm::Function &function = *argument.getParent();
  const llvm::DataLayout &layout = function.getDataLayout();
  llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  llvm::Type *type = argument.getParamByValType();
  llvm::AllocaInst *copy = builder.CreateAlloca(type, nullptr, argument.getName());
  llvm::Align align = std::max(argument.getParamAlign().valueOrOne(), layout.getABITypeAlign(type));
  copy->setAlignment(align);
  argument.replaceAllUsesWith(copy);
  builder.CreateMemCpy(copy, align, &argument, align, layout.getTypeAllocSize(type));
}

} // namespace

void copyFunctionArguments(llvm::Module &module) {
  for (llvm::Function &function : module) {
    if (function.isDeclaration() || function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL)
      continue;
    for (llvm::Argument &argument : function.args()) {
      if (!argument.hasByValAttr())
        continue;
      copyAtEntry(argument);
      argument.removeAttr(llvm::Attribute::ByVal);
      for (llvm::User *user : function.users())
        if (auto *call = llvm::dyn_cast<llvm::CallBase>(user); call && call->getCalledFunction() == &function)
          call->removeParamAttr(argument.getArgNo(), llvm::Attribute::ByVal);
    }
  }
}

void copyByValueArguments(llvm::Function &kernel) {
  for (llvm::Argument &argument : kernel.args()) {
    if (!argument.hasByValAttr() || argument.use_empty())
      continue;
    argument.addAttr(llvm::Attribute::ReadOnly);
    if (!isOnlyRead(argument))
      copyAtEntry(argument);
  }
}

} // namespace lanecl
