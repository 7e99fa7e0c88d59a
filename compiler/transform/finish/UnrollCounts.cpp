// Which loops are unrolled whose number of iterations is not known, or large.
#include "compiler/transform/Passes.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace lanecl {
namespace {

using namespace llvm;

// LLVM goes by the size of the processor's buffer for decoded loops: eight copies of nearly all of them, and half of
// the time of compiling. What copies spare is the counter, the branch and the addresses, which run beside the rest;
// loads and stores of neighbours are the business of UnrollStreams and UnrollAndJam. So they pay in two cases.

// Where an iteration is little more than its counter, and iterations do not wait for one another longer than that
// takes.
constexpr unsigned ShortIteration = 16;   ///< instructions
constexpr unsigned MostInstructions = 64; ///< of all copies
constexpr unsigned MostCopies = 8;
// Where so many vectors are carried from iteration to iteration that registers are short: what is moved aside for an
// iteration is moved for two.
constexpr unsigned LongestCrowded = 80;

constexpr unsigned FewKnownIterations = 32; ///< known to be so few: unrolled as a whole before, or too large for it
constexpr unsigned CheapCount = 4;          ///< what computing the number of iterations may cost; a division costs more

struct LoopBody {
  unsigned size = 0;
  uint64_t bits = 0;  ///< of vectors, carried to the next
  bool waits = false; ///< for arithmetic of the one before that takes longer than a counter's
};

LoopBody bodyOf(const Loop &loop) {
  LoopBody iteration;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block)
      iteration.size += !isa<PHINode>(instruction) && !instruction.isDebugOrPseudoInst();
  for (const PHINode &phi : loop.getHeader()->phis()) {
    if (phi.getType()->isVectorTy())
      iteration.bits += phi.getType()->getPrimitiveSizeInBits().getFixedValue();
    iteration.waits |= phi.getType()->isFPOrFPVectorTy();
  }
  return iteration;
}

unsigned copiesOf(const LoopBody &iteration, uint64_t registerBits) {
  if (iteration.bits > registerBits / 2)
    return iteration.size <= LongestCrowded ? 2 : 1;
  return iteration.size <= ShortIteration && !iteration.waits ? std::min(MostCopies, MostInstructions / iteration.size)
                                                              : 1;
}

bool isCheaplyCounted(Loop &loop, ScalarEvolution &evolution, const TargetTransformInfo &costs) {
  const SCEV *iterations = evolution.getBackedgeTakenCount(&loop);
  const BasicBlock *before = loop.getLoopPreheader();
  if (isa<SCEVCouldNotCompute>(iterations) || !before)
    return false;
  SCEVExpander expander(evolution, "iterations");
  return !expander.isHighCostExpansion(iterations, &loop, CheapCount, &costs, before->getTerminator());
}

} // namespace

PreservedAnalyses UnrollCountsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  const auto &costs = analyses.getResult<TargetIRAnalysis>(function);
  const uint64_t registerBits = costs.getNumberOfRegisters(costs.getRegisterClassForType(/*Vector=*/true)) *
                                costs.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue();
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost() || hasUnrollTransformation(loop) != TM_Unspecified)
      continue;
    const unsigned copies = copiesOf(bodyOf(*loop), registerBits);
    const unsigned known = evolution.getSmallConstantTripCount(loop);
    if (copies > 1 && (known == 0 || known > FewKnownIterations) && isCheaplyCounted(*loop, evolution, costs))
      addStringMetadataToLoop(loop, "llvm.loop.unroll.count", bit_floor(copies));
  }
  return PreservedAnalyses::all();
}

} // namespace lanecl
