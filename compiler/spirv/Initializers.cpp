#include "compiler/spirv/Initializers.h"
#include "compiler/ir/Aggregates.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include <map>

namespace lanecl::spirv {
namespace {

using llvm::Constant, llvm::GlobalVariable;

/// Of one variable, by the bytes from its beginning.
using Pointers = std::map<uint64_t, Constant *>;

/// `value`, which begins so many bytes from its variable's beginning, with the pointers that are in it; those that
/// found their place are removed.
Constant *filled(Constant &value, uint64_t begin, Pointers &pointers, const llvm::DataLayout &layout) {
  llvm::Type &type = *value.getType();
  auto first = pointers.lower_bound(begin);
  if (first == pointers.end() || first->first >= begin + layout.getTypeAllocSize(&type))
    return &value;
  if (type.isPointerTy()) {
    auto found = pointers.extract(begin);
    return found ? llvm::ConstantExpr::getPointerBitCastOrAddrSpaceCast(found.mapped(), &type) : &value;
  }
  auto *structure = llvm::dyn_cast<llvm::StructType>(&type);
  if (!structure && !type.isArrayTy())
    return &value;
  llvm::SmallVector<Constant *> elements;
  for (unsigned i = 0; Constant *element = value.getAggregateElement(i); ++i) {
    uint64_t offset = structure ? layout.getStructLayout(structure)->getElementOffset(i).getFixedValue()
                                : i * layout.getTypeAllocSize(element->getType()).getFixedValue();
    elements.push_back(filled(*element, begin + offset, pointers, layout));
  }
  return aggregate(type, elements);
}

llvm::MapVector<GlobalVariable *, Pointers> pointersOf(const llvm::Function &function) {
  const llvm::DataLayout &layout = function.getDataLayout();
  llvm::MapVector<GlobalVariable *, Pointers> pointers;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call || call->arg_size() != 2 || !call->getCalledFunction() ||
        !call->getCalledFunction()->getName().starts_with("address."))
      continue;
    const llvm::Value *where = call->getArgOperand(0);
    auto *pointer = llvm::dyn_cast<Constant>(call->getArgOperand(1));
    llvm::APInt offset(layout.getIndexTypeSizeInBits(where->getType()), 0);
    auto *variable = llvm::dyn_cast<GlobalVariable>(
        const_cast<llvm::Value *>(where->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true)));
    if (pointer && pointer->getType()->isPointerTy() && variable && variable->hasInitializer())
      pointers[variable][offset.getZExtValue()] = pointer;
  }
  return pointers;
}

} // namespace

llvm::Error fillInitializers(llvm::Module &module) {
  llvm::Function *function = module.getFunction("__lanecl_initialize");
  if (!function || function->isDeclaration() || !function->use_empty())
    return llvm::Error::success();
  for (auto &[variable, pointers] : pointersOf(*function)) {
    variable->setInitializer(filled(*variable->getInitializer(), 0, pointers, module.getDataLayout()));
    if (!pointers.empty())
      return llvm::createStringError("__lanecl_initialize: " + variable->getName() + " has no pointer at byte " +
                                     llvm::Twine(pointers.begin()->first));
  }
  function->eraseFromParent();
  for (llvm::Function &other : llvm::make_early_inc_range(module))
    if (other.isDeclaration() && other.use_empty() && other.getName().starts_with("address."))
      other.eraseFromParent();
  return llvm::Error::success();
}

} // namespace lanecl::spirv
