#include "compiler/transform/robust/GroupRanges.h"
#include "llvm/Analysis/LoopInfo.h"

namespace lanecl {

using llvm::SCEV, llvm::Value;

namespace {

constexpr unsigned MaxBits = RangeArithmetic::MaxBits, WideBits = RangeArithmetic::WideBits,
                   HalfBits = RangeArithmetic::HalfBits;
constexpr unsigned UsefulBits = 24; ///< a constant range beyond says nothing: no buffer has it all

unsigned bitsOf(int64_t value) {
  return llvm::APInt(64, static_cast<uint64_t>(value < 0 ? -(value + 1) : value)).getActiveBits() + 1;
}

} // namespace

std::optional<ValueRange> GroupRanges::of(const SCEV *value) {
  auto found = known_.find(value);
  if (found != known_.end())
    return found->second;
  auto result = structure(value);
  if (!result)
    result = constantRange(value);
  return known_[value] = result;
}

std::optional<ValueRange> GroupRanges::constantRange(const SCEV *value) {
  if (!value->getType()->isIntegerTy() || value->getType()->getIntegerBitWidth() > 64)
    return std::nullopt;
  llvm::ConstantRange range = evolution_.getSignedRange(value);
  if (range.isEmptySet() || range.isFullSet())
    return std::nullopt;
  int64_t low = range.getSignedMin().getSExtValue(), high = range.getSignedMax().getSExtValue();
  unsigned bits = std::max(bitsOf(low), bitsOf(high));
  if (bits > UsefulBits)
    return std::nullopt;
  return ValueRange{arithmetic_.number(low), arithmetic_.number(high), bits, {}};
}

std::optional<ValueRange> GroupRanges::structure(const SCEV *value) {
  switch (value->getSCEVType()) {
  case llvm::scConstant: {
    const llvm::APInt &constant = llvm::cast<llvm::SCEVConstant>(value)->getAPInt();
    if (constant.getSignificantBits() > MaxBits)
      return std::nullopt;
    Value *same = arithmetic_.number(constant.getSExtValue());
    return ValueRange{same, same, bitsOf(constant.getSExtValue()), {}};
  }
  case llvm::scTruncate:
    return of(llvm::cast<llvm::SCEVCastExpr>(value)->getOperand());
  case llvm::scSignExtend:
  case llvm::scZeroExtend: {
    const SCEV *from = llvm::cast<llvm::SCEVCastExpr>(value)->getOperand();
    auto range = of(from);
    if (!range)
      return std::nullopt;
    unsigned bits = from->getType()->getIntegerBitWidth();
    if (lanes_ && range->isPoint() && range->bits >= bits && value->getSCEVType() == llvm::scZeroExtend) {
      Value *low = b_.CreateAnd(range->low, b_.getInt64(llvm::maskTrailingOnes<uint64_t>(bits)));
      return ValueRange{low, low, bits, range->needs};
    }
    arithmetic_.needsFit(*range, from->getType()->getIntegerBitWidth(), value->getSCEVType() == llvm::scSignExtend);
    if (auto always = constantRange(value); always && !range->needs.empty())
      return arithmetic_.orElse(*range, *always);
    return range;
  }
  case llvm::scAddExpr:
    return folded(*llvm::cast<llvm::SCEVNAryExpr>(value), &RangeArithmetic::add);
  case llvm::scMulExpr:
    return folded(*llvm::cast<llvm::SCEVNAryExpr>(value), &RangeArithmetic::multiply);
  case llvm::scAddRecExpr:
    return progression(*llvm::cast<llvm::SCEVAddRecExpr>(value));
  case llvm::scSMaxExpr:
  case llvm::scSMinExpr:
    return choice(*llvm::cast<llvm::SCEVNAryExpr>(value), value->getSCEVType() == llvm::scSMaxExpr, true);
  case llvm::scUMaxExpr:
  case llvm::scUMinExpr:
    return choice(*llvm::cast<llvm::SCEVNAryExpr>(value), value->getSCEVType() == llvm::scUMaxExpr, false);
  case llvm::scUDivExpr:
    return quotient(*llvm::cast<llvm::SCEVUDivExpr>(value));
  case llvm::scUnknown:
    return leaf(*llvm::cast<llvm::SCEVUnknown>(value));
  default:
    return std::nullopt;
  }
}

std::optional<ValueRange> GroupRanges::folded(const llvm::SCEVNAryExpr &value, Combination combine) {
  std::optional<ValueRange> total;
  for (const SCEV *operand : value.operands()) {
    auto range = of(operand);
    if (!range)
      return std::nullopt;
    total = total ? (arithmetic_.*combine)(*total, *range) : *range;
  }
  return total;
}

std::optional<ValueRange> GroupRanges::choice(const llvm::SCEVNAryExpr &value, bool isMaximum, bool isSigned) {
  std::optional<ValueRange> total;
  for (const SCEV *operand : value.operands()) {
    auto range = of(operand);
    if (!range)
      return std::nullopt;
    arithmetic_.needsFit(*range, value.getType()->getIntegerBitWidth(), isSigned);
    if (!total) {
      total = range;
      continue;
    }
    bool isPoint = total->isPoint() && range->isPoint();
    total->low = isMaximum ? arithmetic_.greatest(total->low, range->low) : arithmetic_.least(total->low, range->low);
    total->high = isPoint     ? total->low
                  : isMaximum ? arithmetic_.greatest(total->high, range->high)
                              : arithmetic_.least(total->high, range->high);
    total->bits = std::max(total->bits, range->bits);
    arithmetic_.join(*total, *range);
  }
  return total;
}

std::optional<ValueRange> GroupRanges::quotient(const llvm::SCEVUDivExpr &value) {
  auto range = of(value.getLHS()), divisor = of(value.getRHS());
  if (!range || !divisor || !divisor->isPoint())
    return std::nullopt;
  unsigned width = value.getType()->getIntegerBitWidth();
  arithmetic_.needsFit(*range, width, /*isSigned=*/false);
  arithmetic_.needsFit(*divisor, width, /*isSigned=*/false);
  arithmetic_.join(*range, *divisor);
  Value *by = divisor->low;
  if (!llvm::isa<llvm::Constant>(by))
    range->needs.push_back(b_.CreateICmpSGT(by, arithmetic_.number(0)));
  else if (by == arithmetic_.number(0))
    return std::nullopt;
  bool isSame = range->isPoint();
  range->low = arithmetic_.quotient(range->low, by, width);
  range->high = isSame ? range->low : arithmetic_.quotient(range->high, by, width);
  return range;
}

/// start + iteration * step, with the iterations from 0 to the last one that the loop may come to. (A loop that is
/// never entered may seem to have -1: then the conditions do not hold.)
std::optional<ValueRange> GroupRanges::progression(const llvm::SCEVAddRecExpr &value) {
  auto iterations = value.isAffine() ? iterationsOf(*value.getLoop()) : std::nullopt;
  return iterations ? progression(value, *iterations) : std::nullopt;
}

std::optional<ValueRange> GroupRanges::progression(const llvm::SCEVAddRecExpr &value, const ValueRange &iterations) {
  auto start = of(value.getStart()), step = of(value.getStepRecurrence(evolution_));
  if (!start || !step)
    return std::nullopt;
  return arithmetic_.add(*start, arithmetic_.multiply(iterations, *step));
}

/// From 0 to the number of times that the loop goes round, at most.
std::optional<ValueRange> GroupRanges::iterationsOf(const llvm::Loop &loop) {
  auto [found, isNew] = iterations_.try_emplace(&loop);
  if (!isNew)
    return found->second;
  const SCEV *last = evolution_.getSymbolicMaxBackedgeTakenCount(&loop);
  bool isKnown = !llvm::isa<llvm::SCEVCouldNotCompute>(last);
  auto count = isKnown ? of(last) : countedTo(loop);
  if (!count)
    return std::nullopt;
  if (isKnown)
    arithmetic_.needsFit(*count, last->getType()->getIntegerBitWidth(), /*isSigned=*/false);
  return iterations_[&loop] = ValueRange{arithmetic_.number(0), count->high, count->bits, count->needs};
}

/// The condition under which the loop goes round again, as a counter's relation to a bound.
std::optional<GroupRanges::Counter> GroupRanges::counterOf(const llvm::Loop &loop) {
  llvm::BasicBlock *latch = loop.getLoopLatch();
  auto *branch = latch ? llvm::dyn_cast<llvm::BranchInst>(latch->getTerminator()) : nullptr;
  auto *compare = branch && branch->isConditional() ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition()) : nullptr;
  if (!compare || !compare->getOperand(0)->getType()->isIntegerTy())
    return std::nullopt;
  auto goesOn = branch->getSuccessor(0) == loop.getHeader() ? compare->getPredicate() : compare->getInversePredicate();
  const SCEV *number = evolution_.getSCEV(compare->getOperand(0)), *bound = evolution_.getSCEV(compare->getOperand(1));
  if (!llvm::isa<llvm::SCEVAddRecExpr>(number)) {
    std::swap(number, bound);
    goesOn = llvm::ICmpInst::getSwappedPredicate(goesOn);
  }
  auto *counter = llvm::dyn_cast<llvm::SCEVAddRecExpr>(number);
  if (!counter || counter->getLoop() != &loop || !counter->isAffine() || !evolution_.isLoopInvariant(bound, &loop) ||
      !llvm::ICmpInst::isRelational(goesOn))
    return std::nullopt;
  return Counter{counter, bound, goesOn};
}

