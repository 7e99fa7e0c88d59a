// Values that are the same in all work-items, computed again before any of them begins.
#pragma once
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"

namespace lanecl {

/// A load of what does not change while the kernel runs, from an argument's memory that is there: it may be made again
/// at any time.
bool isConstantLoad(const llvm::Value &value);

class EarlyCopies {
public:
  /// Emits at the builder's position, which must be in the entry block and not move between calls.
  explicit EarlyCopies(llvm::IRBuilderBase &builder) : b_(builder) {}

  /// Computed again from arguments, constants and what is known where it is emitted; null: it is of something else.
  llvm::Value *of(llvm::Value &value) { return of(value, 0); }

private:
  llvm::Value *of(llvm::Value &value, unsigned depth);

  llvm::IRBuilderBase &b_;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> copies_;
};

} // namespace lanecl
