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

} // namespace

unsigned lanesWithoutCollisions(Function &body, LanesInCache lanes, LaneAnalyses &analyses) {
  if (lanes.most <= lanes.least)
    return lanes.most;
  auto &loops = analyses.get<LoopAnalysis>(body);
  auto &uniformity = analyses.uniformity(body);
  auto &evolution = analyses.get<ScalarEvolutionAnalysis>(body);
  const ItemSteps steps(body, 0);
  std::optional<ItemSteps> rows; // seldom asked
  auto isAlong = [&](Value *pointer, const Loop *loop) {
    if (!loop)
      return isNearNextRow((rows ? *rows : rows.emplace(body, 1)).of(pointer));
    const SCEVAddRecExpr *address = strideIn(*loop, pointer, evolution);
    return address && isNearStep(*address, evolution);
  };
  unsigned room = lanes.most;
  for (Instruction &instruction : instructions(body)) {
    Value *pointer = getLoadStorePointerOperand(&instruction);
    if (!pointer || !uniformity.isDivergent(pointer) || pointer->getType()->getPointerAddressSpace() != space::Global)
      continue;
    const ItemSteps::Step step = steps.of(pointer);
    const Loop *loop = loops.getLoopFor(instruction.getParent());
    const uint64_t here = step            ? compiler::lanesInCache(AbsoluteValue(*step))
                          : lanes.unknown ? lanes.unknown
                                          : lanes.most;
    if (here < room && isAlong(pointer, loop))
      room = std::min(room, std::max<unsigned>(here, loop ? lanes.least : lanes.leastOfRows));
  }
  return room;
}

} // namespace lanecl::simd
