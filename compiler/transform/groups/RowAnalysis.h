// Which rows of a work-group may go side by side, and how many pay (UnrollAndJam.cpp): what of a body is not the same
// for all of them, and on what their paths may part.
#pragma once
#include "compiler/targets/Machine.h"
#include "compiler/transform/groups/RegionBody.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"

namespace lanecl {

/// A gather or scatter.
struct GatherOrScatter {
  static std::optional<GatherOrScatter> of(llvm::Instruction &instruction);
  bool isGather() const { return call->getIntrinsicID() == llvm::Intrinsic::masked_gather; }
  llvm::Value *addresses() const { return call->getArgOperand(isGather() ? 0 : 1); }
  llvm::Value *mask() const { return call->getArgOperand(isGather() ? 1 : 2); }
  llvm::Type *element() const {
    return (isGather() ? call->getType() : call->getArgOperand(0)->getType())->getScalarType();
  }
  unsigned lanes() const { return llvm::cast<llvm::FixedVectorType>(addresses()->getType())->getNumElements(); }

  llvm::IntrinsicInst *call;
};

class RowAnalysis {
public:
  /// Of `function`, the body or a version of it.
  RowAnalysis(const RegionBody &body, llvm::Function &function, const targets::Machine &machine)
      : body_(body), function_(function), layout_(function_.getDataLayout()), machine_(machine),
        size_(function_.getInstructionCount()),
        row_(function_.getArg(body.firstState + static_cast<unsigned>(State::LocalId) + 1)) {}

  /// How many rows pay; 0: none.
  unsigned choose();
  bool isVarying(const llvm::Value *value) const { return varying_.contains(value); }
  /// What must be the same in all rows: conditions of branches, comparisons of ids with bounds.
  llvm::ArrayRef<llvm::Value *> conditions() const { return conditions_.getArrayRef(); }
  /// What must be true in all lanes.
  llvm::ArrayRef<llvm::Value *> masks() const { return masks_.getArrayRef(); }
  /// Bytes (of a pointer) or units from row to row.
  std::optional<int64_t> stride(const llvm::Value *value, unsigned depth = 0) const;
  llvm::Argument *row() const { return row_; }
  /// It is an access apart from lane to lane, side by side from row to row.
  bool isConsecutive(llvm::Instruction &instruction) const;

private:
  bool usesOnlyRows() const;
  bool findVarying();
  bool isHarmless(const llvm::Instruction &instruction) const;
  bool isEarly(const llvm::Value *value, unsigned depth = 0) const;
  bool isBound(const llvm::Instruction &instruction) const;
  void findMasks();
  unsigned registers(const llvm::Type *type) const;
  unsigned chooseForLoops() const;
  unsigned chooseForConsecutive() const;

  const RegionBody &body_;
  llvm::Function &function_;
  const llvm::DataLayout &layout_;
  const targets::Machine &machine_;
  unsigned size_;
  llvm::Argument *row_;
  llvm::DenseSet<const llvm::Value *> varying_;
  llvm::SmallSetVector<llvm::Value *, 4> conditions_, masks_;
};

} // namespace lanecl
