// Field groups of which each lane's piece may lie anywhere (Packs.h): an operation for each lane, or a gather or
// scatter of what the machine has an integer for. Fields are in memory's order: lane 0's, then lane 1's.
#pragma once
#include "compiler/transform/lanes/LaneFunction.h"

namespace lanecl::simd {

llvm::Value *loadPieces(LaneFunction &f, const FieldGroup &group, llvm::Value *mask);
void storePieces(LaneFunction &f, const FieldGroup &group, llvm::Value *all, llvm::Value *mask);

/// Structures that are one integer each.
llvm::Type *wholeType(LaneBuilder &b, const FieldGroup &group);

} // namespace lanecl::simd
