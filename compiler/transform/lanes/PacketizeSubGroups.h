// Sub-group operations: a sub-group is a vector, so they are operations on one register. Only active lanes take part
// (OpenCL C 6.15.19; SPIR-V, "Group and Subgroup Instructions").
#pragma once
#include "compiler/ir/Operations.h"
#include "compiler/transform/lanes/LaneFunction.h"

namespace lanecl::simd {

void emitSubGroupOperation(LaneFunction &f, llvm::CallInst &call, Operation operation, llvm::Value *mask);

/// What an exclusive scan gives its first work-item.
llvm::Constant *scanIdentity(Kind kind, llvm::Type *type);

} // namespace lanecl::simd
