// Arrays of structures, and short vectors: the fields `p[i].x, p[i].y ...` of W lanes are contiguous memory. A *field
// group* is the accesses to one. A *pack* is the values of all fields in memory's order, lane 0's fields, then lane
// 1's: what is done alike to all fields, from the loads to the stores, is done to packs, and nothing has to be sorted.
#pragma once
#include "compiler/analysis/VectorShape.h"
#include "compiler/targets/Machine.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include <map>

namespace lanecl::simd {

/// How far behind a first access those that belong to it are searched: keeps the search linear.
inline constexpr unsigned SearchLimit = 400;

/// Accesses of one block to the fields of an array of structures: one stride, offsets within it. Or stores that write a
/// piece of memory for each lane, wherever the lanes' pieces lie.
struct FieldGroup {
  llvm::SmallVector<llvm::Instruction *, 8> members; ///< in the order of the block
  llvm::SmallVector<int64_t, 8> offsets;             ///< bytes behind the base, of each member
  llvm::Type *type = nullptr;                        ///< of the first; the others' may be other ones of the same size
  int64_t stride = 0, begin = 0, end = 0;            ///< bytes; the fields lie in [begin, end)
  bool isScattered = false;                          ///< a piece, all of it, `stride` being its length
  const llvm::Value *guard = nullptr;                ///< as of Shape: if it does not hold, whole pieces

  int64_t bytes() const { return static_cast<int64_t>(type->getPrimitiveSizeInBits().getFixedValue() / 8); }
  /// Elements of the type in a stride.
  unsigned fields() const { return static_cast<unsigned>(stride / bytes()); }
  bool isWhole() const { return end - begin == stride; }
  bool isStore() const { return llvm::isa<llvm::StoreInst>(members[0]); }
  /// The one whose field comes first in memory.
  llvm::Instruction &first() const {
    return *members[static_cast<size_t>(llvm::find(offsets, begin) - offsets.begin())];
  }
  unsigned fieldAt(int64_t offset) const { return static_cast<unsigned>((offset - begin) / bytes()); }
  /// What is stored to each field; null: nothing.
  llvm::SmallVector<llvm::Value *, 16> stored() const;
};

/// What is to be in each field; null where that does not matter.
using Fields = llvm::SmallVector<llvm::Value *, 16>;

struct Pack {
  enum Kind : uint8_t {
    Uniform,  ///< each field is the same in all lanes
    Loaded,   ///< fields of a group of loads, the others uniform
    Pieces,   ///< loads of a piece of memory for each lane, wherever they lie
    Same,     ///< one value for all fields
    PerField, ///< a vector of W lanes for each field, to be sorted
    Blended,  ///< some fields from one pack, the others from another
    Computed,
    Joined ///< phis of one block
  };
  Kind kind = PerField;
  Fields values;
  /// Computed, Joined: the packs of operands, or of incoming values. Blended: the two.
  llvm::SmallVector<unsigned, 4> operands = {};
  const FieldGroup *group = nullptr;      ///< Loaded
  llvm::SmallVector<int, 16> fields = {}; ///< Loaded: which of the group's fields each is; -1: none

  llvm::Instruction &first() const;
  unsigned firstField() const;
  llvm::Type *type() const { return values[firstField()]->getType(); }
  /// Loaded: nothing has to change its place.
  bool isAsLoaded() const;
  /// A pack is in the place of its values' instructions.
  bool isMade() const { return kind == Computed || kind == Joined || kind == Pieces; }
};

/// All field groups of a function, and which of its values are packs. A snapshot: the function must not change.
class PackPlan {
public:
  static constexpr unsigned None = ~0U;

