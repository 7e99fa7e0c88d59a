// Instructions that nothing does for all lanes at once.
#pragma once
#include "compiler/transform/lanes/LaneFunction.h"

namespace lanecl::simd {

/// Lane after lane, in a loop over the active ones. Operands and results pass through memory.
void emitSerially(LaneFunction &f, llvm::Instruction &instruction, llvm::Value *mask);

} // namespace lanecl::simd
