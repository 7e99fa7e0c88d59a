#include "compiler/analysis/OneLane.h"
#include "compiler/analysis/Uniformity.h"
#include "compiler/ir/Queries.h"
#include "llvm/IR/PatternMatch.h"

namespace lanecl::simd {

using namespace llvm::PatternMatch;
using llvm::BasicBlock, llvm::BranchInst, llvm::ICmpInst, llvm::Value;

namespace {

/// Ids of so many bits are as many different numbers as a sub-group has lanes.
constexpr unsigned LeastBits = 8;

} // namespace

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

/// The comparison by which `test` is true, or else `isFalse`: false, of one lane at most; null: of more.
const ICmpInst *OneLane::comparisonOf(const Value &test, bool isFalse) const {
  const Value *a = nullptr, *b = nullptr;
  if (isFalse ? match(&test, m_LogicalOr(m_Value(a), m_Value(b)))
              : match(&test, m_LogicalAnd(m_Value(a), m_Value(b)))) {
    const ICmpInst *first = comparisonOf(*a, isFalse);
    return first ? first : comparisonOf(*b, isFalse);
  }
  const auto wanted = isFalse ? llvm::CmpInst::ICMP_NE : llvm::CmpInst::ICMP_EQ;
  const bool isOfOne = match(&test, m_SpecificICmp(wanted, m_Value(a), m_Value(b))) &&
                       ((!uniformity_.isDivergent(a) && differs(*b)) || (!uniformity_.isDivergent(b) && differs(*a)));
  return isOfOne ? llvm::cast<ICmpInst>(&test) : nullptr;
}

BasicBlock *OneLane::behind(const BasicBlock &block) const {
  auto *branch = llvm::dyn_cast<BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
    return nullptr;
  const llvm::Loop *loop = loops_.getLoopFor(&block);
  for (unsigned successor = 0; successor < 2; ++successor) {
    BasicBlock *next = branch->getSuccessor(successor);
    if (next->getSinglePredecessor() && (!loop || loop->contains(next)) &&
        comparisonOf(*branch->getCondition(), successor != 0))
      return next;
  }
  return nullptr;
}

bool OneLane::isAlwaysTheSame(const BasicBlock &block) const {
  const llvm::Loop *loop = loops_.getLoopFor(&block);
  if (!loop)
    return true;
  auto *branch = llvm::cast<BranchInst>(block.getTerminator());
  const bool isFalse = branch->getSuccessor(0) != behind(block);
  return llvm::all_of(comparisonOf(*branch->getCondition(), isFalse)->operand_values(),
                      [&](const Value *number) { return loop->getOutermostLoop()->isLoopInvariant(number); });
}

} // namespace lanecl::simd
