// How many lanes, and so vector registers for a value, serve best in long blocks without branches (hashes) and in loops
// without memory: a processor sees a part of them at a time, in which everything waits for one chain; more lanes are
// more chains, until registers run short.
#pragma once
#include "compiler/analysis/ItemSteps.h"
#include "compiler/targets/Machine.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/UniformityAnalysis.h"

namespace lanecl::simd {

/// Cycles until the result of a vector instruction can be used.
unsigned latencyOf(const llvm::Instruction &instruction, const targets::Machine &machine);

/// A block may turn out to be long, or a loop to be nothing but a chain, for all that is told before inlining and
/// before it is known what lanes differ in.
bool mayBeLong(llvm::Function &function);

/// Lanes: a power of two from half of what a register holds of 32 bits up to `most`; 0 where `body`, prepared for
/// lanes, has no long block and no loop of chains alone, which as much latency makes wait. Linear in the code but for a
/// factor of the machine's registers.
unsigned lanesForLongBlocks(llvm::Function &body, const llvm::LoopInfo &loops, llvm::ScalarEvolution &evolution,
                            const llvm::UniformityInfo &uniformity, unsigned most, const targets::Machine &machine);

/// Two registers for each value leave `body`'s innermost loops, or the whole of it where it has none, as quick as one
/// does: little more is put aside, lanes do not traverse two and more parts of memory of their own, and values are
/// not of 64 bits, which have two registers anyway. `steps`: of `body` along dimension 0. As linear as that.
bool hasRoomForTwo(llvm::Function &body, const llvm::LoopInfo &loops, llvm::ScalarEvolution &evolution,
                   const llvm::UniformityInfo &uniformity, const ItemSteps &steps, const targets::Machine &machine);

} // namespace lanecl::simd
