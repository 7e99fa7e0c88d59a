// Loops in which each lane streams along a row of its own.
#pragma once
#include "compiler/analysis/Uniformity.h"

namespace lanecl::simd {

/// Bytes of a lane's row that are read at once: what shuffles within a quarter of a register can sort.
inline constexpr unsigned PieceBytes = 16;

/// Unrolls innermost loops of one block, run by all lanes alike, whose loads go on by one element with each iteration
/// while lanes are further apart, so that the loads of a few iterations are contiguous. `function` is in the form
/// that packetize needs; afterwards it has to be brought into it again. Whether anything may have changed.
bool unrollStreams(llvm::Function &function, LaneAnalyses &analyses, unsigned width);

} // namespace lanecl::simd
