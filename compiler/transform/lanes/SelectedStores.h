// Conditional stores to local memory as stores of what was there or is new.
#pragma once
#include "compiler/analysis/Uniformity.h"

namespace lanecl::simd {

/// Makes `if (a < s[x]) s[x] = a`, with a place of each work-item's own in local memory, store in any case: a load
/// waits for a masked store that is still on its way to memory, and takes what it needs from any other. `function` is
/// in the form that packetize needs, and stays in it. Whether anything changed.
bool selectStores(llvm::Function &function, LaneAnalyses &analyses);

} // namespace lanecl::simd
