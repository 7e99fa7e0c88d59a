#include "compiler/analysis/UpdateLoops.h"
#include "llvm/IR/PatternMatch.h"

namespace lanecl {

using namespace llvm::PatternMatch;
using llvm::BasicBlock, llvm::Value;

std::optional<AtomicOperation> exchangeOf(const llvm::Loop &loop) {
  std::optional<AtomicOperation> exchange;
  for (BasicBlock *block : loop.blocks())
    for (llvm::Instruction &instruction : *block)
      if (auto atomic = AtomicOperation::of(instruction)) {
        if (exchange || atomic->op != AtomicOp::CmpXchg)
          return std::nullopt;
        exchange = atomic;
      }
  const bool isOne = exchange && exchange->isForOneLane() && loop.isLoopInvariant(exchange->pointer());
  return isOne ? exchange : std::nullopt;
}

Value *withoutCast(Value *value) {
  match(value, m_BitCast(m_Value(value)));
  return value;
}

bool expectsWhatItSees(const AtomicOperation &exchange, const llvm::Loop &loop) {
  Value *old = withoutCast(exchange.source1());
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(old))
    return loop.contains(load) && load->getPointerOperand() == exchange.pointer() &&
           !llvm::isStrongerThanMonotonic(load->getOrdering());
  auto *phi = llvm::dyn_cast<llvm::PHINode>(old);
  if (!phi || phi->getParent() != loop.getHeader() || !loop.getLoopLatch() || phi->getNumIncomingValues() != 2)
    return false;
  Value *next = withoutCast(phi->getIncomingValueForBlock(loop.getLoopLatch()));
  // found == old ? old : found, which is found
  Value *equal = nullptr, *different = nullptr;
  llvm::CmpPredicate predicate;
  auto compared = m_c_ICmp(predicate, m_Specific(exchange.call), m_Specific(old));
  if (match(next, m_Select(compared, m_Value(equal), m_Value(different)))) {
    if (predicate == llvm::CmpInst::ICMP_NE)
      std::swap(equal, different);
    bool isEquality = predicate == llvm::CmpInst::ICMP_NE || predicate == llvm::CmpInst::ICMP_EQ;
    return isEquality && (equal == old || equal == exchange.call) && different == exchange.call;
  }
  return next == exchange.call;
}

ExchangeEdges edgesBehind(const AtomicOperation &exchange) {
  auto *branch = llvm::dyn_cast<llvm::BranchInst>(exchange.call->getParent()->getTerminator());
  llvm::CmpPredicate predicate;
  if (!branch || !branch->isConditional() ||
      !match(branch->getCondition(), m_c_ICmp(predicate, m_Specific(exchange.call), m_Specific(exchange.source1()))) ||
      !llvm::ICmpInst::isEquality(predicate))
    return {};
  BasicBlock *first = branch->getSuccessor(0), *second = branch->getSuccessor(1);
  return predicate == llvm::CmpInst::ICMP_EQ ? ExchangeEdges{first, second} : ExchangeEdges{second, first};
}

} // namespace lanecl
