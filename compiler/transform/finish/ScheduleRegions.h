// Regions no longer than LLVM's schedulers take well.
#pragma once
#include "compiler/SubPasses.h"
#include "llvm/CodeGen/TargetPassConfig.h"

namespace lanecl {

/// LLVM orders the instructions of a region of a block, before and behind the choice of registers, and compares all
/// accesses to memory in it with each other for that, those to spilled registers as well. A label, over which nothing
/// is moved, ends a region after `most` instructions while each of the two schedulers runs.
void limitRegions(llvm::TargetPassConfig &configuration, unsigned most, SubPassObserver *observer);

} // namespace lanecl
