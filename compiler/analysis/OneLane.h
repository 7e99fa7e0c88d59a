// Code to which one lane of a sub-group comes at most, as `if (get_local_id(0) == 0)` says: what stands behind a
// comparison of a number that each lane has another of with one that all have alike. For lanes along dimension 0. Pure
// look-ups; thread safe.
#pragma once
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Instructions.h"

namespace lanecl::simd {

class OneLane {
public:
  /// Both must outlive this.
  OneLane(const llvm::LoopInfo &loops, const llvm::UniformityInfo &uniformity)
      : loops_(loops), uniformity_(uniformity) {}
  /// The block behind `block` to which one lane comes at most, and from nowhere else; null where there is none. Behind
  /// a loop that lanes leave one by one all of them go on together.
  llvm::BasicBlock *behind(const llvm::BasicBlock &block) const;
  /// Of a block that has such: it is the same lane whenever the block is run, for neither number changes.
  bool isAlwaysTheSame(const llvm::BasicBlock &block) const;
  /// A number that each lane has another of.
  bool differs(const llvm::Value &value) const;

private:
  const llvm::ICmpInst *comparisonOf(const llvm::Value &test, bool isFalse) const;

  const llvm::LoopInfo &loops_;
  const llvm::UniformityInfo &uniformity_;
};

} // namespace lanecl::simd
