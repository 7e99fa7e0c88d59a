#include "compiler/targets/x86/CodeGenerator.h"

namespace lanecl::targets::x86 {

void mendCodeGenerator(llvm::TargetPassConfig &configuration) {
  mendTernaryLogic(configuration);
  keepHoistedReads(configuration);
  keepMaskMoves(configuration);
}

} // namespace lanecl::targets::x86
