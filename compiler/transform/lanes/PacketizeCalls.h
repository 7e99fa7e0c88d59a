// Calls: queries, LaneCL's operations, intrinsics, math, and other functions of the program.
#pragma once
#include "compiler/transform/lanes/LaneFunction.h"

namespace lanecl::simd {

void emitCall(LaneFunction &f, llvm::CallInst &call, llvm::Value *mask);

} // namespace lanecl::simd
