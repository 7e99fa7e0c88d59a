// Loads and stores of all lanes, each lane at its own address: neighbours as one vector, others by gathers and
// scatters.
#pragma once
#include "compiler/transform/lanes/PacketizeAddresses.h"

namespace lanecl::simd {

/// Owns what was tested of addresses in the block that is emitted (Shape::guard): once for all accesses there.
class LaneMemory {
public:
  explicit LaneMemory(LaneFunction &function) : f_(function), b_(function.b) {}
  /// Before the instructions of a block are emitted.
  void beginBlock() { guardTests_.clear(); }

  /// Whether vector memory operations do what the access does. Else: lane after lane.
  bool takes(const llvm::LoadInst &load) const;
  bool takes(const llvm::StoreInst &store) const;
  /// Lanes have different addresses.
  llvm::Value *load(llvm::LoadInst &load, llvm::Value *mask);
  void store(llvm::StoreInst &store, llvm::Value *mask);
  /// i1: the lanes' values of `guard` are as linear as its shape hopes.
  llvm::Value *testGuard(const llvm::Value &guard, llvm::Value *mask);

private:
  llvm::Value *loadParts(Access access, llvm::Type *type, llvm::Value *mask);
  void storeParts(Access access, llvm::Type *type, llvm::Value *value, llvm::Value *mask);
  llvm::Value *loadWide(const Access &access, llvm::Value *mask);
  void storeWide(const Access &access, llvm::Value *value, llvm::Value *mask);
  bool isContiguous(const Access &access) const;
  bool isReversed(const Access &access) const;
  llvm::Value *lastLanesAddress(const Access &access);
  llvm::Value *loadContiguous(const Access &access, llvm::Value *mask);
  void storeContiguous(const Access &access, llvm::Value *value, llvm::Value *mask);
  llvm::Value *loadGuarded(const Access &access, const llvm::Value &guard, llvm::Value *mask);
  void storeGuarded(const Access &access, llvm::Value *value, const llvm::Value &guard, llvm::Value *mask);
  llvm::Value *gather(const Access &access, llvm::Value *mask);
  llvm::Value *gatherNarrow(const Access &access, llvm::Value *addresses, llvm::Value *mask);
  void scatter(const Access &access, llvm::Value *value, llvm::Value *mask);

  LaneFunction &f_;
  LaneBuilder &b_;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> guardTests_; ///< in the block that is emitted
};

} // namespace lanecl::simd
