// Work-items that lanes gain nothing for: each reaches memory apart from its neighbours', and does little with it.
#pragma once
#include "compiler/analysis/Uniformity.h"
#include "compiler/targets/Machine.h"
#include "llvm/IR/Function.h"

namespace lanecl::simd {

/// By an estimate of the instructions of one work-item, in lanes and alone: gathers and scatters of `body`, prepared
/// for lanes, cost more than its arithmetic gains by them. Linear in the code but for ItemSteps.
bool losesByLanes(llvm::Function &body, const targets::Machine &machine, LaneAnalyses &analyses);

} // namespace lanecl::simd
