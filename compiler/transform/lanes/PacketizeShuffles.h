// Moves between lanes: table look-ups in registers. A pattern that is known becomes a shufflevector, for which the back
// end finds the cheapest instruction.
#pragma once
#include "compiler/transform/lanes/LaneFunction.h"

namespace lanecl::simd {

/// Lane i gets the value of lane lanes[i] modulo W.
llvm::Value *shuffle(LaneFunction &f, llvm::Value *value, llvm::Value *lanes);
/// `lanes`: <W x i32>, each less than W.
llvm::Value *permute(LaneFunction &f, llvm::Value *value, llvm::Value *lanes);

} // namespace lanecl::simd
