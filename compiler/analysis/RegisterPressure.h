// Kernels that fewer lanes serve better. For kernels that cannot tell how many there are.
#pragma once
#include "compiler/targets/Machine.h"
#include "llvm/IR/Function.h"

namespace lanecl::simd {

/// `body`: prepared for lanes (preparePacketize). Vector registers that a value of 32 bits gets, a power of two up to
/// `most`: one where its innermost loops keep, or its structures fill, all of them
/// with two, for as many values hide latency as well; more than two in long blocks that keep few values, which wait for
/// each other where a processor sees no others.
unsigned registersForValue(llvm::Function &body, unsigned most, const targets::Machine &machine);

/// Loops in which each lane walks through a part of memory of its own, as long as that part is (rows of a sparse
/// matrix), and does little else: gathers cost more than the lanes gain, and all wait for the longest. Best without
/// lanes.
bool streamsPerLane(llvm::Function &body);

} // namespace lanecl::simd
