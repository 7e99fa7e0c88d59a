#include "compiler/targets/x86/CodeGenerator.h"

namespace lanecl::targets::x86 {

void mendCodeGenerator(llvm::TargetPassConfig &configuration, llvm::CodeGenOptLevel machineLevel,
                       SubPassObserver *observer) {
  mendTernaryLogic(configuration, observer);
  if (machineLevel != llvm::CodeGenOptLevel::None) // without, no branch is folded
    keepHoistedReads(configuration, observer);
  keepMaskMoves(configuration, observer);
}

} // namespace lanecl::targets::x86
