// LLVM 22's loop vectoriser asks at run time whether a counter in few bits (`a[i & 3]`, `a[(uchar)i]`) passes its end.
// It leaves the question out when it asks the same of a counter in more bits, which then says nothing of the narrow
// one. Loops with such accesses stay as they are.
#include "compiler/transform/Passes.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace lanecl {
namespace {

using namespace llvm;

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

} // namespace

PreservedAnalyses NarrowCountersPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  for (Loop *loop : loops.getLoopsInPreorder())
    if (loop->isInnermost() && hasNarrowCounters(*loop, evolution))
      addStringMetadataToLoop(loop, "llvm.loop.vectorize.enable", 0);
  return PreservedAnalyses::all();
}

} // namespace lanecl
