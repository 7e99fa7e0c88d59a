// An instruction on scalars: the value of a uniform one, or lane 0's of a linear one.
#pragma once
#include "compiler/transform/lanes/LaneFunction.h"

namespace lanecl::simd {

/// The instruction as it stands, on scalar operands.
llvm::Value *scalarForm(LaneFunction &f, llvm::Instruction &instruction);
/// Lane 0's value of a linear instruction. Lane 0 may not be active, so nothing that the instruction promises holds
/// for it.
llvm::Value *linearScalar(LaneFunction &f, llvm::Instruction &instruction);
/// The i64 of lane 0 of what isMadeExact.
llvm::Value *exactForm(LaneFunction &f, llvm::Instruction &instruction);
/// The value in the first active lane of any operand.
llvm::Value *anyScalar(LaneFunction &f, llvm::Value *value, llvm::Value *mask);
/// Bytes from the start of an interleaved variable, of lane 0 or of all lanes: every element is W times as long.
llvm::Value *interleavedOffset(LaneFunction &f, const llvm::GEPOperator &step, bool asVector);

} // namespace lanecl::simd
