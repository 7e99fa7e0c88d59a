// How wide masks of lanes are on machines that have no registers of a bit a lane.
#pragma once
#include "llvm/IR/Function.h"

namespace lanecl {

/// A vector of i1, a lane each.
bool isMask(const llvm::Type *type);
/// Bits of the elements that most comparisons of lanes compare; 32 where there are none.
unsigned comparedBits(const llvm::Function &function);

} // namespace lanecl
