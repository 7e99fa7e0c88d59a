// LLVM's SPIR-V back end, fed with legalised modules only (Legalize.h): it does not fail on others, it dies.
#pragma once
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <vector>

namespace lanecl::frontend {

/// Words of the module, which is changed. Run it under the guard (Guard.h), after initializeLlvm().
llvm::Expected<std::vector<uint32_t>> runBackEnd(llvm::Module &module);

} // namespace lanecl::frontend
