// Code that one work-item runs, as `if (get_local_id(0) == 0)` says: the serial ends of reductions, mostly.
#pragma once
#include "compiler/analysis/Uniformity.h"

namespace lanecl::simd {

/// What is behind a comparison of a number that each lane has another of with one that all have alike is computed from
/// that lane's values as if all had them: loads, stores, sums and loops without lanes or masks of their own. `kernel`'s
/// lanes lie along dimension 0, and it is in the form that packetize needs. Whether anything changed.
bool followSingleLane(llvm::Function &kernel, LaneAnalyses &analyses);

} // namespace lanecl::simd
