#include "compiler/analysis/LoopStrides.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace lanecl {
namespace {

using namespace llvm;

struct WithoutWraps : SCEVRewriteVisitor<WithoutWraps> {
  using SCEVRewriteVisitor::SCEVRewriteVisitor;
  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method): as LLVM's visitors are made
  const SCEV *visitSignExtendExpr(const SCEVSignExtendExpr *wide) {
    auto *counter = dyn_cast<SCEVAddRecExpr>(wide->getOperand());
    if (!counter || !counter->isAffine())
      return wide;
    return SE.getAddRecExpr(SE.getSignExtendExpr(counter->getStart(), wide->getType()),
                            SE.getSignExtendExpr(counter->getStepRecurrence(SE), wide->getType()), counter->getLoop(),
                            SCEV::FlagAnyWrap);
  }
};

} // namespace

const SCEVAddRecExpr *strideIn(const Loop &loop, Value *address, ScalarEvolution &evolution) {
  auto *linear = dyn_cast<SCEVAddRecExpr>(WithoutWraps(evolution).visit(evolution.getSCEV(address)));
  return linear && linear->getLoop() == &loop && linear->isAffine() ? linear : nullptr;
}

} // namespace lanecl
