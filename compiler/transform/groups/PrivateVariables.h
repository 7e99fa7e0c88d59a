// The variables of a kernel body, private to its work-items: those whose contents live across a boundary lie in the
// sub-group's context, those that the worker's stack is too small for in its scratch memory.
#pragma once
#include "compiler/transform/groups/RegionBody.h"
#include "llvm/IR/Instructions.h"

namespace lanecl {

class PrivateVariables {
public:
  explicit PrivateVariables(RegionBody &body) : body_(body) {}

  /// Which leave the stack. `mayUseStack`: of those that no boundary's contents cross, some may stay.
  void choose(const BarrierRegions &regions, bool mayUseStack);
  /// Says on accesses what memory is apart, while pointers are in registers.
  void addScopes(const LocalLayout &locals);
  /// Puts them where they belong, in front of everything. How much memory that is is noted in the body.
  void place(const GroupState &state);

private:
  llvm::BasicBlock &dispatch() { return body_.function->getEntryBlock(); }
  const llvm::DataLayout &layout() const { return body_.function->getDataLayout(); }
  void dropLifetimes();
  void move(llvm::AllocaInst &variable, llvm::Value *base, uint64_t &bytes);

  RegionBody &body_;
  llvm::SmallVector<llvm::AllocaInst *, 8> inContext_, inScratch_;
};

} // namespace lanecl
