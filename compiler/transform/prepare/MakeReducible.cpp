#include "compiler/analysis/Uniformity.h"
#include "compiler/analysis/WaitingLoops.h"
#include "compiler/transform/Passes.h"

namespace lanecl {

bool makeReducible(llvm::Function &function) {
  if (isReducible(function))
    return false;
  // fix-irreducible knows two-way branches only, and (LLVM 22) loses values of a branch both of whose sides are entries
  // of one cycle: each edge gets a block of its own before.
  simd::LaneAnalyses().run(function, "lower-switch,break-crit-edges,fix-irreducible,simplifycfg<no-speculate-blocks>,"
                                     "break-crit-edges,fix-irreducible");
  return true;
}

} // namespace lanecl