  /// `quick`: groups only.
  PackPlan(llvm::Function &function, const ShapeAnalysis &shapes, const PrivateLayout &layout, const MaskPlan &plan,
           llvm::AAResults &aliases, const targets::Machine &machine, unsigned width, bool quick);
  /// The group of a load or a store; null: none.
  const FieldGroup *groupOf(const llvm::Instruction &access) const { return groupOf_.lookup(&access); }
  const Pack &pack(unsigned number) const { return packs_[number]; }
  /// The pack of that value for all of so many fields (Same), or None.
  unsigned sameOf(llvm::Value &value, unsigned fields) const;
  /// The pack that a group of stores writes, or None.
  unsigned storedPack(const FieldGroup &group) const;
  /// The packs of a block's phis, which are replaced.
  llvm::ArrayRef<unsigned> joinedPacks(const llvm::BasicBlock &block) const;
  /// Nobody asks for its value alone.
  bool isReplaced(const llvm::Instruction &instruction) const { return replaced_.contains(&instruction); }
  /// A pack is made of the group's sequences.
  bool isPacked(const FieldGroup &group) const { return packedGroups_.contains(&group); }
  /// The packs of pieces that are loaded in the place of this load, the first one of theirs.
  llvm::ArrayRef<unsigned> piecesAt(const llvm::LoadInst &first) const { return packsAt(pieces_, first); }
  /// The packs that are computed in the place of this instruction, the last one of theirs.
  llvm::ArrayRef<unsigned> computedAt(const llvm::Instruction &last) const { return packsAt(computed_, last); }
  /// Of a pack of joinedPacks: each of its values is asked for alone, behind the loop that has made them together.
  bool isOpened(unsigned number) const { return opened_.contains(number); }

private:
  using PacksOfInstruction = llvm::DenseMap<const llvm::Instruction *, llvm::SmallVector<unsigned, 1>>;
  static llvm::ArrayRef<unsigned> packsAt(const PacksOfInstruction &packs, const llvm::Instruction &instruction);
  void findGroups(llvm::Function &function);
  std::optional<FieldGroup> findGroup(llvm::Instruction &first) const;
  std::optional<FieldGroup> emptyGroup(const llvm::Instruction &first) const;
  unsigned packOf(const Fields &values, unsigned depth);
  bool findLoaded(Pack &pack) const;
  bool isPieces(const Pack &pack) const;
  bool isComputable(const Pack &pack) const;
  void addBlend(unsigned number, unsigned depth);
  bool goesWith(const llvm::Value &first, const llvm::Value &other) const;
  void addOperands(unsigned number, unsigned depth);
  void addIncoming(unsigned number, unsigned depth);
  void decide();
  bool decideOnce();
  llvm::SmallVector<unsigned> reachable(llvm::ArrayRef<unsigned> roots) const;
  llvm::SmallVector<unsigned> livePacks() const;
  bool splitNeeded(llvm::ArrayRef<unsigned> live);
  void findNeeded(llvm::ArrayRef<unsigned> live);
  void findOpened(llvm::BasicBlock &exit);
  const FieldGroup *groupBehind(const llvm::Value &value, const llvm::Loop &loop, unsigned &field,
                                unsigned &left) const;
  bool pays(unsigned root, double gain) const;
  bool dropOne();
  static double sortingCost(unsigned fields, const llvm::Type *type);
  static double permutingCost(const Pack &pack);
  double useCost(unsigned number, double weight) const;
  double weight(const llvm::BasicBlock &block) const;
  void finish();

  llvm::AAResults &aliases_;
  const ShapeAnalysis &shapes_;
  const PrivateLayout &layout_;
  const MaskPlan &plan_;
  const targets::Machine &machine_;
  const llvm::DataLayout &data_;
  unsigned width_;
  std::vector<std::unique_ptr<FieldGroup>> groups_;
  llvm::DenseMap<const llvm::Instruction *, const FieldGroup *> groupOf_;
  std::vector<Pack> packs_;
  std::map<std::vector<llvm::Value *>, unsigned> numbers_;
  llvm::MapVector<const FieldGroup *, unsigned> roots_;
  llvm::SmallSetVector<unsigned, 4> opened_;   ///< roots, too
  llvm::DenseSet<const llvm::Value *> needed_; ///< on their own
  llvm::DenseSet<const llvm::Instruction *> replaced_;
  llvm::DenseSet<const FieldGroup *> packedGroups_;
  using PacksOfBlock = llvm::DenseMap<const llvm::BasicBlock *, llvm::SmallVector<unsigned, 4>>;
  PacksOfBlock joined_;
  PacksOfInstruction pieces_, computed_; ///< by their first loads; by their last instructions
};

} // namespace lanecl::simd
