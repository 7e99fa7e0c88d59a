// Claims of what is more and what is less: in the interior comparisons, min and max have one outcome.
#pragma once
#include "compiler/transform/lanes/GuardSides.h"
#include "compiler/transform/lanes/InteriorItems.h"
#include "llvm/IR/IntrinsicInst.h"

namespace lanecl {

class InteriorOrders {
public:
  /// `body`, of `function`, outlives it.
  InteriorOrders(InteriorBody &body, llvm::Function &function)
      : body_(body), values_(body.values), b_(body.subGroup.b), sides_(function, values_.dominators()) {}

  /// A position beside a bound: it is what it is for most positions, as what stands behind it tells, or where the bound
  /// is small, beyond it, where not, before it; and it does not meet a single place.
  void claimComparison(llvm::ICmpInst &compare);
  /// min and max of a position and a bound.
  void claimExtremum(llvm::MinMaxIntrinsic &clamp);
  /// max(a, b) - b: a - b, where a place is one of them.
  void claimDifference(llvm::SaturatingInst &difference);

private:
  /// A comparison and what is claimed of it.
  struct Guard {
    llvm::Value &position, &bound;
    llvm::CmpInst::Predicate holds;
  };
  /// False: nobody can tell; nothing is needed then. So do the others.
  static bool claimGuard(InteriorItems &extent, const Guard &guard, bool isSigned);
  static bool claimClamp(InteriorItems &extent, const llvm::MinMaxIntrinsic &clamp, llvm::Value &position,
                         llvm::Value &bound);
  static bool claimEnds(InteriorItems &extent, llvm::Value &start, llvm::Value &limit);
  void claimEnd(llvm::ICmpInst &compare, const llvm::BranchInst &branch);
  llvm::BranchInst *endOfLoop(llvm::ICmpInst &compare);
  void promiseSums(llvm::Value &value);

  InteriorBody &body_;
  InteriorValues &values_;
  llvm::IRBuilder<> &b_; ///< the sub-group's
  GuardSides sides_;
};

} // namespace lanecl