/// SCEV counts no loop whose counter might step over the end of its type. Here its last value must not, which is not
/// more than a step behind the bound.
std::optional<ValueRange> GroupRanges::countedTo(const llvm::Loop &loop) {
  auto counter = counterOf(loop);
  if (!counter)
    return std::nullopt;
  auto start = of(counter->number->getStart()), step = of(counter->number->getStepRecurrence(evolution_)),
       bound = of(counter->bound);
  if (!start || !step || !bound || !step->isPoint())
    return std::nullopt;
  unsigned width = counter->bound->getType()->getIntegerBitWidth();
  bool isSigned = llvm::ICmpInst::isSigned(counter->goesOn),
       isUp = llvm::ICmpInst::isLT(counter->goesOn) || llvm::ICmpInst::isLE(counter->goesOn);
  arithmetic_.needsFit(*start, width, isSigned);
  arithmetic_.needsFit(*bound, width, isSigned);
  arithmetic_.needsFit(*step, std::min(width, HalfBits + 1), true);
  Value *by = isUp ? step->low : b_.CreateNeg(step->low);
  Value *distance = isUp ? b_.CreateSub(bound->high, start->low) : b_.CreateSub(start->high, bound->low);
  if (!llvm::ICmpInst::isStrictPredicate(counter->goesOn))
    distance = b_.CreateAdd(distance, arithmetic_.number(1));
  Value *isStep = b_.CreateICmpSGT(by, arithmetic_.number(0));
  Value *divisor = b_.CreateSelect(isStep, by, arithmetic_.number(1));
  Value *rounded =
      b_.CreateAdd(arithmetic_.greatest(distance, arithmetic_.number(0)), b_.CreateSub(divisor, arithmetic_.number(1)));
  Value *count = b_.CreateUDiv(rounded, divisor);
  ValueRange past = arithmetic_.add(*bound, *step);
  arithmetic_.needsFit(past, width, isSigned);
  ValueRange result{count, count, std::max(start->bits, bound->bits) + 2, past.needs};
  RangeArithmetic::join(result, *start);
  result.needs.push_back(isStep);
  return result;
}

