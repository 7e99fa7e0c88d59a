#include "compiler/analysis/LaneProgress.h"
#include "compiler/analysis/WaitingLoops.h"
#include "compiler/ir/AtomicOperation.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace lanecl::simd {
namespace {

const llvm::Value *takenPlace(const llvm::Instruction &instruction) {
  auto atomic = AtomicOperation::of(instruction);
  return atomic && !instruction.use_empty() ? atomic->pointer() : nullptr;
}

const llvm::Value *givenPlace(const llvm::Instruction &instruction) {
  auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  if (store && (store->isAtomic() || store->isVolatile()))
    return store->getPointerOperand();
  auto atomic = AtomicOperation::of(instruction);
  return atomic ? atomic->pointer() : nullptr;
}

} // namespace

bool spinsOnOtherLanes(llvm::Function &function) {
  llvm::SmallVector<const llvm::Instruction *, 4> taking;
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (takenPlace(instruction))
      taking.push_back(&instruction);
  if (taking.empty())
    return false;
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  auto isGivenBack = [&](const llvm::Instruction &take) {
    return llvm::any_of(llvm::instructions(function), [&](const llvm::Instruction &give) {
      const llvm::Value *place = givenPlace(give);
      return place && &give != &take && place->stripPointerCasts() == takenPlace(take)->stripPointerCasts();
    });
  };
  return llvm::any_of(taking, [&](const llvm::Instruction *take) {
    const llvm::Loop *loop = loops.getLoopFor(take->getParent());
    return loop && isGivenBack(*take) && mayWait(*loop, dominators, /*asRings=*/false);
  });
}

} // namespace lanecl::simd
