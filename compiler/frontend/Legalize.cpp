#include "compiler/frontend/Legalize.h"

namespace lanecl::frontend {

bool legalize(llvm::Module &module, bool linkable, std::string &log) {
  mergeKernelStubs(module);
  fixLinkage(module, linkable);
  replaceEmptyArrays(module);
  if (!rejectUnsupported(module, log))
    return false;
  promoteVariables(module);
  lowerIntrinsics(module);
  lowerBuiltins(module);
  lowerInstructions(module);
  legalizeInitializers(module);
  accompanyVariables(module);
  typeVariables(module);
  carryLoopHints(module);
  return true;
}

} // namespace lanecl::frontend
