// LLVM's own optimiser, after the work-item loops. LLVM's -O2 spends most of its time on what a kernel does not have
// (calls between functions, exceptions, globals); this is its scalar part, once, with what loops over items need.
#include "compiler/transform/Analyses.h"
#include "compiler/transform/Passes.h"
#include "compiler/transform/finish/SplitBlocks.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/BDCE.h"
#include "llvm/Transforms/Scalar/CorrelatedValuePropagation.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/JumpThreading.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopIdiomRecognize.h"
#include "llvm/Transforms/Scalar/LoopLoadElimination.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/Reassociate.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Vectorize/LoopVectorize.h"
#include "llvm/Transforms/Vectorize/SLPVectorizer.h"
#include "llvm/Transforms/Vectorize/VectorCombine.h"

namespace lanecl {
namespace {

using namespace llvm;

// Values to registers, conditions decided, loops into shape.
void addScalar(SubPassManager &passes) {
  passes.addPass(ComparePointersPass());
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass(SimplifyCFGOptions().convertSwitchRangeToICmp(true)));
  passes.addPass(CombineInstructionsPass());
  passes.addPass(ReassociatePass());
}

void addLoops(SubPassManager &passes) {
  LoopPassManager invariant, induction;
  invariant.addPass(LoopRotatePass(/*EnableHeaderDuplication=*/true));
  invariant.addPass(LICMPass(LICMOptions()));
  invariant.addPass(SimpleLoopUnswitchPass(/*NonTrivial=*/false));
  induction.addPass(IndVarSimplifyPass());
  induction.addPass(LoopDeletionPass());
  induction.addPass(LoopFullUnrollPass(/*OptLevel=*/2));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(invariant), /*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass(SimplifyCFGOptions().convertSwitchRangeToICmp(true)));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(induction)));
}

// Memory: what unrolling uncovered, loads and stores that repeat one another.
void addMemory(SubPassManager &passes) {
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(GVNPass());
  passes.addPass(BDCEPass());
  passes.addPass(CombineInstructionsPass());
  passes.addPass(DSEPass());
  passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
}

/// Passes that large functions are better off without: they would take time and find nothing.
class OfSmallFunctionsPass : public PassInfoMixin<OfSmallFunctionsPass> {
public:
  explicit OfSmallFunctionsPass(SubPassManager passes) : passes_(std::move(passes)) {}
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    if (function.getInstructionCount() > Largest)
      return PreservedAnalyses::all();
    return passes_.run(function, analyses);
  }

private:
  static constexpr unsigned Largest = 2000; ///< instructions
  SubPassManager passes_;
};

/// LLVM's vectoriser of straight code, which takes the square of a block's length and finds its vectors close together:
/// what is far apart in a long block is in several blocks meanwhile.
struct VectorizeStraightCodePass : PassInfoMixin<VectorizeStraightCodePass> {
  static constexpr unsigned LongestBlock = 100; ///< instructions
  static PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    const SmallVector<BasicBlock *> blocks = splitLongBlocks(function, LongestBlock);
    if (blocks.empty())
      return SLPVectorizerPass().run(function, analyses);
    analyses.invalidate(function, PreservedAnalyses::none());
    SLPVectorizerPass().run(function, analyses);
    for (BasicBlock *block : blocks)
      MergeBlockIntoPredecessor(block);
    return PreservedAnalyses::none();
  }
};

void addVectorizers(SubPassManager &passes, SubPassObserver *observer) {
  SubPassManager ofLoops(observer);
  ofLoops.addPass(GuardCountersPass());
  ofLoops.addPass(LoopVectorizePass());
  ofLoops.addPass(LoopLoadEliminationPass());
  passes.addPass(OfSmallFunctionsPass(std::move(ofLoops)));
  passes.addPass(ComparePointersPass());
  passes.addPass(CombineInstructionsPass());
  passes.addPass(VectorizeStraightCodePass());
  passes.addPass(VectorCombinePass());
}

/// As UnrollCounts says; simplified where there is anything new.
struct UnrollPass : SubPassMixin<UnrollPass, SubPass::UnrollAsCounted> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    auto options = LoopUnrollOptions(/*OptLevel=*/2).setRuntime(false).setPartial(false);
    PreservedAnalyses kept = LoopUnrollPass(options).run(function, analyses);
    if (kept.areAllPreserved())
      return kept;
    analyses.invalidate(function, kept);
    kept.intersect(CombineInstructionsPass().run(function, analyses));
    return kept;
  }
};

void addLate(SubPassManager &passes) {
  passes.addPass(UnrollCountsPass());
  passes.addPass(UnrollPass());
  passes.addPass(PrefetchStridesPass());
  passes.addPass(SimplifyCFGPass(SimplifyCFGOptions()
                                     .convertSwitchRangeToICmp(true)
                                     .convertSwitchToLookupTable(true)
                                     .hoistCommonInsts(true)
                                     .sinkCommonInsts(true)));
  passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
  passes.addPass(SplitSumsPass());
}

// For code that is too large for the others.
void addQuick(SubPassManager &passes) {
  passes.addPass(SROAPass(SROAOptions::PreserveCFG));
  passes.addPass(EarlyCSEPass());
  passes.addPass(ADCEPass());
}

// For code that is to be there soon: what the code before it is known to leave behind.
void addFirst(SubPassManager &passes) {
  passes.addPass(ComparePointersPass());
  passes.addPass(SROAPass(SROAOptions::PreserveCFG));
  passes.addPass(EarlyCSEPass());
  passes.addPass(SimplifyCFGPass());
  passes.addPass(CombineInstructionsPass());
  passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
  passes.addPass(ADCEPass());
}

} // namespace

void optimize(Module &module, TargetMachine &machine, bool vectorize, compiler::Effort effort,
              SubPassObserver *observer) {
  Analyses analyses(machine);
  SubPassManager passes(observer);
  if (effort == compiler::Effort::Quick) {
    addQuick(passes);
  } else if (effort == compiler::Effort::First) {
    addFirst(passes);
  } else {
    addScalar(passes);
    addLoops(passes);
    addMemory(passes);
    if (vectorize)
      addVectorizers(passes, observer);
    addLate(passes);
    passes.addPass(BoundShiftsPass());
  }
  passes.addPass(FreezeQuotientsPass());
  passes.addPass(SpreadConditionsPass());
  passes.addPass(NarrowIndicesPass());
  for (Function &function : module)
    if (!function.isDeclaration())
      passes.run(function, analyses.functions);
  GlobalDCEPass().run(module, analyses.modules);
}

} // namespace lanecl
