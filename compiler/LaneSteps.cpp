#include "compiler/PipelineSteps.h"
#include "compiler/analysis/CodeSize.h"
#include "compiler/ir/Attributes.h"
#include "compiler/ir/Operations.h"
#include "compiler/ir/VersionChoices.h"
#include "compiler/transform/Passes.h"
#include "compiler/transform/groups/IdleGroups.h"
#include "compiler/transform/groups/LowerGroupCalls.h"
#include "compiler/transform/lanes/InteriorVersion.h"
#include "compiler/transform/lanes/LowerDivision.h"
#include "compiler/transform/lanes/Packetize.h"
#include "compiler/transform/lanes/SerialUpdates.h"
#include "compiler/transform/lanes/WholeGuards.h"
#include "compiler/transform/lanes/WholeIterations.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace lanecl::compiler::steps {

using llvm::Error;

namespace {

bool hasVectorAccesses(const llvm::Function &body) {
  return llvm::any_of(llvm::instructions(body), [](const llvm::Instruction &instruction) {
    return llvm::getLoadStorePointerOperand(&instruction) && llvm::getLoadStoreType(&instruction)->isVectorTy();
  });
}

PacketizeOptions packetizeOptions(KernelState &k, bool masked) {
  PacketizeOptions options;
  options.width = k.plan.width();
  options.masked = masked;
  options.quick = k.budget.exceeds(k.operations, budget::QuickPreparation);
  options.wideIds = k.loops.wideIds;
  options.machine = k.target.machine.get();
  options.observer = k.observer;
  return options;
}

/// The plan has one lane after all.
void withoutLanes(KernelState &k, const std::string &why) {
  k.say("scalar, " + why);
  k.plan.drop();
}

/// Versions for what most sub-groups are take too long to make, or can't be bounded.
bool hasOneVersion(const KernelState &k) {
  return k.isFirst() || k.budget.exceeds(k.operations, budget::OneBody) || attribute::isRobust(*k.full);
}

void drop(llvm::Function *&body) {
  if (body)
    body->eraseFromParent();
  body = nullptr;
}

/// What holds for whole groups a work-item may ask, too; where nothing does it runs the body that has no versions.
void withoutCopies(KernelState &k) {
  if (k.vectors) {
    std::swap(k.full, k.vectors);
  } else if (!askFirstAlone(*k.full)) {
    if (k.alone) // what lanes are prepared by serves one work-item, too
      preparePacketize(*k.alone, packetizeOptions(k, false));
    if (k.alone || k.tail)
      std::swap(k.full, k.alone ? k.alone : k.tail);
  }
  drop(k.tail), drop(k.alone), drop(k.vectors);
}

} // namespace

// Known since the program was linked, unless inlining made the body so large. The host was told of the sub-groups of a
// program that uses them: they stay.
void fitLanes(KernelState &k) {
  k.operations = operationsOf(*k.full);
  if (k.request.lanes.isRequired || k.usesSubGroups)
    return;
  if (k.request.savesStack)
    return withoutLanes(k, "more lanes take more stack than a thread has");
  if (k.request.isPlain)
    return withoutLanes(k, "LLVM comes to no end with anything better");
  if (k.plan.fit(k.operations))
    k.result.report += fitNote(k.request.kernel, k.plan.width(), k.operations, k.request.lanes.budget);
}

void idleGroups(KernelState &k) {
  k.loops.idleTest = makeIdleTest(*k.full);
  if (k.loops.idleTest && k.request.detailed)
    k.say("work-groups are left out none of whose work-items passes the first guards");
}

// Before barriers have numbers, which would be those of both versions; work-items without lanes run the body as it was,
// all of them. Loops that wait have their numbers already.
void interiorOfGroups(KernelState &k) {
  k.operations = operationsOf(*k.full);
  if (!k.plan.hasLanes() || hasOneVersion(k) || k.loops.linear || k.yields)
    return;
  llvm::Function *made = makeInteriorVersion(*k.full, /*lanes=*/0);
  if (!made)
    return;
  if (k.request.detailed)
    k.say("a version for work-groups of the interior, where guards hold and indices are not clamped");
  k.alone = k.full;
  k.full = made;
}

// The version is for full sub-groups, which partial ones seldom are in the interior with.
void interior(KernelState &k) {
  if (!k.plan.hasLanes() || hasOneVersion(k) || k.loops.linear)
    return;
  k.plan.narrow(*k.full);
  llvm::Function *made = makeInteriorVersion(*k.full, k.plan.width());
  if (!made)
    return;
  if (k.request.detailed)
    k.say("a version for sub-groups of the interior, where guards hold and indices are not clamped");
  (k.request.key.tails ? k.tail : k.alone) = k.full;
  k.full = made;
  k.hasCopies = true;
}

