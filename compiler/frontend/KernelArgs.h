// What Clang's metadata says of kernels' arguments (clGetKernelArgInfo), lifted out before the back end drops it.
#pragma once
#include "llvm/IR/Module.h"
#include <string>
#include <vector>

namespace lanecl::frontend {

struct KernelArgs {
  std::string kernel;
  std::vector<std::string> names, types, qualifiers; ///< one each per argument
};

std::vector<KernelArgs> collectKernelArgs(const llvm::Module &module);

} // namespace lanecl::frontend
