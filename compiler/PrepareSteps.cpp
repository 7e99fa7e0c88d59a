#include "compiler/PipelineSteps.h"
#include "compiler/analysis/CodeSize.h"
#include "compiler/analysis/WaitingLoops.h"
#include "compiler/ir/Attributes.h"
#include "compiler/transform/Passes.h"
#include "compiler/transform/groups/LowerGroupCalls.h"
#include "compiler/transform/prepare/AliasScopes.h"

namespace lanecl::compiler::steps {

using llvm::Error;

Error isolate(KernelState &k) {
  k.full = k.module.getFunction(k.request.kernel);
  if (!k.full || k.full->isDeclaration())
    return llvm::createStringError("the program has no kernel '%s'", k.request.kernel.c_str());
  k.loops.wideIds = k.request.key.wideIds;
  k.loops.linear = k.request.key.linear;
  k.loops.maskRegisters = k.target.machine->maskRegisters;
  k.loops.machine = k.loops.linear || k.isFirst() ? nullptr : k.target.machine.get();
  k.loops.requiredSize = k.request.requiredSize;
  k.loops.observer = k.observer;
  k.loops.wholeGroups = k.request.key.hasLocalSize();
  k.loops.arguments = layoutArguments(*k.full, k.full->arg_size());
  k.loops.locals = layoutLocals(*k.full);
  if (k.request.isPlain || k.full->hasFnAttribute(attribute::OptDisable))
    k.budget.setQuick();
  isolateKernel(*k.full);
  return Error::success();
}

void sines(KernelState &k) { pairSines(k.module); }

Error link(KernelState &k) { return linkBuiltins(k.module, *k.target.machine, k.plan.hasLanes()); }

void raise(KernelState &k) { raiseAtomics(k.module); }

void checks(KernelState &k) { checkBlocks(*k.full); }

void places(KernelState &k) { notePlaces(*k.full); }

void argumentValues(KernelState &k) { setArguments(*k.full, k.request.values); }

void laneDimension(KernelState &k) {
  if (k.request.key.laneDimension == 0)
    return;
  exchangeDimensions(k.module, k.request.key.laneDimension);
  if (k.request.detailed)
    k.say("lanes along dimension " + llvm::Twine(unsigned(k.request.key.laneDimension)));
}

void singleItemGroups(KernelState &k) {
  if (k.request.key.singleItemGroups)
    makeSingleItemGroups(k.module);
}

void vectorMath(KernelState &k) {
  if (k.plan.hasLanes())
    targets::keepVectorMath(k.module, k.plan.width(), *k.target.machine);
}

void inlineFunctions(KernelState &k) {
  if (!k.request.key.images.empty())
    inlineImageHelpers(k.module);
  inlineCalls(*k.full);
}

void images(KernelState &k) {
  // Before code for images asks all lanes, and work-group operations become those of sub-groups.
  k.usesSubGroups = asksForSubGroups(k.module);
  specializeImages(*k.full, k.request.key.images, k.machine);
}

void scopesInLoops(KernelState &k) {
  for (llvm::Function &function : k.module)
    if (!function.isDeclaration())
      dropScopesInLoops(function);
}

void arguments(KernelState &k) {
  copyByValueArguments(*k.full);
  copyFunctionArguments(k.module);
}

void aliasScopes(KernelState &k) { scopeKernelMemory(*k.full, k.request.key.noAliasBuffers); }

void linearize(KernelState &k) {
  if (k.request.key.linear)
    linearizeIds(*k.full);
}

void ranges(KernelState &k) {
  if (!k.loops.wideIds)
    boundIds(k.module, k.request.key.linear ? std::array<uint32_t, 3>() : k.request.requiredSize, k.loops.wholeGroups);
}

void values(KernelState &k) {
  if (attribute::isRobust(*k.full))
    defineValues(*k.full, /*ofMemory=*/false);
}

void simplify(KernelState &k) {
  k.operations = operationsOf(*k.full);
  canonicalize(k.module, k.machine, k.budget.exceeds(k.operations, k.budget.forBest(1)), k.observer);
}

void casLoops(KernelState &k) {
  for (llvm::Function &function : k.module)
    if (!function.isDeclaration())
      raiseCasLoops(function);
}

void memory(KernelState &k) {
  if (attribute::isRobust(*k.full))
    defineValues(*k.full, /*ofMemory=*/true);
}

void bounds(KernelState &k) {
  if (attribute::isRobust(*k.full))
    boundAccesses(*k.full);
}

void prologue(KernelState &k) {
  if (separatePrologue(*k.full))
    k.say("work-items wait for one another behind what they all do alike to local memory");
}

void yields(KernelState &k) {
  k.yields = yieldInLoops(*k.full);
  if (k.yields)
    k.say("sub-groups may wait for one another in " + llvm::Twine(k.yields) + (k.yields == 1 ? " loop" : " loops"));
}

void groupOperations(KernelState &k) {
  for (llvm::Function *body : {k.full, k.alone})
    if (body)
      splitWorkGroupOps(*body, k.yields != 0);
}

void barriers(KernelState &k) {
  for (llvm::Function *body : {k.full, k.alone})
    if (body)
      numberBarriers(*body);
}

} // namespace lanecl::compiler::steps
