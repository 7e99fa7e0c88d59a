// Instructions of a function on its way to W lanes (LaneFunction.h) for which values are kept from one to the next.
#pragma once
#include "compiler/transform/lanes/LaneFunction.h"
#include "compiler/transform/lanes/PacketizeMemory.h"

namespace lanecl::simd {

class FunctionPacketizer {
public:
  explicit FunctionPacketizer(LaneFunction &function) : f_(function) {}

private:
  friend class Linearizer;
  friend class LaneEdges;

  // PacketizeInstructions.cpp
  void emit(llvm::Instruction &instruction, llvm::Value *mask);
  void emitPlain(llvm::Instruction &instruction, llvm::Value *mask);

  void emitLoad(llvm::LoadInst &load, llvm::Value *mask);
  void emitStore(llvm::StoreInst &store, llvm::Value *mask);

  // PacketizeInterleaved.cpp
  bool emitGroupedLoad(llvm::LoadInst &load, llvm::Value *mask);
  bool emitGroupedStore(llvm::StoreInst &store, llvm::Value *mask);
  void loadGroup(const FieldGroup &group, llvm::Value *mask);
  void sortFields(const FieldGroup &group, llvm::Value *all);
  llvm::SmallVector<llvm::Value *, 16> sorted(llvm::Value *all, unsigned fields);
  void storeGroup(const FieldGroup &group, llvm::Value *mask);
  static bool isOneInteger(const FieldGroup &group);
  llvm::Value *groupAddress(const FieldGroup &group);
  llvm::Value *fieldMask(const FieldGroup &group, unsigned part, llvm::Value *mask);
  llvm::Type *wholeType(const FieldGroup &group);
  llvm::Value *joinedFields(const FieldGroup &group);
  struct GroupPlace {
    llvm::Value *address; ///< of lane 0's first field
    llvm::Align align;    ///< of any field
    uint64_t bytes;       ///< of a field
  };
  GroupPlace placeGroup(const FieldGroup &group);
  void storeSorted(const FieldGroup &group, llvm::Value *all, llvm::Value *mask,
                   llvm::function_ref<void(const GroupPlace &, llvm::Value *)> store);
  void noteGroup(const FieldGroup &group);
  llvm::Value *accessConsecutive(const FieldGroup &group, const GroupPlace &place, unsigned part, llvm::Value *value,
                                 llvm::Value *mask);

  // PacketizePacks.cpp
  llvm::Value *spread(llvm::Value *vector, unsigned fields, llvm::function_ref<int(unsigned, unsigned)> at);
  llvm::Value *spreadLanes(llvm::Value *vector, unsigned fields);
  /// The value of a pack, in the block that is emitted.
  llvm::Value *packed(unsigned number);
  llvm::Value *samePack(const Pack &pack);
  llvm::Value *extendedHalves(llvm::Value *halves, llvm::Type *type);
  llvm::AllocaInst *packSlot(unsigned number);
  llvm::Value *makePack(const Pack &pack);
  llvm::Value *uniformPack(const Pack &pack);
  llvm::Value *loadedPack(const Pack &pack);
  llvm::Value *computedPack(const Pack &pack);
  void openPacks(const llvm::BasicBlock &block);
  unsigned sequenceLength(const FieldGroup &group) const;
  llvm::Value *accessWhole(const FieldGroup &group, const GroupPlace &place, llvm::Value *value);
  llvm::Type *maskedUnit(const FieldGroup &group);
  llvm::Value *accessMasked(const FieldGroup &group, const GroupPlace &place, llvm::Value *value, llvm::Value *mask);
  llvm::Value *loadGroupParts(const FieldGroup &group, const GroupPlace &place, llvm::Value *mask);
  llvm::Value *groupParts(const FieldGroup &group);
  void storePack(const FieldGroup &group, unsigned number, llvm::Value *mask);

