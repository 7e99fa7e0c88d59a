#include "compiler/transform/lanes/EndLanes.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/PatternMatch.h"

namespace lanecl::simd {

using namespace llvm::PatternMatch;
using llvm::CmpInst, llvm::Value;

namespace {

constexpr unsigned MaxDepth = 8; ///< of a condition

bool isLess(CmpInst::Predicate predicate) {
  return predicate == CmpInst::ICMP_ULT || predicate == CmpInst::ICMP_ULE || predicate == CmpInst::ICMP_SLT ||
         predicate == CmpInst::ICMP_SLE;
}

/// Of numbers one after the other that wrap round one is the utmost, which passes whatever it is compared with.
bool isOfUtmost(CmpInst::Predicate predicate, int64_t stride) {
  return stride == 1    ? predicate == CmpInst::ICMP_UGE || predicate == CmpInst::ICMP_SGE
         : stride == -1 ? predicate == CmpInst::ICMP_ULE || predicate == CmpInst::ICMP_SLE
                        : false;
}

/// Both sides of `condition`, which is `a and b` or `a or b`.
bool isOfTwo(Value &condition, Value *&a, Value *&b) {
  return match(&condition, m_LogicalAnd(m_Value(a), m_Value(b))) ||
         match(&condition, m_LogicalOr(m_Value(a), m_Value(b)));
}

/// It is as wanted where both sides are, not where one is.
bool wantsBoth(Value &ofTwo, bool wanted) { return match(&ofTwo, m_LogicalAnd(m_Value(), m_Value())) == wanted; }

} // namespace

/// The numbers rise or fall from lane to lane, as numbers with a sign. To addresses it does not matter whether those of
/// 64 bits wrap round; a range may cross 2^63 (OpenCL API, clEnqueueNDRangeKernel).
bool EndLanes::isMonotone(const Value &linear, int64_t stride) const {
  constexpr unsigned Spare = 2; // bits: the last lane is closer than a quarter of all numbers
  return linear.getType()->getIntegerBitWidth() < 64 ||
         (llvm::isInt<32>(stride) && llvm::ComputeNumSignBits(&linear, f_.data) >= Spare);
}

std::optional<EndLanes::Comparison> EndLanes::comparisonOf(const Value &condition, bool wanted) const {
  auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&condition);
  if (!compare || !compare->getOperand(0)->getType()->isIntegerTy())
    return std::nullopt;
  Value *left = compare->getOperand(0), *right = compare->getOperand(1);
  CmpInst::Predicate predicate = wanted ? compare->getPredicate() : compare->getInversePredicate();
  if (!f_.values.isAtHand(*left) || !f_.values.isAtHand(*right))
    return std::nullopt;
  if (f_.shapes.isUniform(left)) {
    std::swap(left, right);
    predicate = CmpInst::getSwappedPredicate(predicate);
  }
  const Shape shape = f_.shapes.of(left);
  if (!shape.isLinear() || shape.guard || shape.lowBits || !shape.stride || !f_.shapes.isUniform(right))
    return std::nullopt;
  const bool keepsOrder =
      shape.nsw && isMonotone(*left, shape.stride) &&
      (!CmpInst::isUnsigned(predicate) || llvm::isKnownNonNegative(left, llvm::SimplifyQuery(f_.data)));
  if (!keepsOrder && !isOfUtmost(predicate, shape.stride))
    return std::nullopt;
  return Comparison{left, right, predicate, shape.stride, !keepsOrder};
}

/// What is asked of one lane is asked of the same for all parts. The utmost of numbers that wrap round is another one:
/// it tells only where it is enough by itself.
bool EndLanes::isToldBy(End end, Value &condition, bool wanted, bool isEnough, unsigned depth) const {
  if (f_.shapes.isUniform(&condition))
    return f_.values.isAtHand(condition);
  Value *a = nullptr, *b = nullptr;
  if (depth == MaxDepth)
    return false;
  if (match(&condition, m_Not(m_Value(a))))
    return isToldBy(end, *a, !wanted, isEnough, depth + 1);
  if (isOfTwo(condition, a, b)) {
    isEnough &= !wantsBoth(condition, wanted);
    return isToldBy(end, *a, wanted, isEnough, depth + 1) && isToldBy(end, *b, wanted, isEnough, depth + 1);
  }
  auto compared = comparisonOf(condition, wanted);
  return compared && (isEnough || !compared->mayWrap) && CmpInst::isRelational(compared->predicate) &&
         (isLess(compared->predicate) == (compared->stride > 0)) == (end == End::First);
}

/// Whether the condition is as wanted in the lane at the end.
Value *EndLanes::valueAt(End end, Value &condition, bool wanted) {
  if (f_.shapes.isUniform(&condition)) {
    Value *all = f_.scalar(&condition);
    return wanted ? all : b_.CreateNot(all);
  }
  Value *a = nullptr, *b = nullptr;
  if (match(&condition, m_Not(m_Value(a))))
    return valueAt(end, *a, !wanted);
  if (isOfTwo(condition, a, b)) {
    Value *first = valueAt(end, *a, wanted), *second = valueAt(end, *b, wanted);
    return wantsBoth(condition, wanted) ? b_.CreateLogicalAnd(first, second) : b_.CreateLogicalOr(first, second);
  }
  const Comparison compared = *comparisonOf(condition, wanted);
  Value *first = f_.scalar(compared.linear), *number = first;
  if (end == End::Last)
    number = b_.CreateAdd(first, llvm::ConstantInt::getSigned(first->getType(), compared.stride * (b_.width - 1)));
  Value *result = b_.CreateICmp(compared.predicate, number, f_.scalar(compared.uniform));
  if (!compared.mayWrap)
    return result;
  Value *wraps = b_.CreateICmp(CmpInst::getStrictPredicate(compared.predicate), first, number);
  return b_.CreateOr(result, wraps);
}

/// The lanes' numbers follow one another: one of them is the other one if that lies among so many.
Value *EndLanes::anyMeets(const Comparison &equality) {
  Value *first = f_.scalar(equality.linear), *wanted = f_.scalar(equality.uniform);
  Value *lane = equality.stride > 0 ? b_.CreateSub(wanted, first) : b_.CreateSub(first, wanted);
  return b_.CreateICmpULT(lane, llvm::ConstantInt::get(lane->getType(), b_.width));
}

Value *EndLanes::anyHas(Value &condition, bool wanted) {
  if (f_.shapes.isUniform(&condition))
    return nullptr;
  auto compared = comparisonOf(condition, wanted);
  if (compared && compared->predicate == CmpInst::ICMP_EQ && std::abs(compared->stride) == 1)
    return anyMeets(*compared);
  for (End end : {End::First, End::Last})
    if (isToldBy(end, condition, wanted, true, 0))
      return valueAt(end, condition, wanted);
  return nullptr;
}

} // namespace lanecl::simd
