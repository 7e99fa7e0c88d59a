// Kernels that fewer lanes serve better. For kernels that cannot tell how many there are.
#pragma once
#include "llvm/IR/Function.h"

namespace lanecl::simd {

/// `body`: prepared for lanes (preparePacketize). With two vector registers for each value its innermost loops would
/// keep, or its structures fill, all of 32: one register each is then faster, and as many values hide latency as well.
bool isCrowded(llvm::Function &body);

/// Loops in which each lane walks through a part of memory of its own, as long as that part is (rows of a sparse
/// matrix), and does little else: gathers cost more than the lanes gain, and all wait for the longest. Best without
/// lanes.
bool walksApart(llvm::Function &body);

} // namespace lanecl::simd
