// Region after region of one work-group: each for all sub-groups, then the one that they say comes next.
#pragma once
#include "compiler/transform/groups/SubGroupLoops.h"

namespace lanecl {

class RegionOrder {
public:
  RegionOrder(EntryFrame &frame, const KernelBodies &bodies, RegionMemory &memory, SubGroupCalls &calls,
              SubGroupLoops &loops)
      : frame_(frame), bodies_(bodies), memory_(memory), calls_(calls), loops_(loops), b_(frame.builder) {}

  /// The whole work-group, from the builder's position on.
  void run();

private:
  using Blocks = std::map<unsigned, llvm::BasicBlock *>;
  void runRoundRobin();
  void runRegion(unsigned number, llvm::ArrayRef<unsigned> exits, const Blocks &starts, llvm::BasicBlock *done);
  llvm::SmallVector<unsigned, 4> exitsOf(const Region &region) const;
  llvm::AllocaInst *begin(bool mayVary);

  EntryFrame &frame_;
  const KernelBodies &bodies_;
  RegionMemory &memory_;
  SubGroupCalls &calls_;
  SubGroupLoops &loops_;
  llvm::IRBuilder<> &b_;
};

} // namespace lanecl