std::optional<ValueRange> GroupRanges::leaf(const llvm::SCEVUnknown &unknown) {
  Value *value = unknown.getValue();
  if (!value->getType()->isIntegerTy() || value->getType()->getIntegerBitWidth() > 64)
    return std::nullopt;
  if (llvm::isa<llvm::Argument>(value))
    return same(*value);
  auto range = ids_.of(*value);
  if (range)
    range->bits = evolution_.getUnsignedRangeMax(&unknown).getActiveBits();
  if (range && range->bits > WideBits) {
    range->bits = MaxBits + 1;
    arithmetic_.needsBelow(*range, WideBits);
  }
  auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
  return range || !instruction ? range : this->instruction(*instruction);
}

Value *GroupRanges::sameInAll(Value &value) {
  Value *known = copies_.of(value);
  return known ? b_.CreateSExt(known, b_.getInt64Ty()) : nullptr;
}

/// A value that is the same in all work-items.
std::optional<ValueRange> GroupRanges::same(Value &value) {
  Value *wide = sameInAll(value);
  if (!wide)
    return std::nullopt;
  ValueRange range{wide, wide, value.getType()->getIntegerBitWidth(), {}};
  arithmetic_.needsBelow(range, std::max(WideBits, HalfBits + 1));
  return range;
}

