// LLVM intrinsics that Clang makes and the back end mistakes.
#include "compiler/frontend/Legalize.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

namespace lanecl::frontend {

// The back end would make fma of it, which is exact where the source only allows contraction (OpenCL C 3.0, 6.13.2).
static void splitMultiplyAdd(llvm::IntrinsicInst &intrinsic) {
  llvm::IRBuilder<> builder(&intrinsic);
  llvm::FastMathFlags flags = intrinsic.getFastMathFlags();
  flags.setAllowContract(true);
  builder.setFastMathFlags(flags);
  llvm::Value *product = builder.CreateFMul(intrinsic.getArgOperand(0), intrinsic.getArgOperand(1));
  intrinsic.replaceAllUsesWith(builder.CreateFAdd(product, intrinsic.getArgOperand(2)));
  intrinsic.eraseFromParent();
}

void lowerIntrinsics(llvm::Module &module) {
  for (llvm::Function &function : llvm::make_early_inc_range(module)) {
    if (function.getIntrinsicID() != llvm::Intrinsic::fmuladd)
      continue;
    for (llvm::User *user : llvm::make_early_inc_range(function.users()))
      splitMultiplyAdd(*llvm::cast<llvm::IntrinsicInst>(user));
    function.eraseFromParent();
  }
}

} // namespace lanecl::frontend
