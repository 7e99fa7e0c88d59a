#include "compiler/analysis/CollidingLanes.h"
#include "compiler/Compiler.h"
#include "compiler/analysis/ItemSteps.h"
#include "compiler/analysis/LoopStrides.h"
#include "compiler/ir/AddressSpaces.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace lanecl::simd {
using namespace llvm;

namespace {

/// A work-item's neighbour along dimension 1 has the next element of a row, or the one before.
bool isNearNextRow(const ItemSteps::Step &step) { return step && *step != 0 && std::abs(*step) <= LargestElement; }

/// Accesses of one kernel, and the lanes that they leave room for.
class Room {
public:
  Room(Function &body, const LanesInCache &lanes, LaneAnalyses &analyses)
      : lanes_(lanes), body_(body), loops_(analyses.get<LoopAnalysis>(body)), uniformity_(analyses.uniformity(body)),
        evolution_(analyses.get<ScalarEvolutionAnalysis>(body)), steps_(body, 0) {}
  unsigned find();

private:
  void lookAt(const Instruction &access, Value &pointer);

  const LanesInCache &lanes_;
  Function &body_;
  LoopInfo &loops_;
  UniformityInfo &uniformity_;
  ScalarEvolution &evolution_;
  const ItemSteps steps_;
  std::optional<ItemSteps> rows_; ///< seldom asked
  unsigned inLoops_ = lanes_.most, ofRows_ = lanes_.most;
  bool readsRows_ = false;
};

void Room::lookAt(const Instruction &access, Value &pointer) {
  const ItemSteps::Step step = steps_.of(&pointer);
  const uint64_t here = step             ? compiler::lanesInCache(AbsoluteValue(*step))
                        : lanes_.unknown ? lanes_.unknown
                                         : lanes_.most;
  if (here >= lanes_.most)
    return;
  if (const Loop *loop = loops_.getLoopFor(access.getParent())) {
    const SCEVAddRecExpr *address = strideIn(*loop, &pointer, evolution_);
    if (address && isNearStep(*address, evolution_))
      inLoops_ = std::min<unsigned>(inLoops_, here);
  } else if (isNearNextRow((rows_ ? *rows_ : rows_.emplace(body_, 1)).of(&pointer))) {
    ofRows_ = std::min<unsigned>(ofRows_, here);
    readsRows_ |= isa<LoadInst>(access);
  }
}

unsigned Room::find() {
  for (Instruction &access : instructions(body_))
    if (Value *pointer = getLoadStorePointerOperand(&access);
        pointer && uniformity_.isDivergent(pointer) && pointer->getType()->getPointerAddressSpace() == space::Global)
      lookAt(access, *pointer);
  const unsigned ofRows = readsRows_ ? lanes_.most : std::max(ofRows_, lanes_.leastOfRows);
  return std::min({std::max(inLoops_, lanes_.least), ofRows, lanes_.most});
}

} // namespace

unsigned lanesWithoutCollisions(Function &body, LanesInCache lanes, LaneAnalyses &analyses) {
  return lanes.most <= lanes.least ? lanes.most : Room(body, lanes, analyses).find();
}

} // namespace lanecl::simd
