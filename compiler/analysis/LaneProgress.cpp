#include "compiler/analysis/LaneProgress.h"
#include "compiler/analysis/WaitingLoops.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/AtomicOperation.h"
#include "llvm/Analysis/ValueTracking.h"
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

/// Not the same place: the lock's index is often computed, or read, once more where it is given back.
bool mayBeOfOneObject(const Value &a, const Value &b) {
  const Value *one = llvm::getUnderlyingObject(&a), *other = llvm::getUnderlyingObject(&b);
  auto isKnown = [](const Value *object) { return llvm::isa<llvm::Argument, llvm::GlobalVariable>(object); };
  return one == other || (!(isKnown(one) && isKnown(other)) &&
                          space::mayMeet(a.getType()->getPointerAddressSpace(), b.getType()->getPointerAddressSpace()));
}

} // namespace

bool spinsOnOtherLanes(llvm::Function &function) {
  llvm::SmallVector<const Instruction *, 4> taking, giving;
  for (const Instruction &instruction : llvm::instructions(function)) {
    if (takenPlace(instruction))
      taking.push_back(&instruction);
    if (givenPlace(instruction))
      giving.push_back(&instruction);
  }
  if (taking.empty() || giving.empty())
    return false;
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  auto isGivenBack = [&](const Instruction &take) {
    return llvm::any_of(giving, [&](const Instruction *give) {
      return give != &take && mayBeOfOneObject(*givenPlace(*give), *takenPlace(take));
    });
  };
  return llvm::any_of(taking, [&](const Instruction *take) {
    const llvm::Loop *loop = loops.getLoopFor(take->getParent());
    return loop && isGivenBack(*take) && mayWait(*loop, dominators, /*asRings=*/false);
  });
}

} // namespace lanecl::simd
