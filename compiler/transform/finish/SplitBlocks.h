// Blocks no longer than the code generator takes well.
#pragma once
#include "compiler/SubPasses.h"
#include "llvm/CodeGen/TargetPassConfig.h"

namespace lanecl {

/// LLVM chooses instructions for one block after another, and goes through all loads of a block for each of them: a
/// block of ten thousand instructions takes the square of that. Here it becomes blocks of at most `most` instructions,
/// one behind the other, when nothing of LLVM would join them again. What is computed in one and used in another is in
/// a register between them. Linear in the code.
void splitLongBlocks(llvm::TargetPassConfig &configuration, unsigned most, SubPassObserver *observer);

} // namespace lanecl
