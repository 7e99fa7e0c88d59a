#include "compiler/transform/groups/CountedLoop.h"

namespace lanecl {

constexpr llvm::StringLiteral WorkItemIterations = "lanecl.iterations.work_items",
                              WorkGroupIterations = "lanecl.iterations.work_groups";

// Loops over work-items have trip counts known at launch only. Unrolling them costs compile time and code, and gains
// next to nothing: their bodies are wide already.
void keepRolled(llvm::BranchInst &latch, Iterations iterations) {
  llvm::LLVMContext &context = latch.getContext();
  auto hint = [&](llvm::StringRef name) { return llvm::MDNode::get(context, {llvm::MDString::get(context, name)}); };
  llvm::SmallVector<llvm::Metadata *, 3> hints = {nullptr, hint("llvm.loop.unroll.runtime.disable")};
  if (iterations != Iterations::Unknown)
    hints.push_back(hint(iterations == Iterations::WorkItems ? WorkItemIterations : WorkGroupIterations));
  auto *loop = llvm::MDNode::getDistinct(context, hints);
  loop->replaceOperandWith(0, loop);
  latch.setMetadata(llvm::LLVMContext::MD_loop, loop);
}

Iterations iterationsOf(const llvm::Loop &loop) {
  llvm::MDNode *hints = loop.getLoopID();
  for (unsigned i = 1; hints && i < hints->getNumOperands(); ++i) {
    auto *hint = llvm::dyn_cast<llvm::MDNode>(hints->getOperand(i));
    auto *name = hint && hint->getNumOperands() ? llvm::dyn_cast<llvm::MDString>(hint->getOperand(0)) : nullptr;
    if (name && name->getString() == WorkItemIterations)
      return Iterations::WorkItems;
    if (name && name->getString() == WorkGroupIterations)
      return Iterations::WorkGroups;
  }
  return Iterations::Unknown;
}

CountedLoop::CountedLoop(llvm::IRBuilder<> &builder, const llvm::Twine &name) {
  llvm::BasicBlock *before = builder.GetInsertBlock();
  header = llvm::BasicBlock::Create(builder.getContext(), name, before->getParent());
  builder.CreateBr(header);
  builder.SetInsertPoint(header);
  index = builder.CreatePHI(builder.getInt32Ty(), 2, name);
  index->addIncoming(builder.getInt32(0), before);
}

void CountedLoop::close(llvm::IRBuilder<> &builder, llvm::Value *end, unsigned step) {
  close(builder, end, builder.getInt32(step));
}

void CountedLoop::close(llvm::IRBuilder<> &builder, llvm::Value *end, llvm::Value *step) {
  llvm::Value *next = builder.CreateAdd(index, step, "", true, true);
  index->addIncoming(next, builder.GetInsertBlock());
  auto *exit = llvm::BasicBlock::Create(builder.getContext(), header->getName() + ".end", header->getParent());
  keepRolled(*builder.CreateCondBr(builder.CreateICmpNE(next, end), header, exit), Iterations::WorkItems);
  builder.SetInsertPoint(exit);
}

} // namespace lanecl
