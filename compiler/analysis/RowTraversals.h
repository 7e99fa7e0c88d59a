// Kernels whose work-items each go along a row of memory of their own.
#pragma once
#include "compiler/analysis/Uniformity.h"
#include "llvm/IR/Function.h"

namespace lanecl::simd {

/// `body`: prepared for lanes (preparePacketize). Its innermost loops read and write rows, one for each work-item,
/// element by element, and either
/// - no iteration needs another's results, so that a row can be done in vectors, where lanes would gather and scatter,
/// or
/// - rows begin at the same place of the cache, where those of a few lanes push each other out.
/// Best without lanes. `collide`: rows do of which nobody knows how far they lie from each other.
bool traversesRows(llvm::Function &body, LaneAnalyses &analyses, bool collide);

} // namespace lanecl::simd
