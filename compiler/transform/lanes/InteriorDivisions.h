// Claims of divisions: in the interior all lanes have one quotient, so that a remainder is a difference.
#pragma once
#include "compiler/transform/lanes/InteriorItems.h"

namespace lanecl {

class InteriorDivisions {
public:
  /// `body` outlives it.
  explicit InteriorDivisions(InteriorBody &body) : body_(body), values_(body.values), b_(body.subGroup.b) {}

  /// a % d: a less as many d as all lanes have. Of an id any number, of what is computed of places none or one, which
  /// takes no division.
  void claimRemainder(llvm::BinaryOperator &remainder);
  /// The upper bits, which all lanes have alike.
  void claimUpperBits(llvm::BinaryOperator &bits);
  /// a / d, where all lanes have the same.
  void claimQuotient(llvm::BinaryOperator &quotient);

private:
  /// A division or remainder, or what is one.
  struct Division {
    ValueRange of;
    llvm::Value *by; ///< i64
    unsigned width;
  };
  /// What divides a place; what must hold is needed.
  std::optional<Division> divisionOf(llvm::BinaryOperator &division);
  /// i64; null: it is no divisor of which lanes would ever have one quotient.
  llvm::Value *divisorOf(llvm::BinaryOperator &division);
  llvm::Value *quotientOf(const Division &division);
  /// A number of the entry block, i64, that the sub-group has alike, as a value of `type`, which it fits. Other
  /// sub-groups have another one, and what is computed of it is not the same in a work-group.
  llvm::Value *same(llvm::Value *number, llvm::Type *type);

  InteriorBody &body_;
  InteriorValues &values_;
  llvm::IRBuilder<> &b_; ///< the sub-group's
  llvm::DenseMap<std::pair<llvm::Value *, llvm::Value *>, llvm::Value *> quotients_;
};

} // namespace lanecl
