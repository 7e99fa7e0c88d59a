// How many lanes, and so vector registers for a value, serve best in long blocks without branches (hashes): a
// processor sees a part of such a block at a time, in which everything waits for one chain; more lanes are more chains,
// until registers run short.
#pragma once
#include "compiler/targets/Machine.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"

namespace lanecl::simd {

/// A block may turn out to be long, for all that is told before inlining and before it is known what lanes differ in.
bool mayBeLong(const llvm::BasicBlock &block);

/// Lanes: a power of two from half of what a register holds of 32 bits up to `most`; 0 where `body`, prepared for
/// lanes, has no long block. Linear in the code but for a factor of the machine's registers.
unsigned lanesForLongBlocks(llvm::Function &body, const llvm::LoopInfo &loops, const llvm::UniformityInfo &uniformity,
                            unsigned most, const targets::Machine &machine);

} // namespace lanecl::simd
