// What a body costs in lanes and alone: work-items that lanes gain nothing for reach memory scattered from their
// neighbours, and do little with it.
#pragma once
#include "compiler/analysis/Uniformity.h"
#include "compiler/targets/Machine.h"
#include "llvm/IR/Function.h"

namespace lanecl::simd {

/// Estimates in instructions of one work-item.
struct LaneCosts {
  double alone = 0, inLanes = 0, masked = 0; ///< by itself; as one of a sub-group's; as one where not all are active
  double guarded = 0;                        ///< as one of a sub-group's, with masks behind divergent branches
  double vectors = 0;                        ///< by itself, with vectors of the kernel's own; 0: it has none
  unsigned vectorSums = 0;                   ///< that a loop keeps in such vectors, at most

  struct Kernel {
    bool hasMasks = false;  ///< there is no version without
    bool hasGroups = false; ///< its work-groups are the host's: lanes may do more for it than is estimated
  };
  /// Gathers and scatters cost more than arithmetic gains by lanes.
  bool loseByLanes(const targets::Machine &machine, const Kernel &kernel) const;
  /// Half a sub-group goes sooner one by one.
  bool loseByMasks() const { return 2 * masked > alone; }
};

/// Which edge work-items take at the end of `block` is a matter of what each has read from memory.
bool partsByMemory(const llvm::BasicBlock &block, const llvm::UniformityInfo &uniformity);

/// Of `body`, prepared for lanes. `hasRows`: enough of them, side by side along dimension 1, go together where that
/// reaches contiguous memory. Linear in the code but for ItemSteps.
LaneCosts costsOfLanes(llvm::Function &body, const targets::Machine &machine, LaneAnalyses &analyses, bool hasRows);

} // namespace lanecl::simd
