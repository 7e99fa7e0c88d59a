// Names of the built-in library's functions: the Itanium C++ ABI's mangling as Clang applies it to OpenCL C (vectors
// Dv4_f, address spaces PU3AS1f, substitutions S_ S0_ ...).
#pragma once
#include "compiler/ir/AddressSpaces.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DerivedTypes.h"
#include <string>

namespace lanecl::spirv {

/// The type of one parameter: a scalar, a vector, or a pointer to one of them.
struct MangledType {
  llvm::Type *type = nullptr; ///< of the value, or of what the pointer points to
  bool isSigned = true;       ///< of integers
  bool isPointer = false;
  unsigned addressSpace = space::Private; ///< of pointers
  bool isConst = false;                   ///< what the pointer points to
};

/// "_Z3maxDv4_iS_" for max(int4, int4). `parameters` must not be empty.
std::string mangle(llvm::StringRef name, llvm::ArrayRef<MangledType> parameters);

} // namespace lanecl::spirv
