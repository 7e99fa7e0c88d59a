// Between which values an integer lies in all work-items of a work-group, or of the whole launch, told before any of
// them has begun: from ids and sizes and the kernel's arguments, through arithmetic and loops whose turns can be
// counted.
#pragma once
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include <optional>

namespace lanecl {

/// Emits at the builder's position, which must be in the entry block and not move between calls; what it emits depends
/// on the kernel's arguments and on queries that are the same in the whole group.
class GroupRanges {
public:
  GroupRanges(llvm::IRBuilderBase &builder, llvm::ScalarEvolution &evolution) : b_(builder), evolution_(evolution) {}

  struct Range {
    llvm::Value *low, *high;                   ///< i64, signed, inclusive
    unsigned bits;                             ///< neither's magnitude reaches 2^bits
    llvm::SmallVector<llvm::Value *, 4> needs; ///< i1: it holds if these do (nothing wraps round on the way)
  };
  /// Of the value modulo 2 to its width; nothing when it cannot be told.
  std::optional<Range> of(const llvm::SCEV *value);

private:
  std::optional<Range> structure(const llvm::SCEV *value);
  std::optional<Range> constantRange(const llvm::SCEV *value);
  std::optional<Range> leaf(const llvm::SCEVUnknown &value);
  std::optional<Range> query(const llvm::Value &call);
  using Combination = Range (GroupRanges::*)(Range, Range);
  /// The operands' ranges put together, one after the other.
  std::optional<Range> folded(const llvm::SCEVNAryExpr &value, Combination combine);
  std::optional<Range> instruction(llvm::Instruction &instruction);
  std::optional<Range> remainder(llvm::Instruction &instruction);
  std::optional<Range> same(llvm::Value &value);
  llvm::Value *copied(llvm::Value &value, unsigned depth);
  void unite(Range &to, const Range &from);
  Range orElse(const Range &narrow, const Range &wide);
  std::optional<Range> choice(const llvm::SCEVNAryExpr &value, bool isMaximum, bool isSigned);
  std::optional<Range> quotient(const llvm::SCEVUDivExpr &value);
  std::optional<Range> progression(const llvm::SCEVAddRecExpr &value);
  Range add(Range a, Range b);
  Range multiply(Range a, Range b);
  static void join(Range &to, const Range &from);
  /// The value itself and not only modulo a power of two, as a number of `width` bits.
  void needsFit(Range &range, unsigned width, bool isSigned);
  void needsBelow(Range &range, unsigned bits);
  llvm::Value *number(int64_t value) { return b_.getInt64(static_cast<uint64_t>(value)); }
  llvm::Value *least(llvm::Value *a, llvm::Value *b);
  llvm::Value *greatest(llvm::Value *a, llvm::Value *b);

  llvm::IRBuilderBase &b_;
  llvm::ScalarEvolution &evolution_;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> copies_;
  llvm::DenseMap<const llvm::SCEV *, std::optional<Range>> known_;
};

} // namespace lanecl
