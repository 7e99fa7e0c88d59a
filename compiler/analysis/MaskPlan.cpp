#include "compiler/analysis/MaskPlan.h"
#include "llvm/ADT/SetVector.h"

namespace lanecl::simd {

using llvm::BasicBlock, llvm::Loop;

MaskPlan::MaskPlan(llvm::Function &function, llvm::UniformityInfo &uniformity, llvm::DominatorTree &dominators,
                   llvm::PostDominatorTree &postDominators, llvm::LoopInfo &loops)
    : uniformity_(uniformity), dominators_(dominators), postDominators_(postDominators), loops_(loops) {
  llvm::ReversePostOrderTraversal<llvm::Function *> reversePostOrder(&function);
  order_.assign(reversePostOrder.begin(), reversePostOrder.end());
  auto inside = loops.getLoopsInPreorder();
  for (Loop *loop : llvm::reverse(inside)) // what an inner loop does decides about the outer ones
    classify(loop);
  classify(nullptr);
  assignOwners();
}

bool MaskPlan::divergesAt(const BasicBlock &block) const {
  auto *terminator = block.getTerminator();
  return terminator->getNumSuccessors() > 1 && uniformity_.isDivergent(terminator);
}

llvm::SmallVector<BasicBlock *, 4> MaskPlan::exitTargets(const Loop &loop) {
  llvm::SmallVector<BasicBlock *, 8> exits;
  loop.getExitBlocks(exits);
  llvm::SmallSetVector<BasicBlock *, 4> distinct;
  for (BasicBlock *exit : exits)
    if (!isDead(*exit))
      distinct.insert(exit);
  return {distinct.begin(), distinct.end()};
}

/// A level is linear when a branch of it, or an inner loop that lanes leave differently, sends lanes down different
/// paths.
void MaskPlan::classify(Loop *level) {
  for (BasicBlock *block : order_) {
    Loop *loop = levelOf(*block);
    if (loop == level && divergesAt(*block))
      linear_.insert(level);
    bool isChildHeader = loop && loop->getHeader() == block && loop->getParentLoop() == level;
    if (isChildHeader && hasDivergentExit(loop)) {
      auto targets = exitTargets(*loop);
      if (targets.size() > 1 || (targets.size() == 1 && levelOf(*targets[0]) != level))
        linear_.insert(level);
    }
  }
  if (level && leavesDivergently(*level))
    divergentExit_.insert(level);
}

bool MaskPlan::leavesDivergently(const Loop &loop) const {
  llvm::SmallVector<Loop::Edge, 8> edges;
  loop.getExitEdges(edges);
  for (auto &[from, to] : edges) {
    if (isDead(*to))
      continue;
    const Loop *inner = outermostLeft(*from, *loop.getHeader());
    if (inner ? hasDivergentExit(inner) : divergesAt(*from))
      return true;
    const BasicBlock *start = inner ? inner->getLoopPreheader() : from;
    if (isLinear(&loop) && !isFull(*start, loop))
      return true;
  }
  return false;
}

/// Every lane that starts an iteration of `loop` comes through `block`, which lies directly in it.
bool MaskPlan::isFull(const BasicBlock &block, const Loop &loop) const {
  return &block == loop.getHeader() || alwaysReaches(*loop.getHeader(), block, &loop);
}

const Loop *MaskPlan::outermostLeft(const BasicBlock &from, const BasicBlock &to) const {
  const Loop *result = nullptr;
  for (const Loop *loop = levelOf(from); loop && !loop->contains(&to); loop = loop->getParentLoop())
    result = loop;
  return result;
}

/// `to` post-dominates `from` within one iteration of `level`: plain post-dominance also counts paths that take the
/// back edge and come through `to` in a later iteration (`continue`).
bool MaskPlan::alwaysReaches(const BasicBlock &from, const BasicBlock &to, const Loop *level) const {
  if (!postDominators_.dominates(&to, &from))
    return false;
  if (!level)
    return true;
  llvm::SmallVector<const BasicBlock *> work{&from};
  llvm::SmallPtrSet<const BasicBlock *, 16> seen;
  while (!work.empty())
    for (const BasicBlock *next : llvm::successors(work.pop_back_val())) {
      if (next == level->getHeader())
        return false;
      if (next != &to && level->contains(next) && seen.insert(next).second)
        work.push_back(next);
    }
  return true;
}

void MaskPlan::assignOwners() {
  for (BasicBlock *block : order_)
    owner_[block] = ownerOf(*block);
}

bool MaskPlan::isUniformBranch(const BasicBlock &block) const {
  auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (levelOf(block) || !isLinear(nullptr) || !branch || branch->isUnconditional() || divergesAt(block) ||
      owner_.lookup(&block))
    return false;
  return llvm::all_of(llvm::successors(&block), [&](const BasicBlock *to) { return !levelOf(*to) && !isDead(*to); }) &&
         llvm::any_of(llvm::successors(&block), [](const BasicBlock *to) { return to->getUniquePredecessor(); });
}

const BasicBlock *MaskPlan::ownerOf(const BasicBlock &block) const {
  auto *node = dominators_.getNode(&block)->getIDom();
  if (!node)
    return nullptr;
  Loop *level = levelOf(block);
  if (level && level->getHeader() == &block)
    return hasDivergentExit(level) ? &block : owner_.lookup(level->getLoopPreheader());
  if (!isLinear(level))
    return levelMaskOwner(level);
  if (const BasicBlock *from = block.getUniquePredecessor(); from && isUniformBranch(*from))
    return nullptr;
  const BasicBlock *above = node->getBlock();
  while (const Loop *left = outermostLeft(*above, block))
    above = left->getLoopPreheader();
  if (levelOf(*above) == level && alwaysReaches(*above, block, level))
    return owner_.lookup(above);
  return &block;
}

llvm::SmallVector<MaskPlan::Item, 16> MaskPlan::items(const Loop *level) const {
  llvm::SmallVector<Item, 16> result;
  llvm::SmallPtrSet<const Loop *, 8> seen;
  for (BasicBlock *block : order_) {
    if ((level && !level->contains(block)) || isDead(*block))
      continue;
    Loop *loop = levelOf(*block);
    if (loop == level) {
      result.push_back({block, nullptr});
      continue;
    }
    while (loop->getParentLoop() != level)
      loop = loop->getParentLoop();
    if (seen.insert(loop).second)
      result.push_back({loop->getLoopPreheader(), loop});
  }
  return result;
}

bool MaskPlan::leavesDivergentLoop(const BasicBlock &from, const BasicBlock &to) const {
  for (const Loop *loop = levelOf(from); loop && !loop->contains(&to); loop = loop->getParentLoop())
    if (hasDivergentExit(loop))
      return true;
  return false;
}

bool MaskPlan::isMaskedJoin(const BasicBlock &block) const {
  Loop *level = levelOf(block);
  return isLinear(level) && !(level && level->getHeader() == &block) && !block.getSinglePredecessor();
}

} // namespace lanecl::simd
