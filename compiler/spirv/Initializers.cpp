#include "compiler/spirv/Initializers.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace lanecl::spirv {
namespace {

using llvm::Constant;

/// `value` with another pointer so many bytes from its beginning; null: there is none.
Constant *withPointer(Constant &value, uint64_t offset, Constant &pointer, const llvm::DataLayout &layout) {
  llvm::Type *type = value.getType();
  if (type->isPointerTy())
    return offset == 0 ? llvm::ConstantExpr::getPointerBitCastOrAddrSpaceCast(&pointer, type) : nullptr;
  auto *structure = llvm::dyn_cast<llvm::StructType>(type);
  auto *array = llvm::dyn_cast<llvm::ArrayType>(type);
  if ((!structure && !array) || offset >= layout.getTypeAllocSize(type))
    return nullptr;
  uint64_t size = array ? layout.getTypeAllocSize(array->getElementType()).getFixedValue() : 0;
  uint64_t which = array ? offset / size : layout.getStructLayout(structure)->getElementContainingOffset(offset);
  uint64_t begin = array ? which * size : layout.getStructLayout(structure)->getElementOffset(which).getFixedValue();
  llvm::SmallVector<Constant *> elements;
  for (unsigned i = 0; Constant *element = value.getAggregateElement(i); ++i)
    elements.push_back(element);
  elements[which] = withPointer(*elements[which], offset - begin, pointer, layout);
  if (!elements[which])
    return nullptr;
  return structure ? llvm::ConstantStruct::get(structure, elements) : llvm::ConstantArray::get(array, elements);
}

void fill(const llvm::CallBase &call, const llvm::DataLayout &layout) {
  if (call.arg_size() != 2)
    return;
  auto *pointer = llvm::dyn_cast<Constant>(call.getArgOperand(1));
  llvm::APInt offset(layout.getIndexTypeSizeInBits(call.getArgOperand(0)->getType()), 0);
  auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(
      call.getArgOperand(0)->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true));
  if (!pointer || !pointer->getType()->isPointerTy() || !variable || !variable->hasInitializer())
    return;
  if (Constant *filled = withPointer(*variable->getInitializer(), offset.getZExtValue(), *pointer, layout))
    variable->setInitializer(filled);
}

} // namespace

void fillInitializers(llvm::Module &module) {
  llvm::Function *function = module.getFunction("__lanecl_initialize");
  if (!function || function->isDeclaration() || !function->use_empty())
    return;
  for (const llvm::Instruction &instruction : llvm::instructions(*function))
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        call && call->getCalledFunction() && call->getCalledFunction()->getName().starts_with("address."))
      fill(*call, module.getDataLayout());
  function->eraseFromParent();
  for (llvm::Function &other : llvm::make_early_inc_range(module))
    if (other.isDeclaration() && other.use_empty() && other.getName().starts_with("address."))
      other.eraseFromParent();
}

} // namespace lanecl::spirv
