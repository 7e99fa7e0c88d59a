// An instruction on vectors of W lanes.
#pragma once
#include "compiler/transform/lanes/LaneFunction.h"

namespace lanecl::simd {

/// All lanes' values of an instruction without effects that is no call. Null: there is no vector form.
llvm::Value *vectorForm(LaneFunction &f, llvm::Instruction &instruction, llvm::Value *mask);
/// As vectorForm.
llvm::Value *vectorIntrinsic(LaneFunction &f, llvm::IntrinsicInst &call);

/// To a short number: machines have conversions to 32 bits only.
bool isSaturatingConversion(const llvm::IntrinsicInst &call);
/// Such a conversion, of a vector of any length.
llvm::Value *saturated(LaneBuilder &b, const llvm::IntrinsicInst &call, llvm::Value *value);

} // namespace lanecl::simd
