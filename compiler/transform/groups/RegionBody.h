// A kernel body split at its barriers: one function that runs one region for one sub-group and says which comes next.
// WorkItemLoops calls it, with the region as a constant, and inlines the calls.
#pragma once
#include "compiler/analysis/BarrierRegions.h"
#include "compiler/transform/groups/GroupState.h"
#include "compiler/transform/groups/KernelArguments.h"
#include "llvm/ADT/SmallVector.h"
#include <map>

namespace lanecl {

struct WorkItemLoopsOptions;

/// One region: where it may end. 0 is the end of the kernel.
struct Region {
  llvm::SmallVector<unsigned, 4> exits;
};

struct RegionBody {
  /// i32 (kernel's parameters, [mask], state ..., one ptr addrspace(3) for each local variable); returns the number of
  /// the boundary reached, 0 at the end of the kernel. Internal.
  llvm::Function *function = nullptr;
  unsigned firstState = 0, firstLocal = 0; ///< parameter numbers
  std::map<unsigned, Region> regions;      ///< by number; 0 is there always
  uint64_t contextBytes = 0;               ///< of one sub-group, a multiple of contextAlign
  llvm::Align contextAlign;
  uint64_t uniformBytes = 0; ///< of UniformIn and UniformOut
  /// What lies in them: byte offset and type.
  llvm::SmallVector<std::pair<uint64_t, llvm::Type *>, 8> uniforms;
  uint64_t scratchBytes = 0;
  Parting parting = Parting::None;
  bool masked = false; ///< has a parameter for the mask
  bool yields = false; ///< some boundaries are no barriers (FirstYield)
};

/// Up to so many regions, each gets code of its own, and reads what lives across its start once. With more, one loop
/// calls the body again and again, and every use of a value from before reads it: the code does not grow with the
/// number of regions.
constexpr unsigned MaxSeparateRegions = 64;

/// Consumes `body`, whose barriers are numbered; `masked`: it has a parameter for the mask.
RegionBody makeRegionBody(llvm::Function &body, bool masked, const WorkItemLoopsOptions &options);

} // namespace lanecl
