// Loops that all lanes leave after as many iterations, by comparisons of what differs from lane to lane.
#pragma once
#include "compiler/analysis/Uniformity.h"

namespace lanecl::simd {

/// Makes `for (i = x; i < x + n; ++i)`, with x of each work-item and n of all, count its iterations: its exit becomes
/// the same for all lanes, and what runs in it needs no mask of its own. `function` is in the form that packetize
/// needs, and stays in it. Whether anything changed.
bool countUniformly(llvm::Function &function, LaneAnalyses &analyses);

} // namespace lanecl::simd
