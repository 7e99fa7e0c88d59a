// The edges of a function for W lanes: which lanes take each, and what they write on it. Phis are variables, written by
// the lanes that come; so are the masks of the blocks behind, and the number of the exit through which a loop is left.
#pragma once
#include "compiler/transform/lanes/PacketizePacks.h"
#include "llvm/ADT/MapVector.h"

namespace lanecl::simd {

/// Owns the slots of masks and the numbers of exits. All code is made at the builder's position.
class LaneEdges {
public:
  /// `packs` has the values of phis that are packs.
  LaneEdges(LaneFunction &function, LanePacks &packs);

  /// An edge out of a block: which lanes take it. Null conditions: all that are there.
  struct Edge {
    llvm::BasicBlock *to;
    llvm::Value *vectorCondition = nullptr, *scalarCondition = nullptr;
  };
  llvm::SmallVector<Edge, 4> of(llvm::BasicBlock &block);
  /// What the lanes of `mask` (null: all) write that leave `block`, which is complete but for its branch.
  void write(llvm::BasicBlock &block, llvm::Value *mask);

  /// Lanes that execute `block`; null: all.
  llvm::Value *maskOf(const llvm::BasicBlock &block);
  llvm::AllocaInst *maskSlot(const llvm::BasicBlock &owner);
  /// Lanes that go round the loop of `header` once more, none at first.
  llvm::AllocaInst *beginLoop(const llvm::BasicBlock &header);
  /// The loop is run by one lane after the other, each with its own start values.
  void runLaneByLane(const llvm::Loop &loop) { laneByLane_.insert(&loop); }
  bool isLaneByLane(const llvm::Loop &loop) const { return laneByLane_.contains(&loop); }

  /// i32: through which exit the last loop was left, as exitNumber tells.
  llvm::Value *takenExit() { return b_.CreateLoad(b_.getInt32Ty(), selector_); }
  llvm::ConstantInt *exitNumber(const llvm::BasicBlock &target);

private:
  struct PhiWrite {
    llvm::AllocaInst *slot;
    llvm::Value *value;
    llvm::Value *mask = nullptr;      ///< lanes that write; null: all
    llvm::Value *condition = nullptr; ///< of a scalar: written if it holds
  };
  struct MaskWrite {
    llvm::BasicBlock *to;
    llvm::Value *mask;
  };
  struct Writes {
    llvm::SmallVector<PhiWrite> phis;
    llvm::SmallVector<MaskWrite> masks;
  };

  void addSwitchEdges(llvm::SwitchInst &branch, bool diverges, llvm::SmallVectorImpl<Edge> &edges);
  llvm::Value *lanesOf(llvm::Value &number);
  llvm::Value *lanesLeft(const llvm::PHINode &phi, llvm::Value &value);
  void collect(llvm::BasicBlock &block, const Edge &edge, llvm::Value *mask, Writes &writes);
  void flush(const Writes &writes, const llvm::Loop *level);
  void numberExit(llvm::BasicBlock &block, llvm::ArrayRef<Edge> edges);

  LaneFunction &f_;
  LaneBuilder &b_;
  LanePacks &packs_;
  LaneValues &values_;
  const MaskPlan &plan_;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::AllocaInst *> maskSlots_;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::AllocaInst *> nextMasks_; ///< by loop header
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> exitNumbers_;
  llvm::DenseSet<const llvm::BasicBlock *> written_; ///< blocks whose phis have been written already
  llvm::SmallPtrSet<const llvm::Loop *, 4> laneByLane_;
  llvm::AllocaInst *selector_;
};

} // namespace lanecl::simd