/// What SCEV has no words for.
std::optional<ValueRange> GroupRanges::instruction(llvm::Instruction &instruction) {
  using llvm::Instruction;
  if (auto whole = same(instruction))
    return whole;
  unsigned width = instruction.getType()->getIntegerBitWidth();
  switch (instruction.getOpcode()) {
  case Instruction::Select: {
    auto *choice = llvm::cast<llvm::SelectInst>(&instruction);
    auto a = of(evolution_.getSCEV(choice->getTrueValue())), c = of(evolution_.getSCEV(choice->getFalseValue()));
    if (!a || !c)
      return std::nullopt;
    arithmetic_.needsFit(*a, width, true);
    arithmetic_.needsFit(*c, width, true);
    arithmetic_.unite(*a, *c);
    return a;
  }
  case Instruction::SDiv:
  case Instruction::AShr: { // both grow with their operand
    auto *by = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
    auto range = of(evolution_.getSCEV(instruction.getOperand(0)));
    bool isShift = instruction.getOpcode() == Instruction::AShr;
    if (!by || !range || (isShift ? by->getValue().uge(width) : !by->getValue().isStrictlyPositive()))
      return std::nullopt;
    arithmetic_.needsFit(*range, width, true);
    bool isSame = range->isPoint();
    Value *number = b_.getInt64(by->getZExtValue());
    auto apply = [&](Value *value) { return isShift ? b_.CreateAShr(value, number) : b_.CreateSDiv(value, number); };
    range->low = apply(range->low);
    range->high = isSame ? range->low : apply(range->high);
    return range;
  }
  case Instruction::URem:
  case Instruction::SRem:
    return remainder(instruction);
  default:
    return std::nullopt;
  }
}

/// Of a number that is not negative, by one that all work-items have.
std::optional<ValueRange> GroupRanges::remainder(llvm::Instruction &instruction) {
  auto by = of(evolution_.getSCEV(instruction.getOperand(1)));
  auto range = of(evolution_.getSCEV(instruction.getOperand(0)));
  if (!by || !range || !by->isPoint())
    return std::nullopt;
  unsigned width = instruction.getType()->getIntegerBitWidth();
  arithmetic_.needsFit(*range, width, false);
  arithmetic_.needsFit(*by, width, false);
  arithmetic_.join(*by, *range);
  by->needs.push_back(b_.CreateICmpSGT(by->low, arithmetic_.number(0)));
  by->high = b_.CreateSub(by->low, arithmetic_.number(1));
  by->low = arithmetic_.number(0);
  return by;
}

} // namespace lanecl
