// The entry's calls of a body, each for one sub-group (or one in each of a few rows), inlined in the end.
#pragma once
#include "compiler/transform/groups/RegionMemory.h"

namespace lanecl {

class SubGroupCalls {
public:
  SubGroupCalls(EntryFrame &frame, const KernelBodies &bodies, const RegionMemory &memory)
      : frame_(frame), bodies_(bodies), memory_(memory), b_(frame.builder) {}

  /// Whom a call is for: the sub-group whose lane 0 is work-item `x` of its row, in region `number`.
  struct Place {
    llvm::Value *number, *x;
    llvm::Value *rowStart; ///< sub-groups in the rows before this one
    llvm::Value *rowItems; ///< work-items of the row
  };
  /// One sub-group, by `full` or `tail` of the bodies. `next`: where what it says about the coming region goes; null:
  /// nobody asks.
  void call(const RegionBody &body, const Place &place, llvm::Value *next);
  /// One sub-group of each of its rows, by a version of `full`. The code goes on at `otherwise` where its conditions do
  /// not hold.
  void call(const BodyVersion &version, const Place &place, llvm::BasicBlock *otherwise);

  /// What `next` holds before any sub-group has run, and the number of the coming region when all have.
  llvm::Value *nothingNext() const;
  llvm::Value *loadNext(llvm::Value *next);

  /// When the entry is complete: the bodies' code takes the place of the calls. Nothing is left of the bodies.
  void inlineBodies();

private:
  llvm::SmallVector<llvm::Value *, 64> argumentsOf(const RegionBody &body, const Place &place);
  llvm::Value *contextOf(llvm::Value *subGroup);
  llvm::Value *activeLanes(const Place &place);
  llvm::CallInst *create(llvm::Function *function, llvm::ArrayRef<llvm::Value *> arguments);
  void callIfWaiting(const RegionBody &body, llvm::Value *number, llvm::ArrayRef<llvm::Value *> arguments,
                     llvm::Value *next);

  EntryFrame &frame_;
  const KernelBodies &bodies_;
  const RegionMemory &memory_;
  llvm::IRBuilder<> &b_;
  llvm::SmallVector<llvm::CallInst *, 8> calls_;
};

} // namespace lanecl
