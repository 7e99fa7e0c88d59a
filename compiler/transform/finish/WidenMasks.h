// Masks between blocks, for machines that have no registers of a bit a lane.
#pragma once
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace lanecl {

/// LLVM keeps a <W x i1> from one block to the next in elements of the size that gives it the shortest register, and
/// makes it as wide as what it masks at each use. Here masks go from block to block as comparisons leave them: as wide
/// as what most comparisons of the function compare. After all that simplifies; not thread safe within one
/// LLVMContext.
void widenMasks(llvm::Module &module, llvm::TargetMachine &machine);

} // namespace lanecl
