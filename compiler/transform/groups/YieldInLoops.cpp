// Independent forward progress of sub-groups (OpenCL API 4.2, CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS): one
// that waits for another in a loop must let it run. Each such loop gets a boundary, like a barrier, but behind which a
// sub-group goes on as soon as the others have had their turn.
#include "compiler/analysis/WaitingLoops.h"
#include "compiler/ir/Operations.h"
#include "compiler/transform/Passes.h"
#include "compiler/transform/groups/WorkItemLoops.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lanecl {
namespace {

/// Iterations between two yields: what is free at once, or soon given back by another thread, is had without one, and
/// the loop keeps its values in registers.
constexpr unsigned IterationsPerYield = 16;

// In every IterationsPerYield-th iteration. `back` goes to the header and nowhere else.
void yieldAt(llvm::BasicBlock &header, llvm::BasicBlock &back, unsigned number) {
  llvm::IRBuilder<> builder(&header, header.begin());
  llvm::PHINode *iterations = builder.CreatePHI(builder.getInt32Ty(), 2, "iterations");
  builder.SetInsertPoint(back.getTerminator());
  llvm::Value *next = builder.CreateAdd(iterations, builder.getInt32(1));
  llvm::Value *isTime = builder.CreateIsNull(builder.CreateAnd(next, builder.getInt32(IterationsPerYield - 1)));
  for (llvm::BasicBlock *before : llvm::predecessors(&header))
    iterations->addIncoming(before == &back ? next : builder.getInt32(0), before);
  builder.SetInsertPoint(llvm::SplitBlockAndInsertIfThen(isTime, back.getTerminator()->getIterator(), false));
  createOperation(builder, Operation::Yield, {builder.getInt32(number)});
}

} // namespace

unsigned yieldInLoops(llvm::Function &kernel) {
  if (!mayWait(kernel))
    return 0;
  makeReducible(kernel);
  llvm::DominatorTree dominators(kernel);
  llvm::LoopInfo loops(dominators);
  llvm::SmallVector<std::pair<llvm::BasicBlock *, llvm::BasicBlock *>, 4> backEdges;
  bool asRings = asksForSubGroups(*kernel.getParent());
  for (llvm::Loop *loop : loops.getLoopsInPreorder())
    if (mayWait(*loop, dominators, asRings)) {
      llvm::SmallVector<llvm::BasicBlock *, 4> latches;
      loop->getLoopLatches(latches);
      llvm::BasicBlock *header = loop->getHeader();
      backEdges.emplace_back(header, llvm::SplitBlockPredecessors(header, latches, ".back", &dominators, &loops));
    }
  unsigned number = FirstYield;
  for (auto [header, back] : backEdges)
    yieldAt(*header, *back, number++);
  return static_cast<unsigned>(backEdges.size());
}

} // namespace lanecl
