#include "compiler/analysis/LaneProgress.h"
#include "compiler/analysis/OneLane.h"
#include "compiler/analysis/WaitingLoops.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/AtomicOperation.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace lanecl::simd {
namespace {

using llvm::Instruction, llvm::Value;

/// Of what is asked until another lane has answered.
const Value *takenPlace(const Instruction &instruction) {
  if (instruction.use_empty())
    return nullptr;
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return load->isAtomic() || load->isVolatile() ? load->getPointerOperand() : nullptr;
  auto atomic = AtomicOperation::of(instruction);
  return atomic ? atomic->pointer() : nullptr;
}

/// Of what may be the answer.
const Value *givenPlace(const Instruction &instruction) {
  auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  if (store && (store->isAtomic() || store->isVolatile()))
    return store->getPointerOperand();
  auto atomic = AtomicOperation::of(instruction);
  return atomic ? atomic->pointer() : nullptr;
}

/// What the pointer may be of, but for what is undefined; nothing: of anything.
llvm::SmallVector<const Value *, 4> objectsOf(const Value &pointer) {
  llvm::SmallVector<const Value *, 4> objects;
  llvm::getUnderlyingObjects(&pointer, objects);
  llvm::erase_if(objects, [](const Value *object) { return llvm::isa<llvm::UndefValue>(object); });
  auto isKnown = [](const Value *object) { return llvm::isa<llvm::Argument, llvm::GlobalVariable>(object); };
  return llvm::all_of(objects, isKnown) ? objects : llvm::SmallVector<const Value *, 4>();
}

/// Not the same place: the lock's index is often computed, or read, once more where it is given back.
bool mayBeOfOneObject(const Value &a, const Value &b) {
  const auto ones = objectsOf(a), others = objectsOf(b);
  if (!ones.empty() && !others.empty())
    return llvm::any_of(ones, [&](const Value *one) { return llvm::is_contained(others, one); });
  return llvm::getUnderlyingObject(&a) == llvm::getUnderlyingObject(&b) ||
         space::mayMeet(a.getType()->getPointerAddressSpace(), b.getType()->getPointerAddressSpace());
}

} // namespace

bool spinsOnOtherLanes(llvm::Function &function, LaneAnalyses &analyses) {
  llvm::SmallVector<const Instruction *, 4> taking, giving;
  for (const Instruction &instruction : llvm::instructions(function)) {
    if (takenPlace(instruction))
      taking.push_back(&instruction);
    if (givenPlace(instruction))
      giving.push_back(&instruction);
  }
  if (taking.empty() || giving.empty())
    return false;
  auto &dominators = analyses.get<llvm::DominatorTreeAnalysis>(function);
  auto &loops = analyses.get<llvm::LoopAnalysis>(function);
  const OneLane oneLane(loops, analyses.uniformity(function));
  llvm::SmallVector<const llvm::BasicBlock *, 4> ofOne;
  for (const llvm::BasicBlock &block : function)
    if (const llvm::BasicBlock *begin = oneLane.behind(block); begin && oneLane.isAlwaysTheSame(block))
      ofOne.push_back(begin);
  auto areOfOne = [&](const llvm::Loop &loop, const Instruction &give) {
    return llvm::any_of(ofOne, [&](const llvm::BasicBlock *begin) {
      return dominators.dominates(begin, loop.getHeader()) && dominators.dominates(begin, give.getParent());
    });
  };
  auto isGivenBack = [&](const Instruction &take, const llvm::Loop &loop) {
    return llvm::any_of(giving, [&](const Instruction *give) {
      return give != &take && mayBeOfOneObject(*givenPlace(*give), *takenPlace(take)) && !areOfOne(loop, *give);
    });
  };
  return llvm::any_of(taking, [&](const Instruction *take) {
    const llvm::Loop *loop = loops.getLoopFor(take->getParent());
    return loop && isGivenBack(*take, *loop) && mayWait(*loop, dominators, /*asRings=*/false);
  });
}

} // namespace lanecl::simd
