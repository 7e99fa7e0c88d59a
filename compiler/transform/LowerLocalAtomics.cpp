#include "compiler/transform/Passes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

namespace lanecl {
namespace {

bool isOwnMemory(const llvm::Value &pointer) {
  if (pointer.getType()->getPointerAddressSpace() == 3)
    return true;
  const llvm::Value *base = pointer.stripPointerCasts();
  return base->getType()->getPointerAddressSpace() == 3 || llvm::isa<llvm::AllocaInst>(base);
}

void lower(llvm::Instruction &instruction) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (load->isAtomic() && isOwnMemory(*load->getPointerOperand()))
      load->setAtomic(llvm::AtomicOrdering::NotAtomic);
  } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    if (store->isAtomic() && isOwnMemory(*store->getPointerOperand()))
      store->setAtomic(llvm::AtomicOrdering::NotAtomic);
  } else if (auto *change = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    if (isOwnMemory(*change->getPointerOperand()))
      llvm::lowerAtomicRMWInst(change);
  } else if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    if (isOwnMemory(*exchange->getPointerOperand()))
      llvm::lowerAtomicCmpXchgInst(exchange);
  } else if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
    auto *callee = call->getCalledFunction();
    // What is left after numberBarriers: barriers of a sub-group, whose lanes run in step.
    if (callee && callee->getName() == "lanecl.barrier")
      call->eraseFromParent();
  }
}

} // namespace

void lowerLocalAtomics(llvm::Function &body) {
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(body)))
    lower(instruction);
}

} // namespace lanecl
