#include "compiler/spirv/FunctionNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"

namespace lanecl::spirv {
namespace {

void rename(llvm::Function &own) { own.setName(own.getName() + ".own"); }

void settle(llvm::Function &library, llvm::Module &program) {
  const std::string name = library.getName().drop_front(LibraryPrefix.size()).str();
  llvm::Function *other = program.getFunction(name);
  if (other && other->isDeclaration()) { // imported by that name: it is the library's, too
    library.replaceAllUsesWith(other);
    library.eraseFromParent();
    return;
  }
  if (other)
    rename(*other);
  library.setName(name);
}

} // namespace

void settleNames(llvm::Module &program) {
  for (llvm::Function &function : llvm::make_early_inc_range(program))
    if (function.getName().starts_with(LibraryPrefix))
      settle(function, program);
  const llvm::TargetLibraryInfoImpl known(program.getTargetTriple());
  llvm::LibFunc ignored;
  for (llvm::Function &function : program)
    if (!function.isDeclaration() && function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL &&
        known.getLibFunc(function.getName(), ignored))
      rename(function);
}

} // namespace lanecl::spirv
