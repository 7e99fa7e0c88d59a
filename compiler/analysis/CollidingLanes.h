// Lanes whose parts of memory push each other out of the cache.
#pragma once
#include "compiler/analysis/Uniformity.h"
#include "llvm/IR/Function.h"

namespace lanecl::simd {

/// `unknown`: lanes that have room where nobody knows how far their parts lie from each other; 0: any number.
/// `leastOfRows`: what there are at least for parts that rows of work-items write, and not loops.
struct LanesInCache {
  unsigned most, least, unknown, leastOfRows;
};

/// How many of `most` lanes, a power of two, go along parts of memory of their own in loops without meeting in the same
/// few places of the nearest cache: fewer where the parts lie a multiple of its ways' size from each other, for then
/// each lane's line is gone before it comes to the next element of it. So do columns that each row of work-items writes
/// on (a transposition), and none reads: what is read does not have to be brought back. At least `least`.
unsigned lanesWithoutCollisions(llvm::Function &body, LanesInCache lanes, LaneAnalyses &analyses);

} // namespace lanecl::simd
