// Kernels that fewer lanes serve better. For kernels that cannot tell how many there are.
#pragma once
#include "compiler/analysis/Uniformity.h"
#include "compiler/targets/Machine.h"
#include "llvm/IR/Function.h"

namespace lanecl::simd {

/// `body`: prepared for lanes (preparePacketize). A power of two up to `most`: as many as a register holds of 32 bits
/// where innermost loops keep, or structures fill, all registers with twice as many, for as many values hide latency as
/// well, unless little but parts of lines of the cache is written; more in long blocks that keep few values, which wait
/// for each other where a processor sees no others; half as many where long blocks or loops keep as many values of 64
/// bits. `isOfLines`: where a register is a line of the cache it is enough, but where iterations wait for one another.
unsigned lanesFor(llvm::Function &body, unsigned most, const targets::Machine &machine, bool isOfLines,
                  LaneAnalyses &analyses);

/// Whether lanesFor() will be one register's for what it sees of a body before that is prepared: loops keep many sums,
/// or ids are taken apart where one register is whole and `wide` lanes are not.
bool hasOneRegister(llvm::Function &body, unsigned wide, const targets::Machine &machine, LaneAnalyses &analyses);

/// Loops in which each lane traverses a part of memory of its own, as long as that part is (rows of a sparse
/// matrix, neighbours of a node), and does little else than reach what it finds there: gathers and scatters cost more
/// than the lanes gain, and all wait for the longest. Best without lanes.
bool streamsPerLane(llvm::Function &body, LaneAnalyses &analyses);

} // namespace lanecl::simd
