// Loops over work-items, rows and work-groups that the entry of a kernel is made of.
#pragma once
#include "compiler/transform/groups/WorkItemLoops.h"
#include "llvm/IR/IRBuilder.h"

namespace lanecl {

/// Marks the loop that `latch` closes: LLVM does not unroll it, and iterationsOf says what its iterations are.
void keepRolled(llvm::BranchInst &latch, Iterations iterations);

/// A loop over work-items of one group with an i32 counter, under construction: do { body } while ((index += step) <
/// end); at least one iteration. Begins at the builder's position, which is in the body then.
struct CountedLoop {
  CountedLoop(llvm::IRBuilder<> &builder, const llvm::Twine &name);
  /// The builder stands behind the loop afterwards. `end` is a multiple of `step` and not 0.
  void close(llvm::IRBuilder<> &builder, llvm::Value *end, unsigned step = 1);
  void close(llvm::IRBuilder<> &builder, llvm::Value *end, llvm::Value *step);

  llvm::PHINode *index;
  llvm::BasicBlock *header;
};

} // namespace lanecl
