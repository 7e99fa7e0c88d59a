#include "compiler/analysis/LoopStrides.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace lanecl {
namespace {

using namespace llvm;

const SCEV *withoutWraps(const SCEV *value, ScalarEvolution &evolution) {
  auto parts = [&](const SCEVNAryExpr &of) {
    SmallVector<const SCEV *> parts;
    for (const SCEV *part : of.operands())
      parts.push_back(withoutWraps(part, evolution));
    return parts;
  };
  if (auto *sum = dyn_cast<SCEVAddExpr>(value)) {
    SmallVector<const SCEV *> terms = parts(*sum);
    return evolution.getAddExpr(terms);
  }
  if (auto *product = dyn_cast<SCEVMulExpr>(value)) {
    SmallVector<const SCEV *> factors = parts(*product);
    return evolution.getMulExpr(factors);
  }
  auto *wide = dyn_cast<SCEVIntegralCastExpr>(value);
  auto *counter = wide && !isa<SCEVTruncateExpr>(wide) ? dyn_cast<SCEVAddRecExpr>(wide->getOperand()) : nullptr;
  if (!counter || !counter->isAffine())
    return value;
  const SCEV *start = counter->getStart();
  start = isa<SCEVSignExtendExpr>(wide) ? evolution.getSignExtendExpr(start, wide->getType())
                                        : evolution.getZeroExtendExpr(start, wide->getType());
  return evolution.getAddRecExpr(start,
                                 evolution.getSignExtendExpr(counter->getStepRecurrence(evolution), wide->getType()),
                                 counter->getLoop(), SCEV::FlagAnyWrap);
}

} // namespace

const SCEVAddRecExpr *strideIn(const Loop &loop, Value *address, ScalarEvolution &evolution) {
  auto *linear = dyn_cast<SCEVAddRecExpr>(withoutWraps(evolution.getSCEV(address), evolution));
  return linear && linear->getLoop() == &loop && linear->isAffine() ? linear : nullptr;
}

bool isNearStep(const SCEVAddRecExpr &address, ScalarEvolution &evolution) {
  auto *step = dyn_cast<SCEVConstant>(address.getStepRecurrence(evolution));
  return step && step->getAPInt().abs().ule(LargestElement);
}

} // namespace lanecl
