#include "compiler/ir/AddressSpaces.h"
#include "compiler/transform/Analyses.h"
#include "compiler/transform/Passes.h"
#include "compiler/transform/prepare/CountIterations.h"
#include "compiler/transform/prepare/NarrowCounters.h"
#include "compiler/transform/prepare/RecomposeIndices.h"
#include "compiler/transform/prepare/UnrollShort.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

namespace lanecl {
namespace {

using namespace llvm;

/// Each loop that is unrolled or turned makes much be forgotten of those round it: the time grows with their square.
constexpr size_t MostLoops = 256;

// No branch becomes a select here: a uniform condition joined to a divergent one would be lost to the lanes.
SimplifyCFGPass joinBlocks() { return SimplifyCFGPass(SimplifyCFGOptions().speculateBlocks(false)); }

void addSimplification(SubPassManager &passes, bool quick = false) {
  passes.addPass(SROAPass(SROAOptions::PreserveCFG));
  // What inlined functions reached through generic pointers: a private array is one again, and other memory apart.
  passes.addPass(InferAddressSpacesPass(space::Generic));
  passes.addPass(EarlyCSEPass());
  if (quick)
    return;
  passes.addPass(InstCombinePass());
  passes.addPass(RecomposeIndices());
  passes.addPass(NarrowCounters());
  passes.addPass(LoopSimplifyPass());
  passes.addPass(CountIterations());
  passes.addPass(joinBlocks());
  passes.addPass(SROAPass(SROAOptions::PreserveCFG));
}

/// From block to block InstCombine moves what only a later one uses: of a sum over many iterations all loads came first
/// and were kept, and the last one before the first. Joined, iterations stay in their order.
void addUnrolled(SubPassManager &passes, bool onlyWhenForced) {
  passes.addPass(createFunctionToLoopPassAdaptor(LoopFullUnrollPass(/*OptLevel=*/2, onlyWhenForced)));
  passes.addPass(joinBlocks());
  addSimplification(passes);
}

bool hasArrays(Function &function) {
  return any_of(instructions(function), [](const Instruction &instruction) {
    auto *variable = dyn_cast<AllocaInst>(&instruction);
    return variable && variable->getAllocatedType()->isAggregateType();
  });
}

} // namespace

void canonicalize(Module &module, TargetMachine &machine, bool quick, SubPassObserver *observer) {
  Analyses analyses(machine);
  SubPassManager simplify(observer);
  addSimplification(simplify, quick);
  // Small arrays are registers once the short loops over them are unrolled: then they need no room per lane, and only
  // what is alive at a barrier is kept across it.
  SubPassManager unroll(observer);
  // One after the other: to rotate a loop makes all be forgotten that is known of those round it.
  unroll.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass()));
  unroll.addPass(createFunctionToLoopPassAdaptor(IndVarSimplifyPass()));
  unroll.addPass(MarkPrivateLoops());
  addUnrolled(unroll, /*onlyWhenForced=*/false);
  SubPassManager members(observer);
  addUnrolled(members, /*onlyWhenForced=*/true);
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    simplify.run(function, analyses.functions);
    analyses.functions.invalidate(function, PreservedAnalyses::none());
    if (quick)
      continue;
    runSubPass(observer, SubPass::UnrollMembers, function, [&] {
      if (!markMemberLoops(function, analyses.functions))
        return;
      members.run(function, analyses.functions);
      analyses.functions.invalidate(function, PreservedAnalyses::none());
    });
    if (hasArrays(function) &&
        analyses.functions.getResult<LoopAnalysis>(function).getLoopsInPreorder().size() <= MostLoops)
      runSubPass(observer, SubPass::UnrollArrays, function, [&] { unroll.run(function, analyses.functions); });
  }
}

} // namespace lanecl
