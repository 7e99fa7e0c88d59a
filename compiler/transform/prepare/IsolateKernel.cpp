#include "compiler/analysis/PointerUses.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/Attributes.h"
#include "compiler/transform/Passes.h"
#include "llvm/IR/Constants.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace lanecl {
namespace {

/// Robust programs bound pointers from memory by all that those may point to (AccessExtents), so variables whose
/// address a variable of the program has from the start must still be seen when its contents are not.
void keepWhatVariablesPointTo(llvm::Module &module) {
  llvm::SmallVector<llvm::GlobalValue *, 8> kept;
  for (llvm::GlobalVariable &variable : module.globals())
    if (variable.hasExternalLinkage() && variable.getAddressSpace() != space::Local && usesOf(variable).escapes)
      kept.push_back(&variable);
  llvm::appendToCompilerUsed(module, kept);
}

} // namespace

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
  if (attribute::isRobust(kernel))
    keepWhatVariablesPointTo(module);
  // The program has one of each of its variables (nameGlobals); the contents of constants are known all the same. The
  // other constants are the kernel's own.
  for (llvm::GlobalVariable &variable : module.globals()) {
    if (variable.isDeclaration() || variable.hasAppendingLinkage())
      continue;
    variable.setComdat(nullptr);
    if (!variable.hasExternalLinkage() || variable.getAddressSpace() == space::Local)
      variable.setLinkage(llvm::GlobalValue::InternalLinkage);
    else if (variable.isConstant())
      variable.setLinkage(llvm::GlobalValue::AvailableExternallyLinkage);
    else
      variable.setInitializer(nullptr);
  }
  llvm::ModuleAnalysisManager unused;
  llvm::GlobalDCEPass().run(module, unused);
}

} // namespace lanecl
