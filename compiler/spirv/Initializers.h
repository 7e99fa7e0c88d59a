// Addresses in the initial values of variables that SPIR-V has no words for (compiler/frontend/FrontEnd.h).
#pragma once
#include "llvm/IR/Module.h"

namespace lanecl::spirv {

/// Puts what __lanecl_initialize tells into the variables' initial values, and removes that function.
void fillInitializers(llvm::Module &module);

} // namespace lanecl::spirv
