// Constants of several elements.
#pragma once
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"

namespace lanecl {

/// Of a structure, an array, or a vector, from its elements.
inline llvm::Constant *aggregate(llvm::Type &type, llvm::ArrayRef<llvm::Constant *> elements) {
  if (auto *structure = llvm::dyn_cast<llvm::StructType>(&type))
    return llvm::ConstantStruct::get(structure, elements);
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(&type))
    return llvm::ConstantArray::get(array, elements);
  return llvm::ConstantVector::get(elements);
}

} // namespace lanecl
