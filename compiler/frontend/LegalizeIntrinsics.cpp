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

// The back end writes one alignment, the target's, and SPIR-V takes it for both sides' (OpCopyMemorySized).
static void alignBothSides(llvm::Function &copy) {
  for (llvm::User *user : copy.users())
    if (auto *transfer = llvm::dyn_cast<llvm::MemTransferInst>(user)) {
      llvm::Align both = std::min(transfer->getDestAlign().valueOrOne(), transfer->getSourceAlign().valueOrOne());
      transfer->setDestAlignment(both);
      transfer->setSourceAlignment(both);
    }
}

void lowerIntrinsics(llvm::Module &module) {
  for (llvm::Function &function : llvm::make_early_inc_range(module)) {
    alignBothSides(function);
    if (function.getIntrinsicID() != llvm::Intrinsic::fmuladd)
      continue;
    for (llvm::User *user : llvm::make_early_inc_range(function.users()))
      splitMultiplyAdd(*llvm::cast<llvm::IntrinsicInst>(user));
    function.eraseFromParent();
  }
}

} // namespace lanecl::frontend
