// Arrays of structures: `p[i].x, p[i].y, ...` of W lanes is contiguous memory, read by wide loads and sorted by
// shuffles (for stores: sorted, then written).
#pragma once
#include "compiler/transform/lanes/PacketizeMemory.h"
#include "compiler/transform/lanes/PacketizePacks.h"

namespace lanecl::simd {

/// Owns the values of loads that were loaded with the first one of their group.
class InterleavedAccesses {
public:
  InterleavedAccesses(LaneFunction &function, LaneMemory &memory, LanePacks &packs)
      : f_(function), b_(function.b), memory_(memory), packs_(packs) {}
  /// False: it is in no group.
  bool load(llvm::LoadInst &load, llvm::Value *mask);
  bool store(llvm::StoreInst &store, llvm::Value *mask);

private:
  void loadGroup(const FieldGroup &group, llvm::Value *mask);
  void sortFields(const FieldGroup &group, llvm::Value *all);
  void storeGroup(const FieldGroup &group, llvm::Value *mask);
  void storePack(const FieldGroup &group, unsigned number, llvm::Value *mask);
  llvm::Value *joinedFields(const FieldGroup &group);

  LaneFunction &f_;
  LaneBuilder &b_;
  LaneMemory &memory_;
  LanePacks &packs_;
  llvm::DenseMap<const llvm::Instruction *, llvm::Value *> loaded_;
};

} // namespace lanecl::simd
