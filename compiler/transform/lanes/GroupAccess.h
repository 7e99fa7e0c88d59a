// The memory of a field group (Packs.h), which all lanes access together: fields are in memory's order, lane 0's, then
// lane 1's. Where a group's guard does not hold, each lane accesses its own piece (PacketizePieces.h).
#pragma once
#include "compiler/transform/lanes/PacketizeMemory.h"

namespace lanecl::simd {

/// One access to a group at the builder's position, of which the report is told.
class GroupAccess {
public:
  /// `memory` tests the group's guard.
  GroupAccess(LaneFunction &function, LaneMemory &memory, const FieldGroup &group);
  llvm::Value *load(llvm::Value *mask);
  /// A structure as one integer: <W x iN>.
  llvm::Value *loadIntegers(llvm::Value *mask);
  void storeIntegers(llvm::Value *all, llvm::Value *mask);
  /// Fields that are not stored may be anything.
  void store(llvm::Value *all, llvm::Value *mask);
  /// The same in sequences of W elements. `all`: them joined, if all fields are stored.
  void storeSequences(llvm::ArrayRef<llvm::Value *> sequences, llvm::Value *all, llvm::Value *mask);

private:
  void note();
  llvm::Value *loadTogether(llvm::Value *mask);
  /// Stores by `together` under a mask, or pieces.
  void storeBy(llvm::Value *all, llvm::Value *mask, llvm::function_ref<void(llvm::Value *)> together);
  /// What `together` does, where the group's guard holds, else pieces.
  llvm::Value *orPieces(llvm::Value *all, llvm::Value *mask, llvm::function_ref<llvm::Value *()> together);
  llvm::Value *accessWhole(llvm::Value *value);
  llvm::Value *accessMasked(llvm::Value *value, llvm::Value *mask);
  llvm::Value *accessConsecutive(unsigned part, llvm::Value *value, llvm::Value *mask);
  llvm::Value *fieldMask(unsigned part, llvm::Value *mask);
  unsigned sequenceLength() const;
  llvm::Type *maskedUnit() const;

  LaneFunction &f_;
  LaneBuilder &b_;
  LaneMemory &memory_;
  const FieldGroup &group_;
  llvm::Value *address_ = nullptr; ///< of lane 0's first field; null: the pieces lie anywhere
  llvm::Align align_;              ///< of any field
  uint64_t bytes_;                 ///< of a field
};

} // namespace lanecl::simd
