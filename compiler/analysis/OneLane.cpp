#include "compiler/analysis/OneLane.h"
#include "compiler/analysis/Uniformity.h"
#include "compiler/ir/Queries.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

namespace lanecl::simd {

using namespace llvm::PatternMatch;
using llvm::BasicBlock, llvm::BranchInst, llvm::Value;

namespace {

/// Ids of so many bits are as many different numbers as a sub-group has lanes.
constexpr unsigned LeastBits = 8;

} // namespace

/// A number that each lane has another of.
bool OneLane::differs(const Value &value) const {
  const Value *a = nullptr, *b = nullptr;
  auto isDivergent = [&](const Value *operand) { return uniformity_.isDivergent(operand); };
  if (auto query = queryOf(value))
    return isDivergent(&value) && differsInLanes(*query);
  if (match(&value, m_ZExtOrSExt(m_Value(a))) || match(&value, m_Freeze(m_Value(a))) ||
      (match(&value, m_Trunc(m_Value(a))) && value.getType()->getScalarSizeInBits() >= LeastBits))
    return differs(*a);
  if (match(&value, m_Add(m_Value(a), m_Value(b))) || match(&value, m_Sub(m_Value(a), m_Value(b))) ||
      match(&value, m_Xor(m_Value(a), m_Value(b))) || match(&value, m_DisjointOr(m_Value(a), m_Value(b))))
    return (!isDivergent(a) && differs(*b)) || (!isDivergent(b) && differs(*a));
  return false;
}

/// The number that all have alike where `test` is true, or else `isFalse`: false, of one lane at most; null: of more.
const Value *OneLane::numberOf(const Value &test, bool isFalse) const {
  const Value *a = nullptr, *b = nullptr;
  if (isFalse ? match(&test, m_LogicalOr(m_Value(a), m_Value(b)))
              : match(&test, m_LogicalAnd(m_Value(a), m_Value(b)))) {
    const Value *number = numberOf(*a, isFalse);
    return number ? number : numberOf(*b, isFalse);
  }
  const auto wanted = isFalse ? llvm::CmpInst::ICMP_NE : llvm::CmpInst::ICMP_EQ;
  if (!match(&test, m_SpecificICmp(wanted, m_Value(a), m_Value(b))))
    return nullptr;
  if (!uniformity_.isDivergent(a) && differs(*b))
    return a;
  return !uniformity_.isDivergent(b) && differs(*a) ? b : nullptr;
}

BasicBlock *OneLane::behind(const BasicBlock &block) const {
  auto *branch = llvm::dyn_cast<BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
    return nullptr;
  const llvm::Loop *loop = loops_.getLoopFor(&block);
  for (unsigned way = 0; way < 2; ++way) {
    BasicBlock *next = branch->getSuccessor(way);
    if (next->getSinglePredecessor() && (!loop || loop->contains(next)) && numberOf(*branch->getCondition(), way != 0))
      return next;
  }
  return nullptr;
}

bool OneLane::isAlwaysTheSame(const BasicBlock &block) const {
  const BasicBlock *next = behind(block);
  if (!next || !loops_.getLoopFor(&block))
    return next;
  auto *branch = llvm::cast<BranchInst>(block.getTerminator());
  const Value *number = numberOf(*branch->getCondition(), branch->getSuccessor(0) != next);
  return llvm::isa<llvm::Constant, llvm::Argument>(number);
}

} // namespace lanecl::simd
