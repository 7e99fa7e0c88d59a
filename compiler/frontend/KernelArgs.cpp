#include "compiler/frontend/KernelArgs.h"
#include "llvm/IR/Metadata.h"

namespace lanecl::frontend {

static std::vector<std::string> stringsOf(const llvm::Function &kernel, llvm::StringRef kind) {
  std::vector<std::string> strings;
  if (const llvm::MDNode *node = kernel.getMetadata(kind))
    for (const llvm::MDOperand &operand : node->operands())
      strings.push_back(llvm::cast<llvm::MDString>(operand)->getString().str());
  return strings;
}

std::vector<KernelArgs> collectKernelArgs(const llvm::Module &module) {
  std::vector<KernelArgs> kernels;
  for (const llvm::Function &function : module)
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration())
      kernels.push_back({function.getName().str(), stringsOf(function, "kernel_arg_name"),
                         stringsOf(function, "kernel_arg_type"), stringsOf(function, "kernel_arg_type_qual")});
  return kernels;
}

} // namespace lanecl::frontend
