// By what an address moves from one iteration of a loop to the next.
#pragma once
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

namespace lanecl {

/// The address as a linear form in the loop's iterations; null: it is none. Counters of 32 bits are taken as if they
/// never wrapped: good enough for a hint or an estimate, and for nothing else.
const llvm::SCEVAddRecExpr *strideIn(const llvm::Loop &loop, llvm::Value *address, llvm::ScalarEvolution &evolution);

/// Bytes of an element of a row, at most.
inline constexpr int64_t LargestElement = 16;

/// From one iteration to the next it goes on by an element of a row, or back.
bool isNearStep(const llvm::SCEVAddRecExpr &address, llvm::ScalarEvolution &evolution);

} // namespace lanecl
