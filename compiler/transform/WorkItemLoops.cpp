#include "compiler/transform/WorkItemLoops.h"
#include "compiler/analysis/LaneclIr.h"
#include "compiler/transform/GroupLoop.h"
#include "compiler/transform/JamRows.h"
#include "compiler/transform/LowerGroupCalls.h"
#include "compiler/transform/RegionOrder.h"
#include "llvm/IR/InstIterator.h"

namespace lanecl {
namespace {

WorkItemLoopsResult makeEntry(llvm::Module &module, llvm::StringRef symbol, const WorkItemLoopsOptions &options,
                              const KernelBodies &bodies, unsigned accumulators) {
  EntryFrame frame(module, symbol, options, *bodies.full.function);
  frame.load(*bodies.full.function);
  RegionMemory memory(frame, bodies, accumulators);
  SubGroupCalls calls(frame, bodies, memory);
  SubGroupLoops loops(frame, bodies, calls);
  RegionOrder regions(frame, bodies, memory, calls, loops);
  makeGroupLoop(frame, [&] {
    loops.measure();
    regions.run();
  });
  WorkItemLoopsResult result;
  result.entry = &frame.function();
  result.contextBytesPerSubGroup = bodies.contextBytes();
  result.scratchBytes = bodies.scratchBytes();
  if (!bodies.runsInTurn())
    calls.inlineBodies();
  return result;
}

} // namespace

void createCut(llvm::Instruction &at, llvm::StringRef name, unsigned number) {
  llvm::LLVMContext &context = at.getContext();
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), {llvm::Type::getInt32Ty(context)}, false);
  auto callee = at.getModule()->getOrInsertFunction(("lanecl." + name).str(), type);
  auto *function = llvm::cast<llvm::Function>(callee.getCallee());
  for (auto attribute : {llvm::Attribute::Convergent, llvm::Attribute::NoDuplicate, llvm::Attribute::NoUnwind})
    function->addFnAttr(attribute);
  llvm::IRBuilder<> builder(&at);
  builder.CreateCall(callee, {builder.getInt32(number)});
}

unsigned numberBarriers(llvm::Function &kernel, bool waits) {
  splitWorkGroupOps(kernel, waits);
  llvm::SmallVector<llvm::CallInst *, 8> calls;
  for (llvm::Instruction &instruction : llvm::instructions(kernel))
    if (isWorkGroupBarrier(instruction))
      calls.push_back(llvm::cast<llvm::CallInst>(&instruction));
  unsigned number = 0;
  for (llvm::CallInst *call : calls) {
    Builder builder(call);
    createOperation(builder, Operation::RegionEnd, {builder.getInt32(++number)});
    call->eraseFromParent();
  }
  return number;
}

llvm::Expected<WorkItemLoopsResult> makeWorkItemLoops(llvm::Function &full, llvm::Function *masked,
                                                      llvm::StringRef symbol, const WorkItemLoopsOptions &options) {
  llvm::Module &module = *full.getParent();
  unsigned accumulators = std::max(accumulatorCount(full), masked ? accumulatorCount(*masked) : 0u);
  KernelBodies bodies;
  bodies.full = makeRegionBody(full, options.width, options.onlyMasked, options.wideIds, options.locals);
  if (masked)
    bodies.tail = makeRegionBody(*masked, options.width, true, options.wideIds, options.locals);
  for (llvm::Function *consumed : {&full, masked})
    if (consumed && consumed->use_empty())
      consumed->eraseFromParent();
  if (options.vectorBits && !options.onlyMasked)
    bodies.together = jamRows(bodies.full, options.vectorBits);
  return makeEntry(module, symbol, options, bodies, accumulators);
}

} // namespace lanecl
