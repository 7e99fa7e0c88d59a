// One function on its way to W lanes: the parts of packetize (Packetize.h) behind its interface.
// PacketizeInstructions.cpp: arithmetic. PacketizeMemory.cpp: loads, stores, atomics. PacketizeCalls.cpp: queries,
// intrinsics, math, other functions. PacketizeSubGroups.cpp: lanes that talk to each other. PacketizeShuffles.cpp:
// moves between lanes. Linearize.cpp: control flow.
#pragma once
#include "compiler/ir/AtomicOperation.h"
#include "compiler/ir/Operations.h"
#include "compiler/transform/lanes/LaneFunction.h"

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
  llvm::Value *scalarForm(llvm::Instruction &instruction);
  llvm::Value *linearScalar(llvm::Instruction &instruction);
  llvm::Value *exactForm(llvm::Instruction &instruction);
  llvm::Value *vectorForm(llvm::Instruction &instruction, llvm::Value *mask);
  llvm::Value *narrowComparison(llvm::ICmpInst &compare);
  llvm::Value *vectorBits(llvm::BitCastInst &cast);
  llvm::Value *vectorArithmetic(llvm::Instruction &instruction, llvm::Value *mask);
  llvm::Value *vectorDivision(llvm::Instruction &instruction, llvm::Value *mask);
  llvm::Value *vectorSelect(llvm::SelectInst &instruction);
  llvm::Value *furtherBy(llvm::Value *addresses, llvm::Value *bytes);
  llvm::Value *vectorAddress(llvm::GetElementPtrInst &step);
  llvm::Value *vectorElement(llvm::Instruction &instruction);
  llvm::Value *interleavedOffset(const llvm::GEPOperator &step, bool vector);
  llvm::Value *allocate(llvm::AllocaInst &variable);
  void emitSerially(llvm::Instruction &instruction, llvm::Value *mask);
  void emitSerialLoop(llvm::Instruction &instruction, llvm::Value *mask, std::optional<LaneArray> &results);
  llvm::Instruction *copyForLane(llvm::Instruction &instruction,
                                 llvm::function_ref<llvm::Value *(llvm::Use &)> operandOf);
  bool isSameInLanes(const llvm::Value *value) const { return f_.isSameInLanes(value); }
  llvm::Value *uniformByContract(llvm::CallInst &call, llvm::Value *mask);
  /// The value in the first active lane of any operand.
  llvm::Value *anyScalar(llvm::Value *value, llvm::Value *mask);

  // PacketizeMemory.cpp
  /// One access of all lanes to a scalar type.
  struct Access {
    llvm::Instruction *instruction; ///< the load or store, for metadata and the report
    llvm::Value *pointer;           ///< in the scalar function
    llvm::Type *type;
    llvm::Align align;
    uint64_t offset = 0; ///< bytes behind the pointer
  };
  /// Of lane 0's address, which counts back from the active lanes': no more than an element's size is known of it.
  llvm::Align firstAlign(const Access &access) const {
    return std::min(access.align, llvm::Align(data_.getTypeStoreSize(access.type)));
  }
  /// Of each active lane's own address. Interleaved variables are laid out by elements.
  llvm::Align laneAlign(const Access &access) const {
    return layout_.isInterleaved(access.pointer) ? firstAlign(access) : access.align;
  }
  void emitLoad(llvm::LoadInst &load, llvm::Value *mask);
  void emitStore(llvm::StoreInst &store, llvm::Value *mask);
  llvm::Value *loadWide(const Access &access, llvm::Value *mask);
  void storeWide(const Access &access, llvm::Value *value, llvm::Value *mask);
  llvm::Value *loadParts(Access access, llvm::Type *type, llvm::Value *mask);
  void storeParts(Access access, llvm::Type *type, llvm::Value *value, llvm::Value *mask);
  bool isContiguous(const Access &access) const;
  bool isReversed(const Access &access) const;
  llvm::Value *lastLanesAddress(const Access &access);
  llvm::Value *reverse(llvm::Value *value);
  llvm::Value *scalarAddress(const Access &access);
  llvm::Value *laneAddresses(const Access &access);
  llvm::Value *loadContiguous(const Access &access, llvm::Value *mask);
  void storeContiguous(const Access &access, llvm::Value *value, llvm::Value *mask);
  llvm::Value *gather(const Access &access, llvm::Value *mask);
  llvm::Value *gatherNarrow(const Access &access, llvm::Value *addresses, llvm::Value *mask);
  void scatter(const Access &access, llvm::Value *value, llvm::Value *mask);
  llvm::Value *loadGuarded(const Access &access, const llvm::Value &guard, llvm::Value *mask);
  void storeGuarded(const Access &access, llvm::Value *value, const llvm::Value &guard, llvm::Value *mask);
  /// What `together` makes where `test` holds, else what `separate` does; both null: nothing.
  llvm::Value *either(llvm::Value *test, llvm::function_ref<llvm::Value *()> together,
                      llvm::function_ref<llvm::Value *()> separate);
  /// i1: the lanes' values of `guard` are as linear as its shape hopes.
  llvm::Value *testGuard(const llvm::Value &guard, llvm::Value *mask);
  void emitAtomic(const AtomicOperation &atomic, llvm::Value *mask);
  void emitAtomicOfOne(const AtomicOperation &atomic);

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

  // PacketizeCalls.cpp
  void emitCall(llvm::CallInst &call, llvm::Value *mask);
  void emitGroupCall(llvm::CallInst &call, llvm::Value *mask);
  bool emitQuery(llvm::CallInst &call);
  void emitIntrinsic(llvm::IntrinsicInst &call, llvm::Value *mask);
  llvm::Value *vectorIntrinsic(llvm::IntrinsicInst &call);
  static bool isSaturatingConversion(const llvm::IntrinsicInst &call);
  llvm::Value *saturated(const llvm::IntrinsicInst &call, llvm::Value *value);
  bool emitVectorMath(llvm::CallInst &call, llvm::Value *mask);
  bool emitMachineOperation(llvm::CallInst &call);
  bool emitFunctionCall(llvm::CallInst &call, llvm::Value *mask);
  void emitScalarCall(llvm::CallInst &call, llvm::Value *mask);
  bool isScalarCall(llvm::CallInst &call);

  // PacketizeSubGroups.cpp
  void emitSubGroupOperation(llvm::CallInst &call, Operation operation, llvm::Value *mask);
  // Half is computed in float and rounded once, on every machine: products of many lanes leave its range on the way.
  llvm::Value *reduce(Kind kind, llvm::Value *value, llvm::Value *mask);
  llvm::Value *scan(Kind kind, llvm::Value *value, llvm::Value *mask, bool inclusive);
  llvm::Value *reduceClusters(Kind kind, llvm::Value *value, llvm::Value *mask, uint64_t size);
  llvm::Value *allEqual(llvm::Value *value, llvm::Value *mask);
  llvm::Value *ballot(llvm::Value *predicate, llvm::Value *mask, llvm::Type *type);
  llvm::Value *ownBits(const llvm::Value *ballot);
  void emitBlockAccess(const BlockAccess &access, llvm::Value *mask);
  llvm::Value *anyHas(llvm::Value &condition, bool wanted, llvm::Value *mask);
  llvm::Value *commonResult(llvm::CallInst &call, Operation operation, llvm::Value *mask);
  llvm::Value *ownResult(llvm::CallInst &call, Operation operation, llvm::Value *mask);

  // PacketizeShuffles.cpp
  /// Lane i gets the value of lane lanes[i] modulo W.
  llvm::Value *shuffle(llvm::Value *value, llvm::Value *lanes);
  llvm::Value *permute(llvm::Value *value, llvm::Value *lanes);

  /// Before the instructions of a block are emitted.
  void beginBlock(const llvm::BasicBlock &block) {
    values_.enter(block);
    guardTests_.clear();
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
  llvm::Value *const entryMask_ = f_.entryMask;
  const llvm::DataLayout &data_ = f_.data;
  LaneBuilder &b_ = f_.b;
  const PrivateLayout &layout_ = f_.layout;
  const ShapeAnalysis &shapes_ = f_.shapes;
  const PackPlan &packs_ = f_.packs;
  LaneValues &values_ = f_.values;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> guardTests_;                 ///< in the block that is emitted
  llvm::DenseMap<std::pair<const llvm::Value *, uint64_t>, Closeness> closeHere_; ///< by index, units, sign
  llvm::DenseMap<const llvm::Instruction *, llvm::Value *> loadedTogether_; ///< loads done with their group's first
  const llvm::BasicBlock *block_ = nullptr;                                 ///< that is emitted
  llvm::DenseMap<unsigned, llvm::Value *> packedHere_;                      ///< packs, in that block
  llvm::DenseMap<unsigned, llvm::AllocaInst *> packSlots_;                  ///< for other blocks
  llvm::DenseMap<const FieldGroup *, std::pair<llvm::Value *, llvm::AllocaInst *>> groupParts_; ///< what was loaded
};

/// What an exclusive scan gives its first work-item.
llvm::Constant *scanIdentity(Kind kind, llvm::Type *type);

} // namespace lanecl::simd
