// Where work-group barriers split a kernel body, what lives across the boundaries, and which of that is the same for
// the whole work-group. Works on barriers of the form `call lanecl.region_end(i32 n)`
// (transform/groups/WorkItemLoops.h) and on yields, `call lanecl.yield(i32 n)`.
#pragma once
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include <map>

namespace llvm {
class PostDominatorTree;
}

namespace lanecl {

/// One boundary: `before` ends with the call and a branch to `after`, which has no other predecessor.
struct RegionBoundary {
  unsigned number = 0;
  llvm::CallInst *call = nullptr;
  llvm::BasicBlock *before = nullptr, *after = nullptr;
};

class BarrierRegions {
public:
  /// Splits the blocks of `body` so that every barrier stands at the end of one.
  explicit BarrierRegions(llvm::Function &body);

  llvm::ArrayRef<RegionBoundary> boundaries() const { return boundaries_; }
  /// Numbers of the boundaries that can be reached from the start of `block` without passing another boundary; 0 stands
  /// for the end of the kernel. Ascending.
  llvm::SmallVector<unsigned, 4> exits(const llvm::BasicBlock &block) const;
  /// Control may go from the end of `from` to the end of `boundary.before` without passing a boundary on the way.
  bool reachesDirectly(const llvm::BasicBlock &from, const RegionBoundary &boundary) const;
  /// Control may go from the end of `from` to `to` without passing a boundary.
  bool reaches(const llvm::BasicBlock &from, const llvm::BasicBlock &to) const {
    return reachable(from, false).contains(&to);
  }

  /// The boundaries across which `value` lives: it is needed at the start of `after`.
  llvm::SmallVector<unsigned, 4> crossed(const llvm::Instruction &value) const;
  /// What is stored in the variable before a boundary may be read behind it.
  bool contentsCross(const llvm::AllocaInst &variable) const;

private:
  using BlockSet = llvm::SmallPtrSet<const llvm::BasicBlock *, 16>;
  /// Blocks reachable from the end of `from`, through the boundaries or not.
  const BlockSet &reachable(const llvm::BasicBlock &from, bool throughBoundaries) const;

  llvm::SmallVector<RegionBoundary, 4> boundaries_;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> boundaryAt_; ///< by `before`: index into boundaries_
  mutable std::map<std::pair<const llvm::BasicBlock *, bool>, BlockSet> reachable_;
};

/// OpenCL C 6.15.8 wants a barrier to be reached by all work-items or none. Programs that break the rule by returning
/// early are common, and they work elsewhere.
enum class Parting : uint8_t {
  None,     ///< sub-groups stay together: no varying branch decides which boundary comes next
  Ends,     ///< some may end where others go on to one boundary
  Divergent ///< they may wait at different boundaries
};

class GroupUniformity;
Parting partingOf(llvm::Function &body, const BarrierRegions &regions, const GroupUniformity &uniformity);

/// Values that are the same in every sub-group of a work-group whenever control is at one place in all of them.
class GroupUniformity {
public:
  /// `varying`: the arguments of `body` that differ from sub-group to sub-group.
  GroupUniformity(llvm::Function &body, const BarrierRegions &regions,
                  const llvm::SmallPtrSetImpl<const llvm::Value *> &varying);
  bool isUniform(const llvm::Value &value) const { return !varying_.contains(&value); }

private:
  bool computesVarying(const llvm::Instruction &instruction) const;
  void spreadFromBranch(const llvm::BasicBlock &block, const llvm::PostDominatorTree &postDominators);
  bool isBehindOthers(const llvm::LoadInst &load) const;

  const BarrierRegions &regions_;
  llvm::SmallVector<const llvm::Instruction *, 4>
      acquiring_; ///< instructions that order others' writes before what follows
  llvm::DenseSet<const llvm::Value *> varying_;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> joins_; ///< blocks whose phis depend on a varying branch
};

} // namespace lanecl
