// Of whom claims of the interior are made.
#pragma once
#include "compiler/transform/lanes/InteriorValues.h"
#include "compiler/transform/robust/ExactSums.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/IRBuilder.h"

namespace lanecl {

/// The work-items that claims are made of, and what must hold for them to be true of all.
class InteriorItems {
public:
  /// `lanes`: of a sub-group; 0: of the work-group. Emits in front of `position`.
  InteriorItems(llvm::Instruction &position, InteriorValues &values, unsigned lanes)
      : b(&position), ranges(b, values.evolution(), lanes), sums(ranges, values.evolution()), values_(values),
        holds_(b.getTrue()) {}

  void need(llvm::Value *condition) {
    if (holds_ && asked_.insert(condition).second)
      holds_ = b.CreateAnd(holds_, condition);
  }
  void need(const ValueRange &range) {
    for (llvm::Value *condition : range.needs)
      need(condition);
  }
  using Sums = llvm::SmallVector<llvm::Instruction *, 8>;
  /// The range of a number that fits its type, as do those that it is made of: which may promise so then.
  std::optional<ValueRange> sumOf(llvm::Value &value, Sums &proven) {
    auto isTaken = [this](const llvm::Instruction &sum) { return values_.isDivergent(sum); };
    auto range = sums.of(value, isTaken, proven);
    if (range)
      need(*range);
    else
      proven.clear();
    return range;
  }
  /// Nobody can tell.
  void giveUp() { holds_ = nullptr; }
  llvm::Value *condition() const { return holds_; }

  llvm::IRBuilder<> b;
  GroupRanges ranges;
  ExactSums sums;

private:
  InteriorValues &values_;
  llvm::Value *holds_;
  llvm::DenseSet<const llvm::Value *> asked_;
};

/// A body that claims are made of, those of one sub-group and those of its work-group. Of work-groups alone: both are
/// the same.
struct InteriorBody {
  /// `entry`: a block in front of the body, which leads there only. `width`: of a sub-group; 0: of work-groups alone.
  InteriorBody(llvm::Function &function, llvm::BasicBlock &entry, unsigned width)
      : values(function), group(*entry.getTerminator(), values, 0), subGroup(*entry.getTerminator(), values, width),
        leastDivisor(width ? width : LargestGroup) {}

  InteriorValues values;
  InteriorItems group, subGroup;
  const uint64_t leastDivisor; ///< of smaller ones all items would hardly ever have one quotient
  unsigned guards = 0;         ///< that were claimed to hold, at which lanes might part
  unsigned indices = 0;        ///< that lanes might have apart, and guards in loops

private:
  static constexpr uint64_t LargestGroup = 1024; ///< of the most that programs have
};

} // namespace lanecl
