// Whether the lanes of a sub-group can wait for one another. They run in lock step: a lane that leaves a loop stands
// still until the others have left it too, so a lock that it still holds is never given back.
#pragma once
#include "compiler/analysis/Uniformity.h"

namespace lanecl::simd {

/// True for a loop that waits (WaitingLoops.h) to take what is given back elsewhere: an atomic operation in the loop,
/// or an atomic or volatile load, whose result is looked at, and another atomic operation, or an atomic or volatile
/// store, that may be to the same object. Behind the loop, it would never come; in the loop, one lane after the other
/// goes through what all of them are sent through. OpenCL promises no progress there, but hosts run such kernels; with
/// one work-item at a time they end. Where always the same lane of a sub-group waits and gives back, the only one that
/// does either (OneLane.h), it waits for other sub-groups.
bool spinsOnOtherLanes(llvm::Function &function, LaneAnalyses &analyses);

} // namespace lanecl::simd
