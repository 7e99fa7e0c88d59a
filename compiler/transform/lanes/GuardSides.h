// Which edge most work-items take at comparisons of positions, as the code tells: where what is asked decides a branch,
// there where more stands behind it.
#pragma once
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace lanecl {

/// A snapshot: of comparisons that were there when it was made.
class GuardSides {
public:
  GuardSides(llvm::Function &function, const llvm::DominatorTree &dominators);
  /// What the comparison says for most; nothing: the code does not tell.
  std::optional<bool> wanted(const llvm::ICmpInst &compare) const;

private:
  void want(const llvm::Value &condition, bool value, unsigned depth = 0);
  llvm::DenseMap<const llvm::ICmpInst *, bool> wanted_;
};

} // namespace lanecl
