// Blocks no longer than LLVM takes well.
#pragma once
#include "compiler/SubPasses.h"
#include "llvm/CodeGen/TargetPassConfig.h"

namespace lanecl {

/// Each block of more than `most` instructions becomes several, one behind the other, between which few values pass.
/// Returns those that it made, each behind its only predecessor. Linear in the code.
llvm::SmallVector<llvm::BasicBlock *> splitLongBlocks(llvm::Function &function, unsigned most);

/// LLVM chooses instructions for one block after another, and goes through all loads of a block for each of them: a
/// block of ten thousand instructions takes the square of that. Here it becomes blocks of at most `most` instructions,
/// one behind the other, when nothing of LLVM would join them again. What is computed in one and used in another is in
/// a register between them.
void splitLongBlocks(llvm::TargetPassConfig &configuration, unsigned most, SubPassObserver *observer);

} // namespace lanecl