  // PacketizeConsecutive.cpp
  /// Loads of one block that are a piece of memory in each lane, wherever the lanes' pieces lie.
  struct ConsecutiveLoads {
    llvm::Value *base;                                ///< address that differs from lane to lane
    llvm::Value *distance;                            ///< i64, the same in all lanes, or null
    int64_t begin;                                    ///< bytes behind both
    llvm::Type *type;                                 ///< of an element
    llvm::SmallVector<llvm::Instruction *, 16> loads; ///< of element 0, 1 ...
  };
  std::optional<ConsecutiveLoads> findConsecutiveLoads(llvm::LoadInst &first);
  bool emitConsecutiveLoads(llvm::LoadInst &load, llvm::Value *mask);
  llvm::Value *baseAddresses(const ConsecutiveLoads &sequence);
  llvm::SmallVector<llvm::Value *, 16> gatherWords(const ConsecutiveLoads &sequence, llvm::Value *mask);
  /// Indices of the lanes' pieces that lie so close that a vector of elements from the first one on has all.
  struct Closeness {
    llvm::Value *first; ///< the least of them
    llvm::Value *lanes; ///< <W x i32>, each less than W: elements behind the first
    llvm::Value *test;  ///< i1: this is so at run time
  };
  /// `units`: the indices' step from element to element.
  Closeness closenessOf(llvm::Value *index, bool isSigned, uint64_t units, llvm::Value *mask);
  /// All lanes' pieces in memory as long as a vector is.
  struct Window {
    llvm::Value *start; ///< the address of what comes first
    llvm::Value *lanes; ///< as of Closeness
    llvm::Value *test;  ///< i1: this is so at run time, and all of it may be read
  };
  std::optional<Window> findWindow(const ConsecutiveLoads &sequence, llvm::Value *mask);
  llvm::SmallVector<llvm::Value *, 16> loadWindow(const ConsecutiveLoads &sequence, const Window &window);
  llvm::SmallVector<llvm::Value *, 16> loadShortPieces(const ConsecutiveLoads &sequence, llvm::Value *mask);
  /// A vector for each lane.
  llvm::SmallVector<llvm::Value *, 16> loadEach(const ConsecutiveLoads &sequence, llvm::Value *mask);
  /// A pack of pieces.
  void loadPack(unsigned number, llvm::Value *mask);
  llvm::SmallVector<llvm::Value *, 16> loadPieces(const ConsecutiveLoads &sequence, llvm::Value *mask);

  // PacketizePieces.cpp
  llvm::Value *pieceAddresses(const FieldGroup &group);
  llvm::Value *loadPieces(const FieldGroup &group, llvm::Value *mask);
  void storePieces(const FieldGroup &group, llvm::Value *all, llvm::Value *mask);
  /// What `together` does, where the group's guard holds, else pieces.
  llvm::Value *orPieces(const FieldGroup &group, llvm::Value *all, llvm::Value *mask,
                        llvm::function_ref<llvm::Value *()> together);

  /// Before the instructions of a block are emitted.
  void beginBlock(const llvm::BasicBlock &block) {
    values_.enter(block);
    memory_.beginBlock();
    closeHere_.clear();
    packedHere_.clear();
    block_ = &block;
  }
  bool isUniform(const llvm::Value *value) const { return shapes_.isUniform(value); }
  llvm::Value *scalar(const llvm::Value *value) { return values_.scalar(value); }
  llvm::Value *vector(const llvm::Value *value) { return values_.vector(value); }

  LaneFunction &f_;
  PacketizeSession &session_ = f_.session;
  llvm::Function &to_ = f_.to;
  const llvm::DataLayout &data_ = f_.data;
  LaneBuilder &b_ = f_.b;
  const PrivateLayout &layout_ = f_.layout;
  const ShapeAnalysis &shapes_ = f_.shapes;
  const PackPlan &packs_ = f_.packs;
  LaneValues &values_ = f_.values;
  LaneMemory memory_{f_};
  llvm::DenseMap<std::pair<const llvm::Value *, uint64_t>, Closeness> closeHere_; ///< by index, units, sign
  llvm::DenseMap<const llvm::Instruction *, llvm::Value *> loadedTogether_; ///< loads done with their group's first
  const llvm::BasicBlock *block_ = nullptr;                                 ///< that is emitted
  llvm::DenseMap<unsigned, llvm::Value *> packedHere_;                      ///< packs, in that block
  llvm::DenseMap<unsigned, llvm::AllocaInst *> packSlots_;                  ///< for other blocks
  llvm::DenseMap<const FieldGroup *, std::pair<llvm::Value *, llvm::AllocaInst *>> groupParts_; ///< what was loaded
};

} // namespace lanecl::simd
