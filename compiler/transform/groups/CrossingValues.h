// The values of a kernel body that live across its boundaries: each gets a place in the sub-group's context or, if it
// is the same in the whole work-group, among the uniforms; or is made again where it is needed.
#pragma once
#include "compiler/analysis/ComparedBits.h"
#include "compiler/transform/groups/RegionBody.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace lanecl {

class CrossingValues {
public:
  /// `body`: still in one piece; where its values lie is noted there. `maskRegisters`: of the machine.
  CrossingValues(RegionBody &body, const GroupState &state, bool maskRegisters)
      : body_(body), state_(state), maskBits_(maskRegisters ? 1 : comparedBits(*body.function)) {}

  /// Before the boundaries are made. Also says how the body's sub-groups part.
  void find(const BarrierRegions &regions);
  /// After the boundaries are made: values come from where they are computed or, behind a boundary, from their place in
  /// memory.
  void carry(const BarrierRegions &regions);
  /// The accesses of those places.
  llvm::ArrayRef<llvm::Instruction *> accesses() const { return accesses_; }

private:
  struct Crossing {
    llvm::Instruction *value;
    llvm::SmallVector<unsigned, 4> boundaries, saves; ///< across which it lives; at which it must be written
    bool uniform = false;
  };
  /// A place in the context or among the uniforms, and the values that share it.
  struct Slot {
    uint64_t offset;
    llvm::Type *type;
    bool uniform, shared; ///< shared: every value is written at each boundary that it lives across
    llvm::SmallVector<unsigned, 4> boundaries;
    llvm::SmallPtrSet<const llvm::Value *, 2> values;
  };

  llvm::BasicBlock &dispatch() { return body_.function->getEntryBlock(); }
  const llvm::DataLayout &layout() const { return body_.function->getDataLayout(); }
  bool hoist(llvm::Instruction &value, unsigned depth);
  void classify(const BarrierRegions &regions);
  uint64_t findSlot(const Crossing &crossing);
  uint64_t newPlace(llvm::Type *type, bool uniform);
  llvm::Align alignOf(llvm::Type *type) const;
  llvm::Type *typeInMemory(llvm::Type *type) const;
  llvm::Value *load(llvm::IRBuilder<> &builder, llvm::Type *type, llvm::Value *from, const llvm::Twine &name);
  void store(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Value *to);
  void carry(Crossing &crossing, const BarrierRegions &regions);
  void keepInMemory(llvm::Instruction &value);
  template <typename Access> Access *slotAccess(Access *access) {
    accesses_.push_back(access);
    return access;
  }

  RegionBody &body_;
  const GroupState &state_;
  unsigned maskBits_; ///< of a lane's part of a mask in memory
  std::vector<Crossing> crossings_;
  std::vector<Slot> slots_;
  llvm::SmallVector<llvm::Instruction *, 32> accesses_;
};

} // namespace lanecl
