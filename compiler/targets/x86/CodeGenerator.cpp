#include "compiler/targets/x86/CodeGenerator.h"

namespace lanecl::targets::x86 {

void mendCodeGenerator(llvm::TargetPassConfig &configuration, llvm::CodeGenOptLevel machineLevel) {
  mendTernaryLogic(configuration);
  if (machineLevel != llvm::CodeGenOptLevel::None) // without, no branch is folded
    keepHoistedReads(configuration);
  keepMaskMoves(configuration);
}

} // namespace lanecl::targets::x86
