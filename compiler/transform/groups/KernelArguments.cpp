#include "compiler/transform/groups/KernelArguments.h"
#include "compiler/KernelAbi.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/Images.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace lanecl {
namespace {

// OpenCL C 6.3.1.5: a vector's alignment is its size, and three components take the room of four. LLVM's ABI
// alignment of a vector is the power of two at or above its size, which is the same.
ArgumentSlot place(const llvm::DataLayout &layout, llvm::Type *type, uint64_t align, uint32_t &offset) {
  ArgumentSlot slot;
  slot.type = type;
  slot.bytes = static_cast<uint32_t>(layout.getTypeAllocSize(type));
  slot.offset = static_cast<uint32_t>(llvm::alignTo(offset, align));
  offset = slot.offset + slot.bytes;
  return slot;
}

void collectGlobals(const llvm::Value &value, llvm::SmallPtrSetImpl<const llvm::Value *> &seen,
                    llvm::SmallVectorImpl<const llvm::Function *> &work,
                    llvm::SmallPtrSetImpl<const llvm::GlobalVariable *> &used) {
  if (!llvm::isa<llvm::Constant>(value) || !seen.insert(&value).second)
    return;
  if (auto *function = llvm::dyn_cast<llvm::Function>(&value)) {
    work.push_back(function);
    return;
  }
  if (auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&value)) {
    if (variable->getAddressSpace() == space::Local)
      used.insert(variable);
    return;
  }
  for (const llvm::Use &operand : llvm::cast<llvm::User>(value).operands())
    collectGlobals(*operand, seen, work, used);
}

} // namespace

ArgumentLayout layoutArguments(const llvm::Function &kernel, unsigned count) {
  const llvm::DataLayout &layout = kernel.getParent()->getDataLayout();
  ArgumentLayout result;
  for (unsigned i = 0; i < count; ++i) {
    const llvm::Argument *argument = kernel.getArg(i);
    llvm::Type *type = argument->getType();
    uint64_t align = layout.getABITypeAlign(type).value();
    if (argument->hasByValAttr()) {
      type = argument->getParamByValType();
      align = std::max(layout.getABITypeAlign(type).value(), argument->getParamAlign().valueOrOne().value());
    }
    if (image::isImage(*argument)) {
      type = argument->getParamByRefType();
      align = alignof(ImageDescriptor);
    }
    result.slots.push_back(place(layout, type, align, result.bytes));
    auto *pointer = llvm::dyn_cast<llvm::PointerType>(type);
    result.slots.back().local = pointer && pointer->getAddressSpace() == space::Local;
  }
  return result;
}

LocalLayout layoutLocals(llvm::Function &kernel) {
  llvm::SmallPtrSet<const llvm::Value *, 32> seen;
  llvm::SmallPtrSet<const llvm::GlobalVariable *, 8> used;
  llvm::SmallVector<const llvm::Function *, 8> work{&kernel};
  seen.insert(&kernel);
  while (!work.empty()) {
    const llvm::Function *function = work.pop_back_val();
    for (const llvm::Instruction &instruction : llvm::instructions(*function))
      for (const llvm::Use &operand : instruction.operands())
        collectGlobals(*operand, seen, work, used);
  }
  LocalLayout result;
  llvm::Module &module = *kernel.getParent();
  const llvm::DataLayout &layout = module.getDataLayout();
  for (llvm::GlobalVariable &variable : module.globals()) {
    if (!used.contains(&variable))
      continue;
    uint64_t align = std::max(variable.getAlign().valueOrOne(), layout.getPreferredAlign(&variable)).value();
    result.bytes = llvm::alignTo(result.bytes, std::min<uint64_t>(align, MemoryAlignment));
    result.variables.emplace_back(&variable, result.bytes);
    result.bytes += layout.getTypeAllocSize(variable.getValueType());
  }
  return result;
}

} // namespace lanecl