// The copies are for full sub-groups. Partial ones run the body as it was, which has fewer instructions.
void wholeGuards(KernelState &k) {
  if (!k.plan.hasLanes() || hasOneVersion(k) || k.hasCopies || k.target.machine->cheapMaskedStores)
    return;
  unsigned guards = copyBehindGuards(*k.full, [&] {
    llvm::ValueToValueMapTy copies;
    if (k.request.key.tails)
      k.tail = llvm::CloneFunction(k.full, copies);
  });
  k.hasCopies = guards != 0;
  if (guards && k.request.detailed)
    k.say(llvm::Twine(guards) + (guards == 1 ? " guard has" : " guards have") +
          " a copy for sub-groups that pass as a whole");
}

void prepareLanes(KernelState &k) {
  if (!k.plan.hasLanes()) { // since it was known how large the body is: nothing of what lanes have serves it
    if (k.alone)
      std::swap(k.full, k.alone);
    return drop(k.alone);
  }
  llvm::Function &base = k.alone ? *k.alone : k.tail ? *k.tail : *k.full;
  if (k.request.lanes.mayDrop && hasVectorAccesses(base)) {
    llvm::ValueToValueMapTy copies;
    k.vectors = llvm::CloneFunction(&base, copies);
  }
  for (llvm::Function *body : {k.full, k.tail})
    if (body)
      preparePacketize(*body, packetizeOptions(k, false));
}

void planLanes(KernelState &k) {
  if (!k.plan.hasLanes()) {
    if (k.request.detailed && k.request.lanes.width <= 1)
      k.say(k.plan.reason());
    return;
  }
  const bool mayPart = k.request.key.tails && !k.usesSubGroups && !k.loops.linear && !k.request.lanes.isRequired &&
                       llvm::none_of(llvm::instructions(*k.full), isGroupCall);
  std::string without =
      k.plan.choose(*k.full, {.isLarge = k.request.key.tails && k.budget.exceeds(k.operations, budget::OneBody),
                              .isOfSubGroups = k.usesSubGroups,
                              .hasCopies = k.hasCopies,
                              .mayPart = mayPart,
                              .vectors = k.vectors});
  if (!without.empty())
    withoutLanes(k, without);
  else if (k.request.detailed)
    k.say(k.plan.reason());
  if (k.plan.hasScalarTails() && k.request.detailed)
    k.say("work-items of partial sub-groups one by one, for they reach memory apart from each other");
}

void separateUpdates(KernelState &k) {
  if (k.plan.hasLanes())
    for (llvm::Function *body : {k.full, k.tail})
      if (body)
        simd::separateUpdates(*body);
}

// The copies are for full sub-groups, as those behind guards are.
void wholeIterations(KernelState &k) {
  if (!k.plan.hasLanes() || hasOneVersion(k) || k.plan.hasOneBody())
    return;
  unsigned loops = copyWholeIterations(*k.full, [&] {
    llvm::ValueToValueMapTy copies;
    if (k.request.key.tails && !k.tail)
      k.tail = llvm::CloneFunction(k.full, copies);
  });
  if (loops && k.request.detailed)
    k.say(llvm::Twine(loops) + (loops == 1 ? " loop has" : " loops have") +
          " a copy for iterations in which all lanes take part");
}

Error lanes(KernelState &k) {
  if (!k.plan.hasLanes()) {
    withoutCopies(k);
    lowerSingleLaneSubGroups(*k.full);
    return Error::success();
  }
  llvm::Function *scalar = k.full;
  PacketizeReport report;
  report.detailed = k.request.detailed;
  auto full = packetize(*scalar, packetizeOptions(k, k.plan.hasOneBody()), &report);
  if (!full) { // no kernel is refused for what cannot be made to lanes
    if (k.request.verify && report.isFault)
      return full.takeError();
    withoutLanes(k, llvm::toString(full.takeError()));
    return lanes(k);
  }
  k.full = *full;
  if (k.plan.hasScalarTails()) {
    llvm::ValueToValueMapTy copies;
    k.masked = k.tail ? std::exchange(k.tail, nullptr) : llvm::CloneFunction(scalar, copies);
    lowerSingleLaneSubGroups(*k.masked);
  } else if (k.request.key.tails && !k.plan.hasOneBody()) {
    auto masked = packetize(k.tail ? *k.tail : *scalar, packetizeOptions(k, true));
    if (!masked)
      return masked.takeError();
    k.masked = *masked;
  }
  k.result.report += report.str();
  k.mayLose = report.divergentLoops + report.strided + report.gathers + report.scatters + report.serialised != 0;
  scalar->eraseFromParent();
  drop(k.tail), drop(k.alone), drop(k.vectors);
  // The lanes' code has no lines: what is left of them must not meet it.
  if (!k.module.debug_compile_units().empty())
    llvm::StripDebugInfo(k.module);
  return Error::success();
}

void joinUpdates(KernelState &k) { simd::joinUpdates(k.module); }

void divisions(KernelState &k) {
  for (llvm::Function &function : k.module) {
    if (!k.isFirst() && !k.budget.exceeds(k.operations, 1))
      narrowDivisions(function);
    lowerDivisions(function);
  }
}

void estimates(KernelState &k) { lowerEstimates(k.module, *k.target.machine); }

void subGroupBarriers(KernelState &k) {
  for (llvm::Function &function : k.module)
    removeSubGroupBarriers(function);
}

} // namespace lanecl::compiler::steps
