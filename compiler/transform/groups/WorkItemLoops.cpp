#include "compiler/transform/groups/WorkItemLoops.h"
#include "compiler/ir/Operations.h"
#include "compiler/transform/groups/GroupLoop.h"
#include "compiler/transform/groups/IdleGroups.h"
#include "compiler/transform/groups/LowerGroupCalls.h"
#include "compiler/transform/groups/RegionOrder.h"
#include "compiler/transform/groups/UnrollAndJam.h"
#include "llvm/IR/InstIterator.h"

namespace lanecl {
namespace {

/// Where work-groups go on that have nothing to do, past all that follows; null: nobody can tell which have not.
llvm::BasicBlock *skipIdle(EntryFrame &frame) {
  if (!frame.options.idleTest)
    return nullptr;
  llvm::BasicBlock *busy = frame.block("busy"), *idle = frame.block("idle");
  frame.builder.CreateCondBr(askIdleTest(*frame.options.idleTest, frame), idle, busy);
  frame.builder.SetInsertPoint(busy);
  return idle;
}

WorkItemLoopsResult makeEntry(llvm::Module &module, llvm::StringRef symbol, const WorkItemLoopsOptions &options,
                              const KernelBodies &bodies, unsigned accumulators) {
  EntryFrame frame(module, symbol, options, *bodies.full.function);
  frame.load(*bodies.full.function);
  RegionMemory memory(frame, bodies, accumulators);
  SubGroupCalls calls(frame, bodies, memory);
  SubGroupLoops loops(frame, bodies, calls);
  RegionOrder regions(frame, bodies, memory, calls, loops);
  makeGroupLoop(frame, [&] {
    llvm::BasicBlock *idle = skipIdle(frame);
    loops.measure();
    regions.run();
    if (!idle)
      return;
    frame.builder.CreateBr(idle);
    frame.builder.SetInsertPoint(idle);
  });
  WorkItemLoopsResult result;
  result.entry = &frame.function();
  result.contextBytesPerSubGroup = bodies.contextBytes();
  result.scratchBytes = bodies.scratchBytes();
  if (!bodies.runsRoundRobin())
    calls.inlineBodies();
  return result;
}

/// Consumes `full` and `masked`.
KernelBodies makeBodies(llvm::Function &full, llvm::Function *masked, const WorkItemLoopsOptions &options) {
  if (options.observer)
    options.observer->begin(SubPass::RegionBodies);
  KernelBodies bodies;
  bodies.full = makeRegionBody(full, options.onlyMasked, options);
  if (masked)
    bodies.tail = makeRegionBody(*masked, !options.scalarTails, options);
  for (llvm::Function *consumed : {&full, masked})
    if (consumed && consumed->use_empty())
      consumed->eraseFromParent();
  if (options.observer)
    options.observer->end(SubPass::RegionBodies, *bodies.full.function);
  return bodies;
}

} // namespace

unsigned numberBarriers(llvm::Function &kernel) {
  llvm::SmallVector<llvm::CallInst *, 8> calls;
  for (llvm::Instruction &instruction : llvm::instructions(kernel))
    if (isWorkGroupBarrier(instruction))
      calls.push_back(llvm::cast<llvm::CallInst>(&instruction));
  unsigned number = 0;
  for (llvm::CallInst *call : calls) {
    llvm::IRBuilder<> builder(call);
    createOperation(builder, Operation::RegionEnd, {builder.getInt32(++number)});
    call->eraseFromParent();
  }
  return number;
}

llvm::Expected<WorkItemLoopsResult> makeWorkItemLoops(llvm::Function &full, llvm::Function *masked,
                                                      llvm::StringRef symbol, const WorkItemLoopsOptions &options) {
  llvm::Module &module = *full.getParent();
  unsigned accumulators = std::max(accumulatorCount(full), masked ? accumulatorCount(*masked) : 0u);
  KernelBodies bodies = makeBodies(full, masked, options);
  llvm::Function &body = *bodies.full.function;
  if (options.machine && !options.onlyMasked)
    bodies.together = runSubPass(options.observer, SubPass::JamRows, body,
                                 [&] { return unrollAndJamRows(bodies.full, *options.machine); });
  runSubPass(options.observer, SubPass::AskInTurn, body, [&] { shortCircuitAlternatives(bodies.full); });
  return makeEntry(module, symbol, options, bodies, accumulators);
}

} // namespace lanecl
