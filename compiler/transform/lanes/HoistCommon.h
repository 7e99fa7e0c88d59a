// What lanes read on both ways of a branch at which they part.
#pragma once
#include "compiler/analysis/Uniformity.h"

namespace lanecl::simd {

/// Reads before the branch what both of its ways read: once, and without a mask. Branches that all lanes take alike
/// stay as they are, and so does what both only compute: it would be alive longer. `function`: in the form that
/// packetize needs, and stays in it. Whether anything changed.
bool hoistCommon(llvm::Function &function, LaneAnalyses &analyses);

} // namespace lanecl::simd
