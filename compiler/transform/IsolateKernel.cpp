#include "compiler/transform/Passes.h"
#include "llvm/IR/Constants.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"

namespace lanecl {

void isolateKernel(llvm::Function &kernel) {
  llvm::Module &module = *kernel.getParent();
  for (llvm::Function &function : module)
    if (!function.isDeclaration()) {
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
      function.setComdat(nullptr);
    }
  kernel.setLinkage(llvm::GlobalValue::ExternalLinkage);
  for (const char *list : {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors"})
    if (auto *variable = module.getGlobalVariable(list, true))
      variable->eraseFromParent();
  for (llvm::GlobalVariable &variable : module.globals())
    if (variable.hasExternalLinkage() && variable.getAddressSpace() == 1)
      variable.setInitializer(nullptr);
  llvm::ModuleAnalysisManager unused;
  llvm::GlobalDCEPass().run(module, unused);
}

} // namespace lanecl
