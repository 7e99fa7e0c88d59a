// `#pragma unroll` and its kin stand on a loop's latch as metadata, which the back end drops.
#include "compiler/frontend/Legalize.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Metadata.h"

namespace lanecl::frontend {

// The count as FrontEnd.h defines it.
static std::optional<uint32_t> unrollCount(const llvm::MDNode &loop) {
  for (const llvm::MDOperand &operand : llvm::drop_begin(loop.operands())) {
    auto *hint = llvm::dyn_cast<llvm::MDNode>(operand);
    auto *name = hint && hint->getNumOperands() ? llvm::dyn_cast<llvm::MDString>(hint->getOperand(0)) : nullptr;
    if (!name)
      continue;
    if (name->getString() == "llvm.loop.unroll.count" && hint->getNumOperands() == 2)
      return llvm::mdconst::extract<llvm::ConstantInt>(hint->getOperand(1))->getZExtValue();
    if (name->getString() == "llvm.loop.unroll.disable")
      return 1;
    if (name->getString() == "llvm.loop.unroll.full")
      return UINT32_MAX;
    if (name->getString() == "llvm.loop.unroll.enable")
      return 0;
  }
  return std::nullopt;
}

// The latch's metadata is for the loop whose header dominates it: of the latch's successors that one.
static void carryHint(llvm::BasicBlock &latch, uint32_t count, const llvm::DominatorTree &dominators) {
  for (llvm::BasicBlock *header : llvm::successors(&latch)) {
    if (!dominators.dominates(header, &latch))
      continue;
    llvm::IRBuilder<> builder(header, header->getFirstInsertionPt());
    llvm::FunctionCallee carrier =
        latch.getModule()->getOrInsertFunction("__lanecl_loop_unroll", builder.getVoidTy(), builder.getInt32Ty());
    auto *function = llvm::cast<llvm::Function>(carrier.getCallee());
    function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    builder.CreateCall(carrier, builder.getInt32(count))->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    return;
  }
}

void carryLoopHints(llvm::Module &module) {
  for (llvm::Function &function : module) {
    std::optional<llvm::DominatorTree> dominators;
    for (llvm::BasicBlock &block : function) {
      llvm::MDNode *loop = block.getTerminator()->getMetadata(llvm::LLVMContext::MD_loop);
      if (!loop)
        continue;
      // It would come out as OpLoopMerge, which only structured control flow may have.
      block.getTerminator()->setMetadata(llvm::LLVMContext::MD_loop, nullptr);
      std::optional<uint32_t> count = unrollCount(*loop);
      if (!count)
        continue;
      if (!dominators)
        dominators.emplace(function);
      carryHint(block, *count, *dominators);
    }
  }
}

} // namespace lanecl::frontend
