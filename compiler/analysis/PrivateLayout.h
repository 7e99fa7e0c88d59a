// How private variables lie in memory when W work-items share a stack frame. A variable whose every use is a load or
// store of one size at whole multiples of it is *interleaved*: element i of lane k lies at (i * W + k), so that lanes
// which use the same index make one vector access. Every other variable is W plain copies, laneBytes apart.
// A snapshot of one function.
#pragma once
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace lanecl::simd {

class PrivateLayout {
public:
  explicit PrivateLayout(llvm::Function &function);
  /// Bytes of the elements of the interleaved variable that `pointer` points into; 0: not into one.
  unsigned elementBytes(const llvm::Value *pointer) const { return elementBytes_.lookup(pointer); }
  bool isInterleaved(const llvm::Value *pointer) const { return elementBytes(pointer) != 0; }

private:
  llvm::DenseMap<const llvm::Value *, unsigned> elementBytes_;
};

/// From one lane's copy of the variable to the next one's: each is as aligned as the variable, for accesses count on
/// it.
uint64_t laneBytes(const llvm::AllocaInst &variable);

} // namespace lanecl::simd
