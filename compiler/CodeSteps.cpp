#include "compiler/CodeGeneration.h"
#include "compiler/PipelineSteps.h"
#include "compiler/analysis/CodeSize.h"
#include "compiler/ir/Operations.h"
#include "compiler/transform/Passes.h"
#include "compiler/transform/finish/WidenMasks.h"

namespace lanecl::compiler::steps {

using llvm::Error;

Error workItemLoops(KernelState &k) {
  k.full->setName("");
  k.loops.width = k.plan.width();
  k.loops.onlyMasked = k.plan.hasOneBody();
  k.loops.scalarTails = k.plan.hasScalarTails();
  auto loops = makeWorkItemLoops(*k.full, k.masked, k.request.symbol, k.loops);
  k.full = k.masked = nullptr;
  if (!loops)
    return loops.takeError();
  k.result.variant.subGroupSize = k.plan.width();
  k.result.variant.contextBytesPerSubGroup = loops->contextBytesPerSubGroup;
  k.result.variant.contextBytesPerGroup = loops->contextBytesPerGroup;
  k.result.variant.scratchBytes = loops->scratchBytes;
  // What waits for others may wait for ever with other lanes.
  if (!k.isFirst() && k.yields == 0 && !k.usesSubGroups && !k.budget.isQuick())
    k.result.variant.rivals = k.plan.rivals(k.mayLose, k.budget.exceeds(k.operations, budget::OneBody));
  return Error::success();
}

void combine(KernelState &k) {
  for (llvm::Function &function : k.module)
    if (!function.isDeclaration() && !k.budget.exceeds(k.operations, budget::QuickPreparation))
      combineAtomics(function, k.machine);
}

void atomics(KernelState &k) {
  for (llvm::Function &function : k.module)
    if (!function.isDeclaration())
      shareAtomics(function);
  for (llvm::Function &function : k.module)
    if (!function.isDeclaration())
      lowerAtomics(function, *k.target.machine);
}

Error resolved(KernelState &k) {
  for (const llvm::Function &function : k.module)
    if (isLaneclFunction(function) && !function.use_empty())
      return llvm::createStringError("'%s' is not supported", function.getName().str().c_str());
  return Error::success();
}

void machineOperations(KernelState &k) { lowerMachineOperations(k.module, *k.target.machine); }

// What stays a function gets the fastest convention; nothing throws.
void conventions(KernelState &k) {
  for (llvm::Function &function : k.module) {
    function.addFnAttr(llvm::Attribute::NoUnwind);
    if (function.isDeclaration())
      continue;
    function.removeFnAttr(llvm::Attribute::Convergent);
    k.target.machine->tune(function);
    if (!function.hasLocalLinkage()) // the entry: vectors that it spills do not lie across lines of the cache
      function.addFnAttr(
          llvm::Attribute::getWithStackAlignment(k.module.getContext(), llvm::Align(k.target.machine->vectorBits / 8)));
    auto convention = function.hasLocalLinkage() ? llvm::CallingConv::Fast : llvm::CallingConv::C;
    function.setCallingConv(convention);
    for (llvm::User *user : function.users())
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(user); call && call->getCalledFunction() == &function)
        call->setCallingConv(convention);
  }
}

void contraction(KernelState &k) {
  if (!k.target.machine->fusesProducts)
    return;
  for (llvm::Function &function : k.module)
    contract(function, k.target.machine->nativeHalf);
}

void floats(KernelState &k) {
  for (llvm::Function &function : k.module)
    softwareFloats(function, *k.target.machine);
}

void chooseEffort(KernelState &k) {
  k.effort = k.isFirst() ? Effort::First : Effort::Full;
  k.result.variant.tier = k.request.tier;
  if (k.request.savesStack) // what is not optimised keeps each value in a place of its own
    return;
  const CodeCost cost = costOf(k.module, *k.target.machine);
  const bool isBranchy = cost.blocks > budget::ManyBlocks;
  const double mostOfBest = isBranchy ? budget::QuickBranches : budget::QuickCode * budget::LargestInLanes;
  if (!k.budget.exceeds(cost.total(), isBranchy ? budget::QuickBranches : k.budget.forBest(budget::QuickCode)))
    return;
  k.effort = Effort::Quick;
  const bool hasLanesOfBest =
      !k.budget.exceeds(k.operations, 1) || k.budget.exceeds(k.operations, budget::LargestInLanes);
  if (k.budget.exceeds(k.operations, budget::OneBody) && k.budget.exceeds(cost.total(), mostOfBest) && hasLanesOfBest)
    k.result.variant.tier = Tier::Best; // it would be the same
  if (k.budget.isQuick() && !k.request.isPlain)
    k.say("optimised little, as -cl-opt-disable asks");
  else if (!k.budget.isQuick())
    k.say("optimised little, for its code is large (" + llvm::Twine(cost.total()) + ", LANECL_COMPILE_BUDGET is " +
          llvm::Twine(k.request.lanes.budget) + ")");
}

void optimizeModule(KernelState &k) { optimize(k.module, k.machine, !k.plan.hasLanes(), k.effort, k.observer); }

void maskedAccesses(KernelState &k) {
  lowerMaskedAccesses(k.module, k.machine);
  if (k.effort == Effort::Full && k.request.lanes.budget &&
      costOf(k.module, *k.target.machine).memoryOfBlock > budget::MaxMemoryOfBlock)
    k.effort = Effort::InOrder;
}

void wideMasks(KernelState &k) { widenMasks(k.module, k.machine); }

Error code(KernelState &k) {
  const Effort effort = k.request.quickCode ? std::max(k.effort, Effort::First) : k.effort;
  auto stack = emitCode(k.module, k.machine, effort, k.assembly, k.result.object, k.observer);
  if (!stack)
    return stack.takeError();
  k.result.stackBytes = *stack;
  return Error::success();
}

} // namespace lanecl::compiler::steps
