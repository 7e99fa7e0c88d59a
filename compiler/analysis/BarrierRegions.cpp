#include "compiler/analysis/BarrierRegions.h"
#include "compiler/analysis/PointerUses.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/AtomicOperation.h"
#include "compiler/ir/Operations.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lanecl {

BarrierRegions::BarrierRegions(llvm::Function &body) {
  llvm::SmallVector<llvm::CallInst *, 4> calls;
  for (llvm::Instruction &instruction : llvm::instructions(body))
    if (auto operation = operationOf(instruction); operation == Operation::RegionEnd || operation == Operation::Yield)
      calls.push_back(llvm::cast<llvm::CallInst>(&instruction));
  for (llvm::CallInst *call : calls) {
    RegionBoundary boundary;
    boundary.number = static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(call->getArgOperand(0))->getZExtValue());
    boundary.call = call;
    boundary.before = call->getParent();
    boundary.after = llvm::SplitBlock(boundary.before, std::next(call->getIterator()));
    boundaries_.push_back(boundary);
  }
  // A block with two barriers has been split behind each: the first boundary's `before` is final only now.
  for (auto [index, boundary] : llvm::enumerate(boundaries_)) {
    boundary.before = boundary.call->getParent();
    boundary.after = boundary.before->getSingleSuccessor();
    boundaryAt_[boundary.before] = index;
  }
}

const BarrierRegions::BlockSet &BarrierRegions::reachable(const llvm::BasicBlock &from, bool throughBoundaries) const {
  auto [entry, isNew] = reachable_.try_emplace(std::pair(&from, throughBoundaries));
  if (!isNew)
    return entry->second;
  BlockSet found;
  llvm::SmallVector<const llvm::BasicBlock *, 16> work;
  auto visitSuccessors = [&](const llvm::BasicBlock *block) {
    if (!throughBoundaries && boundaryAt_.contains(block))
      return;
    for (const llvm::BasicBlock *next : llvm::successors(block))
      if (found.insert(next).second)
        work.push_back(next);
  };
  visitSuccessors(&from);
  while (!work.empty())
    visitSuccessors(work.pop_back_val());
  return entry->second = std::move(found);
}

llvm::SmallVector<unsigned, 4> BarrierRegions::exits(const llvm::BasicBlock &block) const {
  llvm::SmallVector<unsigned, 4> numbers;
  auto visit = [&](const llvm::BasicBlock *reached) {
    if (auto boundary = boundaryAt_.find(reached); boundary != boundaryAt_.end())
      numbers.push_back(boundaries_[boundary->second].number);
    else if (llvm::isa<llvm::ReturnInst>(reached->getTerminator()))
      numbers.push_back(0);
  };
  const BlockSet &others = reachable(block, false);
  if (!others.contains(&block))
    visit(&block);
  for (const llvm::BasicBlock *reached : others)
    visit(reached);
  llvm::sort(numbers);
  numbers.erase(llvm::unique(numbers), numbers.end());
  return numbers;
}

bool BarrierRegions::reachesDirectly(const llvm::BasicBlock &from, const RegionBoundary &boundary) const {
  return &from == boundary.before || reachable(from, false).contains(boundary.before);
}

llvm::SmallVector<unsigned, 4> BarrierRegions::crossed(const llvm::Instruction &value) const {
  llvm::SmallVector<unsigned, 4> result;
  const llvm::BasicBlock *home = value.getParent();
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> liveIn;
  llvm::SmallVector<const llvm::BasicBlock *, 16> work;
  for (const llvm::Use &use : value.uses()) {
    auto *user = llvm::cast<llvm::Instruction>(use.getUser());
    auto *phi = llvm::dyn_cast<llvm::PHINode>(user);
    const llvm::BasicBlock *block = phi ? phi->getIncomingBlock(use) : user->getParent();
    if (block != home && liveIn.insert(block).second)
      work.push_back(block);
  }
  while (!work.empty())
    for (const llvm::BasicBlock *previous : llvm::predecessors(work.pop_back_val()))
      if (previous != home && liveIn.insert(previous).second)
        work.push_back(previous);
  for (auto [index, boundary] : llvm::enumerate(boundaries_))
    if (liveIn.contains(boundary.after))
      result.push_back(index);
  return result;
}

bool BarrierRegions::contentsCross(const llvm::AllocaInst &variable) const {
  if (boundaries_.empty())
    return false;
  PointerUses uses = usesOf(variable);
  if (uses.escapes) // it may be used anywhere
    return true;
  BlockSet users;
  for (const llvm::Instruction *user : uses.users)
    users.insert(user->getParent());
  return llvm::any_of(boundaries_, [&](const RegionBoundary &boundary) {
    auto usedBehind = [&](const llvm::BasicBlock *user) {
      return user == boundary.after || reachable(*boundary.after, true).contains(user);
    };
    auto usedBefore = [&](const llvm::BasicBlock *user) {
      return user == boundary.before || reachable(*user, true).contains(boundary.before);
    };
    return llvm::any_of(users, usedBehind) && llvm::any_of(users, usedBefore);
  });
}

