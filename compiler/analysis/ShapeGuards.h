// Shapes that values have only if they turn out to, which a test at run time tells: those of clamps, choices, masks and
// extended sums.
#pragma once
#include "compiler/analysis/VectorShape.h"
#include "llvm/IR/Instructions.h"

namespace lanecl::simd {

class ShapeGuards {
public:
  /// `shapes` outlives it, and may still change.
  explicit ShapeGuards(const ShapeAnalysis &shapes) : shapes_(shapes) {}

  /// `instruction` (a clamp, a remainder, a bit mask) of a linear and a uniform value often is linear still, but only a
  /// test at run time can tell.
  Shape guardedBy(const llvm::Instruction &instruction, const llvm::Value *linear, const llvm::Value *uniform) const;
  /// What most lanes take where a choice keeps an index inside (`x < first ? first : x`, `x == w - 1 ? 0 : x + 1`): the
  /// linear value of the two, of two linear ones the one for places that differ. Null: nobody can tell.
  const llvm::Value *likelyOf(const llvm::SelectInst &choice) const;
  /// How many low bits a value that is `guard`, plus something, has from before the extension, in which it is linear
  /// without a test; 0: it is none.
  unsigned extendedBits(const llvm::Value &guard) const;

private:
  bool asksForPlace(const llvm::Value &condition, unsigned depth = 0) const;

  const ShapeAnalysis &shapes_;
};

} // namespace lanecl::simd
