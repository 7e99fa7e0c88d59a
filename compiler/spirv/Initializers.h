// Addresses in the initial values of variables that SPIR-V has no words for (compiler/frontend/FrontEnd.h).
#pragma once
#include "llvm/IR/Module.h"

namespace lanecl::spirv {

/// Puts what __lanecl_initialize tells into the variables' initial values, and removes that function. It is an error to
/// tell of places where no pointer is.
llvm::Error fillInitializers(llvm::Module &module);

} // namespace lanecl::spirv
