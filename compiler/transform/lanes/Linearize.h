// Control flow for W lanes, level by level (analysis/MaskPlan.h). Levels without a divergent branch keep their
// branches. In the others blocks run in topological order under masks, and groups of blocks behind an "any lane?"
// branch: no block ever runs with an empty mask (but for small ones without effects), which is what lets uniform loads,
// branches and loops stay scalar inside divergent code.
#pragma once
#include "compiler/ir/AtomicOperation.h"
#include "compiler/transform/lanes/EndLanes.h"
#include "compiler/transform/lanes/LaneEdges.h"
#include "compiler/transform/lanes/PacketizeInstructions.h"

namespace lanecl::simd {

/// Owns what emits the function's instructions and edges, and knows which blocks it has made.
class Linearizer {
public:
  explicit Linearizer(LaneFunction &function);
  /// Emits the whole body from the builder's position, a `ret` at the end.
  void run();

private:
  using Items = llvm::ArrayRef<MaskPlan::Item>;
  void emitLevel(llvm::Loop *level);
  void emitLinearLevel(llvm::Loop *level);
  void emitRange(Items items, const llvm::BasicBlock *maskOwner, llvm::Loop *level);
  void emitUniformBranch(llvm::BasicBlock &block, Items behind);
  void emitItem(const MaskPlan::Item &item, llvm::Loop *level);
  void emitNaturalLevel(llvm::Loop *level);
  void emitNaturalBranch(llvm::BasicBlock &block, llvm::function_ref<llvm::BasicBlock *(llvm::BasicBlock *)> target);
  void emitLoop(llvm::Loop &loop);
  std::optional<AtomicOperation> contendedExchange(const llvm::Loop &loop) const;
  void emitContendedLoop(llvm::Loop &loop, const AtomicOperation &exchange);
  void leaveUniformLoop(llvm::BasicBlock &block, llvm::Loop &level);
  void leaveThroughInnerLoop(llvm::Loop &inner, llvm::Loop &level);

  void emitBlock(llvm::BasicBlock &block);
  void askEndLanes(const llvm::BasicBlock &block);
  llvm::Value *anyComes(const llvm::BasicBlock &block);
  bool isCheap(const llvm::BasicBlock &block) const;
  void keepLoopMetadata(const llvm::Loop &loop, llvm::Instruction &branch);

  LaneFunction &f_;
  LaneBuilder &b_;
  LaneValues &values_;
  const MaskPlan &plan_;
  InstructionPacketizer instructions_;
  LaneEdges edges_;
  EndLanes ends_;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::Value *> anyComes_; ///< to blocks of which one lane tells
  llvm::DenseMap<const llvm::Loop *, llvm::BasicBlock *> afterLoop_;
  llvm::AllocaInst *returned_ = nullptr; ///< what the lanes return
};

} // namespace lanecl::simd
