#include "compiler/analysis/Uniformity.h"
#include "compiler/analysis/WaitingLoops.h"
#include "compiler/transform/Passes.h"

namespace lanecl {

bool makeReducible(llvm::Function &function) {
  if (isReducible(function))
    return false;
  // fix-irreducible knows two-way branches only.
  simd::LaneAnalyses().run(function, "lower-switch,fix-irreducible,simplifycfg<no-speculate-blocks>,fix-irreducible");
  return true;
}

} // namespace lanecl
