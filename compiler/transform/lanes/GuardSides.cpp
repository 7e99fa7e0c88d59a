#include "compiler/transform/lanes/GuardSides.h"
#include "compiler/analysis/Costs.h"
#include "llvm/IR/PatternMatch.h"

namespace lanecl {
namespace {

constexpr unsigned MaxSideDepth = 12; ///< of a condition

/// What is only reached through the edge, roughly; stores count, for they are what guards are for.
uint64_t weightBehind(const llvm::DomTreeNode &from, const llvm::BasicBlock &to) {
  if (to.getSinglePredecessor() != from.getBlock())
    return 0;
  uint64_t size = 0;
  for (const llvm::DomTreeNode *child : from.children())
    if (child->getBlock() == &to)
      for (auto *node : llvm::depth_first(child))
        for (const llvm::Instruction &instruction : *node->getBlock())
          size += instruction.mayWriteToMemory() ? costs::Effect : !instruction.isTerminator();
  return size;
}

} // namespace

GuardSides::GuardSides(llvm::Function &function, const llvm::DominatorTree &dominators) {
  for (llvm::BasicBlock &block : function) {
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    const llvm::DomTreeNode *node = dominators.getNode(&block);
    if (!branch || !branch->isConditional() || !node)
      continue;
    uint64_t then = weightBehind(*node, *branch->getSuccessor(0)),
             other = weightBehind(*node, *branch->getSuccessor(1));
    if (std::max(then, other) >= costs::LeastSide && (then > other * costs::MuchMore || other > then * costs::MuchMore))
      want(*branch->getCondition(), then > other);
  }
}

std::optional<bool> GuardSides::wanted(const llvm::ICmpInst &compare) const {
  auto found = wanted_.find(&compare);
  return found == wanted_.end() ? std::nullopt : std::optional(found->second);
}

void GuardSides::want(const llvm::Value &condition, bool value, unsigned depth) {
  using namespace llvm::PatternMatch;
  const llvm::Value *a = nullptr, *b = nullptr;
  if (auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&condition)) {
    wanted_.try_emplace(compare, value);
  } else if (depth == MaxSideDepth) {
    return;
  } else if (match(&condition, m_Not(m_Value(a)))) {
    want(*a, !value, depth + 1);
  } else if (value ? match(&condition, m_LogicalAnd(m_Value(a), m_Value(b)))
                   : match(&condition, m_LogicalOr(m_Value(a), m_Value(b)))) {
    want(*a, value, depth + 1);
    want(*b, value, depth + 1);
  }
}

} // namespace lanecl
