// What the pointers of a kernel of a robust program may reach: its buffers, whose sizes are parameters, and its local
// variables. A pointer keeps its buffer through arithmetic, choices and loops.
#pragma once
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

namespace lanecl {

/// What a pointer may reach: `bytes` from `start` on, both i64. Null: it is not bounded.
struct Extent {
  llvm::Value *start = nullptr, *bytes = nullptr;
};

/// The pointer before its address space was changed.
llvm::Value *withoutCasts(llvm::Value *pointer);

class AccessExtents {
public:
  /// Of a kernel with parameters for sizes (addBufferSizes). `builder` stands in the entry block then, behind what is
  /// computed of them; it is moved by of().
  AccessExtents(llvm::Function &kernel, llvm::IRBuilder<> &builder);

  /// Of a pointer, or a number that was one.
  Extent of(llvm::Value *pointer);
  /// A constant place in a variable.
  bool isCertain(const llvm::Value *pointer, const llvm::Value *bytes) const;

private:
  Extent ofBuffer(llvm::Argument &buffer, llvm::Value *bytes);
  Extent ofSum(const llvm::Operator &sum);
  Extent ofChoice(llvm::SelectInst &choice);
  Extent ofPhi(llvm::PHINode &phi);
  Extent orAll(const Extent &extent);

  const llvm::DataLayout &data_;
  llvm::IRBuilder<> &b_;
  llvm::DenseMap<const llvm::Value *, Extent> extents_;
};

} // namespace lanecl
