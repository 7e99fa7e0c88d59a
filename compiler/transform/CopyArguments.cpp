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

} // namespace

void copyByValueArguments(llvm::Function &kernel) {
  const llvm::DataLayout &layout = kernel.getParent()->getDataLayout();
  for (llvm::Argument &argument : kernel.args()) {
    if (!argument.hasByValAttr() || argument.use_empty())
      continue;
    argument.addAttr(llvm::Attribute::ReadOnly);
    argument.addAttr(llvm::Attribute::NoAlias);
    if (isOnlyRead(argument))
      continue;
    llvm::IRBuilder<> builder(&*kernel.getEntryBlock().getFirstInsertionPt());
    llvm::Type *type = argument.getParamByValType();
    llvm::AllocaInst *copy = builder.CreateAlloca(type, nullptr, argument.getName());
    llvm::Align align = std::max(argument.getParamAlign().valueOrOne(), layout.getABITypeAlign(type));
    copy->setAlignment(align);
    argument.replaceAllUsesWith(copy);
    builder.CreateMemCpy(copy, align, &argument, align, layout.getTypeAllocSize(type));
  }
}

} // namespace lanecl
