// Control flow for W lanes, level by level (analysis/MaskPlan.h). Levels without a divergent branch keep their
// branches. In the others blocks run in topological order under masks, and groups of blocks behind an "any lane?"
// branch: no block ever runs with an empty mask (but for small ones without effects), which is what lets uniform loads,
// branches and loops stay scalar inside divergent code. Phis are variables, written on the edges by the lanes that take
// them.
#pragma once
#include "compiler/transform/PacketizeFunction.h"
#include "llvm/ADT/MapVector.h"

namespace lanecl::simd {

class Linearizer {
public:
  explicit Linearizer(FunctionPacketizer &function);
  /// Emits the whole body from the builder's position, a `ret` at the end.
  void run();

private:
  using Items = llvm::ArrayRef<MaskPlan::Item>;
  /// A way out of a block: which lanes take it. Null conditions: all that are there.
  struct Edge {
    llvm::BasicBlock *to;
    llvm::Value *vectorCondition = nullptr, *scalarCondition = nullptr;
  };
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
  struct EdgeWrites {
    llvm::SmallVector<PhiWrite> phis;
    llvm::SmallVector<MaskWrite> masks;
  };

  void emitLevel(llvm::Loop *level);
  void emitLinearLevel(llvm::Loop *level);
  void emitRange(Items items, const llvm::BasicBlock *maskOwner, llvm::Loop *level);
  void emitChoice(llvm::BasicBlock &block, Items behind);
  void emitItem(const MaskPlan::Item &item, llvm::Loop *level);
  void emitNaturalLevel(llvm::Loop *level);
  void emitNaturalBranch(llvm::BasicBlock &block, llvm::function_ref<llvm::BasicBlock *(llvm::BasicBlock *)> target);
  void emitLoop(llvm::Loop &loop);
  std::optional<AtomicMessage> contendedExchange(const llvm::Loop &loop) const;
  void emitContendedLoop(llvm::Loop &loop, const AtomicMessage &exchange);
  void leaveUniformLoop(llvm::BasicBlock &block, llvm::Loop &level);
  void leaveThroughInnerLoop(llvm::Loop &inner, llvm::Loop &level);

  void emitBlock(llvm::BasicBlock &block);
  void emitEdges(llvm::BasicBlock &block, llvm::Value *mask);
  llvm::SmallVector<Edge, 4> edgesOf(llvm::BasicBlock &block);
  void addSwitchEdges(llvm::SwitchInst &branch, bool diverges, llvm::SmallVectorImpl<Edge> &edges);
  void collectWrites(llvm::BasicBlock &block, const Edge &edge, llvm::Value *mask, EdgeWrites &writes);
  void flush(const EdgeWrites &writes, const llvm::Loop *level);
  void numberExit(llvm::BasicBlock &block, llvm::ArrayRef<Edge> edges);

  llvm::Value *maskOf(const llvm::BasicBlock &block);
  llvm::AllocaInst *maskSlot(const llvm::BasicBlock &owner);
  bool isCheap(const llvm::BasicBlock &block) const;
  llvm::ConstantInt *exitNumber(const llvm::BasicBlock &target);
  void keepLoopMetadata(const llvm::Loop &loop, llvm::Instruction &branch);

  FunctionPacketizer &f_;
  LaneBuilder &b_;
  LaneValues &values_;
  const MaskPlan &plan_;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::AllocaInst *> maskSlots_;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::AllocaInst *> nextMasks_; ///< by loop header: lanes that go round
  llvm::DenseMap<const llvm::Loop *, llvm::BasicBlock *> afterLoop_;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> exitNumbers_;
  llvm::DenseSet<const llvm::BasicBlock *> written_;    ///< blocks whose phis have been written already
  llvm::SmallPtrSet<const llvm::Loop *, 4> laneByLane_; ///< emitted inside emitContendedLoop
  llvm::AllocaInst *selector_ = nullptr;                ///< through which exit a loop was left
  llvm::AllocaInst *returned_ = nullptr;
};

} // namespace lanecl::simd
