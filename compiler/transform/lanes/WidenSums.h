#pragma once
#include "compiler/analysis/Uniformity.h"

namespace lanecl::simd {

/// Indices of 32 bits in loops, `a + (b + i)` that promise not to wrap round, become sums of 64 bits of what is the
/// same in all iterations and of what is counted. Loops hoist `a + b`, which may wrap round for all that can be told
/// then: as a number of 64 bits it does not, and what is read in neighbouring iterations stays side by side in memory.
void widenSums(llvm::Function &function, LaneAnalyses &analyses);

} // namespace lanecl::simd
