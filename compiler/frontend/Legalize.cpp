#include "compiler/frontend/Legalize.h"

namespace lanecl::frontend {

bool legalize(llvm::Module &module, std::string &log) {
  if (!rejectUnsupported(module, log))
    return false;
  mergeKernelStubs(module);
  fixLinkage(module);
  promoteVariables(module);
  lowerIntrinsics(module);
  lowerBuiltins(module);
  lowerInstructions(module);
  carryLoopHints(module);
  return true;
}

} // namespace lanecl::frontend
