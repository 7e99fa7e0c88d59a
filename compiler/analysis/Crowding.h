// Whether a kernel needs more registers than there are when each value takes two.
#pragma once
#include "llvm/IR/Function.h"

namespace lanecl::simd {

/// `body`: prepared for lanes (preparePacketize). With two vector registers for each value its innermost loops would
/// keep, or its structures fill, all of 32: one register each is then faster, and as many values hide latency as well.
bool isCrowded(llvm::Function &body);

} // namespace lanecl::simd
