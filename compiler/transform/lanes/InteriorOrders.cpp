#include "compiler/transform/lanes/InteriorOrders.h"
#include "compiler/transform/prepare/CountIterations.h"

namespace lanecl {
namespace {

constexpr int64_t SmallBound = 64; ///< a constant below is the near end of a range, one beyond the far end

} // namespace

using llvm::Instruction, llvm::Value;

/// The branch at which a comparison ends a loop: whether that goes on is not claimed.
llvm::BranchInst *InteriorOrders::endOfLoop(llvm::ICmpInst &compare) {
  auto &loops = values_.loops();
  for (llvm::User *user : compare.users()) {
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(user);
    llvm::Loop *loop = branch ? loops.getLoopFor(branch->getParent()) : nullptr;
    if (loop && (loop->isLoopExiting(branch->getParent()) || loop->isLoopLatch(branch->getParent())))
      return branch;
  }
  return nullptr;
}

bool InteriorOrders::claimGuard(InteriorItems &extent, const Guard &guard, bool isSigned) {
  unsigned width = guard.position.getType()->getIntegerBitWidth();
  auto where = extent.sums.fitting(guard.position, width, isSigned),
       end = extent.sums.fitting(guard.bound, width, isSigned);
  if (!where || !end)
    return false;
  extent.need(*where);
  extent.need(*end);
  llvm::IRBuilder<> &b = extent.b;
  if (llvm::ICmpInst::isEquality(guard.holds)) {
    extent.need(b.CreateOr(b.CreateICmpSLT(where->high, end->low), b.CreateICmpSGT(where->low, end->high)));
  } else {
    bool below = llvm::ICmpInst::isLT(guard.holds) || llvm::ICmpInst::isLE(guard.holds);
    extent.need(b.CreateICmp(llvm::ICmpInst::getSignedPredicate(guard.holds), below ? where->high : where->low,
                             below ? end->low : end->high));
  }
  return true;
}

bool InteriorOrders::claimClamp(InteriorItems &extent, const llvm::MinMaxIntrinsic &clamp, Value &position,
                                Value &bound) {
  auto id = clamp.getIntrinsicID();
  bool isSigned = llvm::MinMaxIntrinsic::isSigned(id),
       isMaximum = id == llvm::Intrinsic::smax || id == llvm::Intrinsic::umax;
  unsigned width = clamp.getType()->getIntegerBitWidth();
  auto where = extent.sums.fitting(position, width, isSigned), end = extent.sums.fitting(bound, width, isSigned);
  if (!where || !end)
    return false;
  extent.need(*where);
  extent.need(*end);
  extent.need(isMaximum ? extent.b.CreateICmpSGE(where->low, end->high)
                        : extent.b.CreateICmpSLE(where->high, end->low));
  return true;
}

/// The counter of a loop, which starts with `start` and has come to an end beyond `limit`, meets no end of its type.
bool InteriorOrders::claimEnds(InteriorItems &extent, Value &start, Value &limit) {
  unsigned width = start.getType()->getIntegerBitWidth();
  for (Value *end : {&start, &limit}) {
    auto range = extent.sums.fitting(*end, width, true);
    if (!range)
      return false;
    extent.need(*range);
    extent.need(extent.b.CreateICmpSGE(range->low, extent.b.getInt64(0)));
    extent.need(extent.b.CreateICmpSLT(range->high, extent.b.getInt64(llvm::maxIntN(width))));
  }
  return true;
}

/// What a number is made of does not wrap, as is known then.
void InteriorOrders::promiseSums(Value &value) {
  InteriorItems::Sums ofGroup, ofSubGroup;
  if (!values_.isDivergent(value) || (body_.group.condition() && !body_.group.sumOf(value, ofGroup)) ||
      !body_.subGroup.sumOf(value, ofSubGroup))
    return;
  for (Instruction *sum : ofSubGroup)
    ExactSums::promise(*sum);
}

void InteriorOrders::claimComparison(llvm::ICmpInst &compare) {
  Value *position = compare.getOperand(0), *bound = compare.getOperand(1);
  if (!position->getType()->isIntegerTy() || position->getType()->getIntegerBitWidth() > 64)
    return;
  if (const llvm::BranchInst *end = endOfLoop(compare))
    return claimEnd(compare, *end);
  auto predicate = compare.getPredicate();
  if (values_.isOfPlace(*bound)) {
    std::swap(position, bound);
    predicate = compare.getSwappedPredicate();
  }
  if (!values_.isOfPlace(*position) || values_.isOfPlace(*bound) ||
      (compare.isEquality() && (values_.isInProgression(*position) || values_.isInProgression(*bound))))
    return;
  auto *constant = llvm::dyn_cast<llvm::ConstantInt>(bound);
  bool isNear = constant && constant->getValue().sge(-SmallBound) && constant->getValue().sle(SmallBound);
  bool asksLess = llvm::ICmpInst::isLT(predicate) || llvm::ICmpInst::isLE(predicate);
  bool value =
      compare.isEquality() ? predicate == llvm::ICmpInst::ICMP_NE : sides_.wanted(compare).value_or(asksLess != isNear);
  Guard guard{*position, *bound, value ? predicate : llvm::ICmpInst::getInversePredicate(predicate)};
  const bool isSigned = compare.isSigned() || compare.isEquality();
  if (!claimGuard(body_.subGroup, guard, isSigned))
    return;
  if (!claimGuard(body_.group, guard, isSigned))
    body_.group.giveUp();
  bool isIndex = llvm::any_of(compare.users(), [](const llvm::User *user) {
    return llvm::isa<llvm::SelectInst>(user) && user->getType()->isIntegerTy() && !user->getType()->isIntegerTy(1);
  });
  // In loops what a mask costs is paid in each iteration.
  bool isInLoop = values_.loops().getLoopFor(compare.getParent()) != nullptr;
  if (values_.isDivergent(compare))
    ++(isIndex || isInLoop ? body_.indices : body_.guards);
  values_.claim(compare, b_.getInt1(value));
}

void InteriorOrders::claimExtremum(llvm::MinMaxIntrinsic &clamp) {
  Value *position = clamp.getArgOperand(0), *bound = clamp.getArgOperand(1);
  if (values_.isOfPlace(*bound))
    std::swap(position, bound);
  if (!values_.isOfPlace(*position) || values_.isOfPlace(*bound))
    return;
  if (!claimClamp(body_.subGroup, clamp, *position, *bound))
    return;
  if (!claimClamp(body_.group, clamp, *position, *bound))
    body_.group.giveUp();
  promiseSums(*position);
  body_.indices += values_.isDivergent(clamp);
  values_.claim(clamp, position);
}

void InteriorOrders::claimDifference(llvm::SaturatingInst &difference) {
  Value *a = difference.getLHS(), *b = difference.getRHS();
  if (difference.getIntrinsicID() != llvm::Intrinsic::usub_sat || values_.isOfPlace(*a) == values_.isOfPlace(*b))
    return;
  // As signed numbers they are apart by less than would wrap if the smaller one is not negative.
  auto claimOrder = [&](InteriorItems &extent) {
    Value *zero = llvm::ConstantInt::get(b->getType(), 0);
    return claimGuard(extent, {*b, *zero, llvm::CmpInst::ICMP_SGE}, true) &&
           claimGuard(extent, {*a, *b, llvm::CmpInst::ICMP_SGE}, true);
  };
  if (!claimOrder(body_.subGroup))
    return;
  if (!claimOrder(body_.group))
    body_.group.giveUp();
  promiseSums(*a);
  promiseSums(*b);
  body_.indices += values_.isDivergent(difference);
  llvm::IRBuilder<> builder(&difference);
  Value *plain = builder.CreateSub(a, b, "", true, true);
  values_.keepDivergent(difference, *plain);
  values_.claim(difference, plain);
}

/// `for (i = x; i <= y; ++i)` of numbers without a sign: they are such with one, and none wraps. Loops are counted
/// then.
void InteriorOrders::claimEnd(llvm::ICmpInst &compare, const llvm::BranchInst &branch) {
  const llvm::Loop &loop = *values_.loops().getLoopFor(branch.getParent());
  auto &dominators = values_.dominators();
  bool isAlwaysAsked = loop.getLoopLatch() && dominators.dominates(branch.getParent(), loop.getLoopLatch());
  auto end = isAlwaysAsked ? countedEnd(loop, branch) : std::nullopt;
  if (!end || !values_.isDivergent(*end->start) || !values_.isOfPlace(*end->start) ||
      end->start->getType()->getIntegerBitWidth() > 32 ||
      !values_.cancels(*values_.evolution().getMinusSCEV(values_.evolution().getSCEV(end->limit),
                                                         values_.evolution().getSCEV(end->start)),
                       *branch.getParent()))
    return;
  promiseSums(*end->start);
  promiseSums(*end->limit);
  if (!compare.isUnsigned() || !claimEnds(body_.subGroup, *end->start, *end->limit))
    return;
  if (!claimEnds(body_.group, *end->start, *end->limit))
    body_.group.giveUp();
  end->step->setHasNoSignedWrap();
  end->step->setHasNoUnsignedWrap();
  compare.setPredicate(compare.getSignedPredicate());
  ++body_.indices;
}

} // namespace lanecl
