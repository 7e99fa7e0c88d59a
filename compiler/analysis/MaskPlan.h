// Where control flow diverges, and which blocks run under which mask. A *level* is the body of a function or of a loop
// without what lies in inner loops. A level without a divergent branch keeps its branches; the others are linearised
// (transform/lanes/Linearize.h): their blocks run one after the other, each under its own mask. Blocks that all lanes
// of another block reach, or none, share that block's mask. In the level of the function a uniform branch that all
// lanes come to (isUniformBranch) stays one, round what only one of its edges leads to. Needs reducible control flow,
// loop-simplify form and LCSSA. A snapshot: the function must not change.
#pragma once
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Dominators.h"

namespace lanecl::simd {

class MaskPlan {
public:
  /// One step of a level: a block, or a whole inner loop.
  struct Item {
    llvm::BasicBlock *block = nullptr; ///< the block, or the loop's preheader, whose mask the loop starts with
    llvm::Loop *loop = nullptr;
  };

  MaskPlan(llvm::Function &function, llvm::UniformityInfo &uniformity, llvm::DominatorTree &dominators,
           llvm::PostDominatorTree &postDominators, llvm::LoopInfo &loops);

  /// The terminator sends lanes down different paths.
  bool divergesAt(const llvm::BasicBlock &block) const;
  bool isLinear(const llvm::Loop *level) const { return linear_.contains(level); }
  /// Lanes leave the loop in different iterations or to different blocks: it has a mask of its own.
  bool hasDivergentExit(const llvm::Loop *loop) const { return divergentExit_.contains(loop); }
  /// The block whose mask `block` shares, itself if none; null: the mask that the function was entered with.
  const llvm::BasicBlock *maskOwner(const llvm::BasicBlock &block) const { return owner_.lookup(&block); }
  /// In a linear function: a two-way branch that all lanes come to and take the same edge of. What the edges' first
  /// blocks dominate, if nothing else leads to them, stands behind it.
  bool isUniformBranch(const llvm::BasicBlock &block) const;
  /// The mask that every iteration of the level starts with.
  const llvm::BasicBlock *levelMaskOwner(const llvm::Loop *level) const {
    return level ? maskOwner(*level->getHeader()) : nullptr;
  }
  /// Blocks and inner loops of a level in topological order, without those that end in `unreachable`.
  llvm::SmallVector<Item, 16> items(const llvm::Loop *level) const;
  llvm::ArrayRef<llvm::BasicBlock *> order() const { return order_; }
  /// A divergent branch decides which value a phi in `block` takes.
  bool isMaskedJoin(const llvm::BasicBlock &block) const;
  /// An edge that leaves a loop with a mask of its own.
  bool leavesDivergentLoop(const llvm::BasicBlock &from, const llvm::BasicBlock &to) const;
  bool dominates(const llvm::BasicBlock &a, const llvm::BasicBlock &b) const { return dominators_.dominates(&a, &b); }
  /// Distinct blocks that are reached from inside `loop`, without dead ones.
  static llvm::SmallVector<llvm::BasicBlock *, 4> exitTargets(const llvm::Loop &loop);
  static bool isDead(const llvm::BasicBlock &block) { return llvm::isa<llvm::UnreachableInst>(block.getTerminator()); }
  llvm::Loop *levelOf(const llvm::BasicBlock &block) const { return loops_.getLoopFor(&block); }

private:
  void classify(llvm::Loop *level);
  bool leavesDivergently(const llvm::Loop &loop) const;
  bool isFull(const llvm::BasicBlock &block, const llvm::Loop &loop) const;
  void assignOwners();
  const llvm::BasicBlock *ownerOf(const llvm::BasicBlock &block) const;
  bool alwaysReaches(const llvm::BasicBlock &from, const llvm::BasicBlock &to, const llvm::Loop *level) const;
  const llvm::Loop *outermostLeft(const llvm::BasicBlock &from, const llvm::BasicBlock &to) const;

  llvm::UniformityInfo &uniformity_;
  llvm::DominatorTree &dominators_;
  llvm::PostDominatorTree &postDominators_;
  llvm::LoopInfo &loops_;
  llvm::SmallVector<llvm::BasicBlock *, 32> order_;
  llvm::DenseSet<const llvm::Loop *> linear_, divergentExit_;
  llvm::DenseMap<const llvm::BasicBlock *, const llvm::BasicBlock *> owner_;
};

} // namespace lanecl::simd
