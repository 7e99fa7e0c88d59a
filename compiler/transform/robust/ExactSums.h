// Sums and products that do not wrap round, as what holds in front of a kernel's body proves.
#pragma once
#include "compiler/transform/robust/GroupRanges.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace lanecl {

constexpr unsigned MaxSum = 8; ///< depth of an index that is taken apart

/// A sum or product (which numbers without a bit in common make of their bits, too) that does not wrap round: it says
/// so, or is of 64 bits.
bool isExactSum(const llvm::Instruction &instruction);

/// None of the range's conditions is known to be false.
bool isPossible(const ValueRange &range);

class ExactSums {
public:
  using Predicate = llvm::function_ref<bool(const llvm::Instruction &)>;
  ExactSums(GroupRanges &ranges, llvm::ScalarEvolution &evolution) : ranges_(ranges), evolution_(evolution) {}

  /// The range of a number itself, and not only modulo a power of two; nothing where that cannot be.
  std::optional<ValueRange> fitting(llvm::Value &value, unsigned width, bool isSigned);
  /// The same of a signed number of its type, and of all that it is the sum of: each by itself, for of a sum that fits
  /// the parts may have wrapped round, and what SCEV puts together may be modulo a power of two. `isTaken`: which
  /// instructions are to be taken apart; others count as one number. Those of them that do not say yet that they do
  /// not wrap are added to `proven`: where the range's conditions hold, promise() is true of them.
  std::optional<ValueRange> of(llvm::Value &value, Predicate isTaken,
                               llvm::SmallVectorImpl<llvm::Instruction *> &proven, unsigned depth = 0);
  static void promise(llvm::Instruction &proven);

private:
  GroupRanges &ranges_;
  llvm::ScalarEvolution &evolution_;
};

} // namespace lanecl