// --- What is the same for the whole work-group ---

bool GroupUniformity::computesVarying(const llvm::Instruction &instruction) const {
  // A plain load from one address is the same for all, where nothing orders it behind another sub-group's writes: they
  // would be a data race.
  if (llvm::isa<llvm::AllocaInst>(instruction) || instruction.isAtomic() || instruction.isVolatile())
    return true;
  // A frozen value is each sub-group's own, but for what the machine computes.
  if (auto *freeze = llvm::dyn_cast<llvm::FreezeInst>(&instruction);
      freeze && !llvm::isa<llvm::FPToSIInst, llvm::FPToUIInst>(freeze->getOperand(0)))
    return true;
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction); load && isBehindOthers(*load))
    return true;
  if (auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction); phi && joins_.contains(phi->getParent()))
    return true;
  if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction); call && !call->doesNotAccessMemory())
    return true;
  return llvm::any_of(instruction.operands(), [&](const llvm::Use &operand) { return varying_.contains(operand); });
}

// Blocks between a varying branch and its post-dominator are passed by some sub-groups and not by others, in loops a
// different number of times: all phis there and in the post-dominator itself are varying. That includes the header of
// a loop that a varying branch leaves, hence everything that changes with its iterations.
void GroupUniformity::spreadFromBranch(const llvm::BasicBlock &block, const llvm::PostDominatorTree &postDominators) {
  auto *node = postDominators.getNode(&block);
  const llvm::BasicBlock *end = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
  llvm::SmallVector<const llvm::BasicBlock *, 16> work(llvm::successors(&block));
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> seen;
  while (!work.empty()) {
    const llvm::BasicBlock *reached = work.pop_back_val();
    if (!seen.insert(reached).second)
      continue;
    joins_.insert(reached);
    if (reached != end)
      work.append(llvm::succ_begin(reached), llvm::succ_end(reached));
  }
}

// Who acquires what another sub-group released may see what that one wrote, later ones what it has written since.
static bool acquires(const llvm::Instruction &instruction) {
  if (auto atomic = AtomicOperation::of(instruction))
    return llvm::isAcquireOrStronger(atomic->ordering());
  auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  auto *fence = llvm::dyn_cast<llvm::FenceInst>(&instruction);
  return (load && llvm::isAcquireOrStronger(load->getOrdering())) ||
         (fence && llvm::isAcquireOrStronger(fence->getOrdering()));
}

bool GroupUniformity::isBehindOthers(const llvm::LoadInst &load) const {
  return load.getPointerAddressSpace() != space::Constant && !load.hasMetadata(llvm::LLVMContext::MD_invariant_load) &&
         llvm::any_of(acquiring_, [&](const llvm::Instruction *acquire) {
           const llvm::BasicBlock *block = acquire->getParent();
           return (block == load.getParent() && acquire->comesBefore(&load)) ||
                  regions_.reaches(*block, *load.getParent());
         });
}

GroupUniformity::GroupUniformity(llvm::Function &body, const BarrierRegions &regions,
                                 const llvm::SmallPtrSetImpl<const llvm::Value *> &varying)
    : regions_(regions) {
  varying_.insert(varying.begin(), varying.end());
  for (const llvm::Instruction &instruction : llvm::instructions(body))
    if (acquires(instruction))
      acquiring_.push_back(&instruction);
  const llvm::PostDominatorTree postDominators(body);
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> spread;
  for (bool changed = true; changed;) {
    changed = false;
    for (llvm::BasicBlock &block : body)
      for (llvm::Instruction &instruction : block) {
        if (varying_.contains(&instruction) || !computesVarying(instruction))
          continue;
        varying_.insert(&instruction);
        changed = true;
      }
    for (llvm::BasicBlock &block : body) {
      const llvm::Instruction *end = block.getTerminator();
      if (end->getNumSuccessors() > 1 && varying_.contains(end->getOperand(0)) && spread.insert(&block).second) {
        spreadFromBranch(block, postDominators);
        changed = true;
      }
    }
  }
}

Parting partingOf(llvm::Function &body, const BarrierRegions &regions, const GroupUniformity &uniformity) {
  Parting parting = Parting::None;
  for (const llvm::BasicBlock &block : body) {
    const llvm::Instruction *end = block.getTerminator();
    if (end->getNumSuccessors() < 2 || uniformity.isUniform(*end->getOperand(0)))
      continue;
    auto first = regions.exits(**llvm::succ_begin(&block));
    llvm::SmallVector<unsigned, 4> all;
    bool differ = false;
    for (const llvm::BasicBlock *next : llvm::successors(&block)) {
      auto exits = regions.exits(*next);
      differ |= exits != first;
      all.append(exits);
    }
    if (!differ)
      continue;
    llvm::sort(all);
    all.erase(llvm::unique(all), all.end());
    bool oneBoundary = all.size() <= 2 && all.front() == 0;
    parting = std::max(parting, oneBoundary ? Parting::Ends : Parting::Divergent);
  }
  return parting;
}

} // namespace lanecl
