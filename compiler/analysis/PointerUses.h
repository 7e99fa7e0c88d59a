// What becomes of a pointer: who uses it or what is made of it, and whether that can still be told. Vectors of pointers
// and numbers made of pointers are followed, functions that stay functions are looked into (none calls itself). Pure;
// thread safe for modules that nobody changes.
#pragma once
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace lanecl {

struct PointerUses {
  /// Memory or an unknown function may hold the pointer: whatever is loaded may be made of it.
  bool escapes = false;
  /// Numbers are made of it, of which another pointer may be made.
  bool isNumber = false;
  /// Instructions of the pointer's own function that use it or what is made of it; complete unless it escapes.
  llvm::SmallVector<const llvm::Instruction *, 16> users;
};

/// `pointer`: a variable, a parameter or an instruction's result.
PointerUses usesOf(const llvm::Value &pointer);

/// The pointers, or vectors of them, through which an instruction accesses memory. Nothing where it does more than
/// that, or accesses none.
llvm::SmallVector<llvm::Value *, 2> accessedPointers(const llvm::Instruction &instruction);

} // namespace lanecl
