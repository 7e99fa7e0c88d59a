// What LLVM 22's loop vectoriser gets wrong in loops' counters.
#include "compiler/transform/Passes.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace lanecl {
namespace {

using namespace llvm;

// It asks at run time whether a counter in few bits (`a[i & 3]`, `a[(uchar)i]`) passes its end. It leaves the question
// out when it asks the same of a counter in more bits, which then says nothing of the narrow one. Loops with such
// accesses stay as they are.

constexpr unsigned Wide = 32; ///< bits; counters of 64 need no question

bool isNarrow(const SCEV &counter) {
  return counter.getType()->isIntegerTy() && counter.getType()->getIntegerBitWidth() < Wide;
}

/// The address follows a narrow counter of the loop.
bool followsNarrow(const SCEV &address, const Loop &loop) {
  return SCEVExprContains(&address, [&](const SCEV *part) {
    auto *counter = dyn_cast<SCEVAddRecExpr>(part);
    return counter && counter->getLoop() == &loop && isNarrow(*counter);
  });
}

/// `for (...; ...; i = (i + 1) & 255)`, which is a counter of 8 bits if it does not pass its end.
bool isNarrowCounter(PHINode &phi, ScalarEvolution &evolution) {
  auto *unknown = dyn_cast<SCEVUnknown>(evolution.getSCEV(&phi));
  auto counter = unknown ? evolution.createAddRecFromPHIWithCasts(unknown) : std::nullopt;
  return counter && any_of(counter->second, [](const SCEVPredicate *predicate) {
           auto *wrap = dyn_cast<SCEVWrapPredicate>(predicate);
           return !wrap || isNarrow(*wrap->getExpr());
         });
}

bool hasNarrowCounters(Loop &loop, ScalarEvolution &evolution) {
  for (PHINode &phi : loop.getHeader()->phis())
    if (phi.getType()->isIntegerTy() && isNarrowCounter(phi, evolution))
      return true;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block)
      if (const Value *pointer = getLoadStorePointerOperand(&instruction);
          pointer && followsNarrow(*evolution.getSCEV(const_cast<Value *>(pointer)), loop))
        return true;
  return false;
}

// `do { go = c < n; c += go; } while (go);` SCEV says rightly that `c` goes up by 1: where there is a next iteration,
// it did. The vectoriser takes the value behind the loop from that, as if there had been one more. Such loops stay as
// they are.
bool hasOtherLastStep(const Loop &loop, ScalarEvolution &evolution) {
  return any_of(loop.getHeader()->phis(), [&](PHINode &phi) {
    auto *counter = evolution.isSCEVable(phi.getType()) ? dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&phi)) : nullptr;
    return counter && counter->getLoop() == &loop &&
           evolution.getSCEV(phi.getIncomingValueForBlock(loop.getLoopLatch())) != counter->getPostIncExpr(evolution);
  });
}

// It adds a vector's whole step with the flags of the instruction that makes the last part of a single one. That does
// not overflow where this does not only if the instruction is an addition of the whole step, and a vector's step fits.

constexpr unsigned StepBits = 16; ///< times the most lanes, in counters of `Wide` bits

bool isShortStep(const Instruction &step, const PHINode &phi) {
  using namespace PatternMatch;
  const APInt *by = nullptr;
  return match(&step, m_Add(m_Specific(&phi), m_APInt(by))) && by->getBitWidth() >= Wide && by->isSignedIntN(StepBits);
}

void dropStepFlags(const Loop &loop) {
  for (PHINode &phi : loop.getHeader()->phis())
    if (auto *step = dyn_cast<Instruction>(phi.getIncomingValueForBlock(loop.getLoopLatch()));
        step && isa<OverflowingBinaryOperator>(step) && !isShortStep(*step, phi)) {
      step->setHasNoUnsignedWrap(false);
      step->setHasNoSignedWrap(false);
    }
}

void guard(Loop &loop, ScalarEvolution &evolution) {
  const bool isSimple = loop.getLoopLatch(); // all are, here
  if (!isSimple || hasNarrowCounters(loop, evolution) || hasOtherLastStep(loop, evolution))
    addStringMetadataToLoop(&loop, "llvm.loop.vectorize.enable", 0);
  else
    dropStepFlags(loop); // what SCEV learnt from them it knows by now
}

} // namespace

PreservedAnalyses GuardCountersPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  for (Loop *loop : loops.getLoopsInPreorder())
    if (loop->isInnermost())
      guard(*loop, evolution);
  return PreservedAnalyses::all();
}

} // namespace lanecl
