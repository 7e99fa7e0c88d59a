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

unsigned lanesWithoutCollisions(Function &body, LanesInCache lanes, LaneAnalyses &analyses) {
  auto &loops = analyses.get<LoopAnalysis>(body);
  if (loops.empty() || lanes.most <= lanes.least)
    return lanes.most;
  auto &uniformity = analyses.uniformity(body);
  auto &evolution = analyses.get<ScalarEvolutionAnalysis>(body);
  const ItemSteps steps(body, 0);
  uint64_t room = lanes.most;
  for (Instruction &instruction : instructions(body)) {
    Value *pointer = getLoadStorePointerOperand(&instruction);
    const Loop *loop = pointer ? loops.getLoopFor(instruction.getParent()) : nullptr;
    if (!loop || !uniformity.isDivergent(pointer) || pointer->getType()->getPointerAddressSpace() != space::Global)
      continue;
    const ItemSteps::Step step = steps.of(pointer);
    const uint64_t here = step ? compiler::lanesInCache(AbsoluteValue(*step)) : lanes.unknown;
    if (here == 0 || here >= room)
      continue;
    const SCEVAddRecExpr *address = strideIn(*loop, pointer, evolution);
    if (address && isNearStep(*address, evolution))
      room = here;
  }
  return static_cast<unsigned>(std::max<uint64_t>(room, lanes.least));
}

} // namespace lanecl::simd
