// What the host is told about a kernel (KernelInfo), read from its LaneCL IR before anything is inlined.
#pragma once
#include "compiler/Compiler.h"
#include "llvm/IR/Function.h"

namespace lanecl::compiler {

/// Everything but subGroupSize and freeLanes.
KernelInfo describeKernel(llvm::Function &kernel);

} // namespace lanecl::compiler
