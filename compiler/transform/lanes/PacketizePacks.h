// The values of packs (Packs.h): one vector of W times F elements for F fields. LLVM splits it into registers.
#pragma once
#include "compiler/transform/lanes/LaneFunction.h"

namespace lanecl::simd {

/// Owns the packs' values in the block that is emitted, and the slots through which other blocks get them.
class LanePacks {
public:
  explicit LanePacks(LaneFunction &function) : f_(function), b_(function.b) {}
  /// Before the instructions of a block are emitted.
  void beginBlock() { here_.clear(); }
  /// What a loop has left in packs is sorted behind it, in `block`, which is emitted.
  void open(const llvm::BasicBlock &block);

  /// The value of a pack, in the block that is emitted.
  llvm::Value *packed(unsigned number);
  /// Where other blocks find it.
  llvm::AllocaInst *slot(unsigned number);
  /// Of a pack of pieces, which have been loaded.
  void define(unsigned number, llvm::Value *all);
  /// A group of loads of which packs are made, in memory's order.
  void defineGroup(const FieldGroup &group, llvm::Value *all);

private:
  llvm::Value *makePack(const Pack &pack);
  llvm::Value *uniformPack(const Pack &pack);
  llvm::Value *loadedPack(const Pack &pack);
  llvm::Value *samePack(const Pack &pack);
  llvm::Value *computedPack(const Pack &pack);
  llvm::Value *loadedGroup(const FieldGroup &group);

  LaneFunction &f_;
  LaneBuilder &b_;
  llvm::DenseMap<unsigned, llvm::Value *> here_; ///< in the block that is emitted
  llvm::DenseMap<unsigned, llvm::AllocaInst *> slots_;
  llvm::DenseMap<const FieldGroup *, std::pair<llvm::Value *, llvm::AllocaInst *>> groups_; ///< what was loaded
};

/// One value in all fields of a lane.
llvm::Value *spreadLanes(LaneBuilder &b, llvm::Value *vector, unsigned fields);

} // namespace lanecl::simd
