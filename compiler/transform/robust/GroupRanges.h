// Between which values an integer lies in all work-items of a work-group, or of a sub-group, told before any of them
// has begun: from ids and sizes and the kernel's arguments, through arithmetic and loops whose iterations can be
// counted.
#pragma once
#include "compiler/transform/robust/EarlyCopies.h"
#include "compiler/transform/robust/IdRanges.h"
#include "compiler/transform/robust/RangeArithmetic.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include <optional>

namespace lanecl {

/// Emits at the builder's position, which must be in the entry block and not move between calls; what it emits depends
/// on the kernel's arguments, what they point to that is constant, and on queries that are the same in the whole group
/// (of sub-groups: in the sub-group).
class GroupRanges {
public:
  /// `lanes`: ranges are those of a sub-group of so many work-items along dimension 0, all in one row; 0: of a
  /// work-group.
  GroupRanges(llvm::IRBuilderBase &builder, llvm::ScalarEvolution &evolution, unsigned lanes = 0)
      : b_(builder), arithmetic_(builder), ids_(builder, lanes), copies_(builder), evolution_(evolution),
        lanes_(lanes) {}

  /// Of the value modulo 2 to its width; nothing when it cannot be told.
  std::optional<ValueRange> of(const llvm::SCEV *value);
  /// i64, sign-extended: a value that is computed of arguments alone; null: it is not.
  llvm::Value *sameInAll(llvm::Value &value);
  RangeArithmetic &arithmetic() { return arithmetic_; }

private:
  std::optional<ValueRange> structure(const llvm::SCEV *value);
  std::optional<ValueRange> constantRange(const llvm::SCEV *value);
  std::optional<ValueRange> leaf(const llvm::SCEVUnknown &value);
  using Combination = ValueRange (RangeArithmetic::*)(ValueRange, ValueRange);
  /// The operands' ranges put together, one after the other.
  std::optional<ValueRange> folded(const llvm::SCEVNAryExpr &value, Combination combine);
  std::optional<ValueRange> instruction(llvm::Instruction &instruction);
  std::optional<ValueRange> remainder(llvm::Instruction &instruction);
  std::optional<ValueRange> same(llvm::Value &value);
  std::optional<ValueRange> choice(const llvm::SCEVNAryExpr &value, bool isMaximum, bool isSigned);
  std::optional<ValueRange> quotient(const llvm::SCEVUDivExpr &value);
  std::optional<ValueRange> progression(const llvm::SCEVAddRecExpr &value);
  std::optional<ValueRange> progression(const llvm::SCEVAddRecExpr &value, const ValueRange &iterations);
  std::optional<ValueRange> iterationsOf(const llvm::Loop &loop);
  struct Counter {
    const llvm::SCEVAddRecExpr *number;
    const llvm::SCEV *bound;
    llvm::CmpInst::Predicate goesOn; ///< of the number and the bound
  };
  std::optional<Counter> counterOf(const llvm::Loop &loop);
  std::optional<ValueRange> countedTo(const llvm::Loop &loop);

  llvm::IRBuilderBase &b_;
  RangeArithmetic arithmetic_;
  IdRanges ids_;
  EarlyCopies copies_;
  llvm::ScalarEvolution &evolution_;
  unsigned lanes_;
  llvm::DenseMap<const llvm::SCEV *, std::optional<ValueRange>> known_;
  llvm::DenseMap<const llvm::Loop *, std::optional<ValueRange>> iterations_;
};

} // namespace lanecl
