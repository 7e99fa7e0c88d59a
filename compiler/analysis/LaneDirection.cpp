#include "compiler/analysis/LaneDirection.h"
#include "compiler/analysis/Costs.h"
#include "compiler/analysis/ItemSteps.h"
#include "compiler/image/Memory.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/Operations.h"
#include "compiler/ir/Queries.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace lanecl {
namespace {

using llvm::Instruction, llvm::Value;

constexpr unsigned Dimensions = 3;

unsigned costOf(ItemSteps::Step step, uint64_t bytes) {
  using enum costs::AccessAlong;
  if (!step)
    return Scattered;
  const uint64_t distance = *step < 0 ? 0 - static_cast<uint64_t>(*step) : static_cast<uint64_t>(*step);
  return distance == 0                    ? Same
         : *step > 0 && distance == bytes ? Neighbours
         : distance < CacheLineBytes      ? NearBy
                                          : Scattered;
}

/// The dimensions whose ids the kernel asks for, a bit each; 0: calls leave something unseen.
unsigned dimensionsOf(const llvm::Function &kernel) {
  unsigned asked = 0;
  for (const Instruction &instruction : llvm::instructions(kernel)) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call)
      continue;
    if (auto query = queryOf(*call)) {
      asked |= query->query == Query::GlobalId ? 1u << query->dimension : 0;
      continue;
    }
    auto *callee = call->getCalledFunction();
    const bool isSeen = callee && callee->isDeclaration();
    if (!isSeen && llvm::any_of(call->args(), [](const llvm::Use &value) { return value->getType()->isPointerTy(); }))
      return 0;
  }
  return asked;
}

/// Of the kernel's accesses, where lanes lie along `dimension`.
uint64_t costAlong(const llvm::Function &kernel, const llvm::LoopInfo &loops, unsigned dimension) {
  const ItemSteps steps(kernel, dimension);
  uint64_t cost = 0;
  for (const Instruction &instruction : llvm::instructions(kernel)) {
    const Value *pointer = llvm::getLoadStorePointerOperand(&instruction);
    const unsigned memory = pointer ? pointer->getType()->getPointerAddressSpace() : space::Private;
    if (memory != space::Global && memory != space::Constant)
      continue;
    const unsigned depth = loops.getLoopDepth(instruction.getParent());
    const uint64_t bytes = kernel.getDataLayout().getTypeStoreSize(llvm::getLoadStoreType(&instruction));
    cost += uint64_t(costOf(steps.of(pointer), bytes)) << costs::iterationBits(depth);
  }
  return cost;
}

} // namespace

unsigned laneDirection(const llvm::Function &kernel) {
  const unsigned asked = dimensionsOf(kernel);
  if (asked <= 1)
    return 0;
  const llvm::DominatorTree tree(const_cast<llvm::Function &>(kernel)); // only read
  const llvm::LoopInfo loops(tree);
  unsigned best = 0;
  uint64_t least = costAlong(kernel, loops, 0) / 2; // what is better by less may not be
  for (unsigned dimension = 1; dimension < Dimensions; ++dimension) {
    if (!(asked >> dimension & 1))
      continue;
    const uint64_t cost = costAlong(kernel, loops, dimension);
    if (cost < least)
      best = dimension, least = cost;
  }
  return best;
}

} // namespace lanecl
