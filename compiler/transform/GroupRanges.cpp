#include "compiler/transform/GroupRanges.h"
#include "compiler/ir/Operations.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Module.h"

namespace lanecl {

using llvm::SCEV, llvm::Value;
namespace Intrinsic = llvm::Intrinsic;

namespace {

constexpr unsigned MaxBits = 62;  ///< sums and products stay below it
constexpr unsigned WideBits = 40; ///< of a number of 64 bits that products can be made with
constexpr unsigned HalfBits = 31;
constexpr unsigned CopiedDepth = 8;
constexpr unsigned UsefulBits = 24; ///< a constant range beyond says nothing: no buffer has it all

unsigned bitsOf(int64_t value) {
  return llvm::APInt(64, static_cast<uint64_t>(value < 0 ? -(value + 1) : value)).getActiveBits() + 1;
}

bool isPoint(const GroupRanges::Range &range) { return range.low == range.high; }

} // namespace

Value *GroupRanges::least(Value *a, Value *b) { return a == b ? a : b_.CreateBinaryIntrinsic(Intrinsic::smin, a, b); }
Value *GroupRanges::greatest(Value *a, Value *b) {
  return a == b ? a : b_.CreateBinaryIntrinsic(Intrinsic::smax, a, b);
}

void GroupRanges::needsBelow(Range &range, unsigned bits) {
  if (range.bits <= bits)
    return;
  int64_t bound = int64_t(1) << bits;
  range.needs.push_back(b_.CreateICmpSGT(range.low, number(-bound)));
  range.needs.push_back(b_.CreateICmpSLT(range.high, number(bound)));
  range.bits = bits;
}

void GroupRanges::needsFit(Range &range, unsigned width, bool isSigned) {
  if (range.bits > width - 1)
    needsBelow(range, std::min(width - 1, MaxBits));
  if (!isSigned) {
    auto *constant = llvm::dyn_cast<llvm::ConstantInt>(range.low);
    if (!constant || constant->isNegative())
      range.needs.push_back(b_.CreateICmpSGE(range.low, number(0)));
  }
}

void GroupRanges::join(Range &to, const Range &from) {
  for (Value *condition : from.needs)
    if (!llvm::is_contained(to.needs, condition))
      to.needs.push_back(condition);
}

GroupRanges::Range GroupRanges::add(Range a, Range b) {
  if (std::max(a.bits, b.bits) >= MaxBits) {
    needsBelow(a, WideBits);
    needsBelow(b, WideBits);
  }
  Value *low = b_.CreateAdd(a.low, b.low), *high = isPoint(a) && isPoint(b) ? low : b_.CreateAdd(a.high, b.high);
  join(a, b);
  return {low, high, std::max(a.bits, b.bits) + 1, a.needs};
}

GroupRanges::Range GroupRanges::multiply(Range a, Range b) {
  if (a.bits + b.bits > MaxBits) {
    needsBelow(a, HalfBits);
    needsBelow(b, HalfBits);
  }
  unsigned bits = a.bits + b.bits;
  join(a, b);
  auto needs = a.needs;
  if (isPoint(a))
    std::swap(a, b);
  Value *first = b_.CreateMul(a.low, b.low);
  if (isPoint(a))
    return {first, first, bits, needs};
  Value *second = b_.CreateMul(a.high, b.low);
  if (auto *factor = llvm::dyn_cast<llvm::ConstantInt>(b.low); factor && isPoint(b)) {
    if (factor->isNegative())
      std::swap(first, second);
    return {first, second, bits, needs};
  }
  Value *low = least(first, second), *high = greatest(first, second);
  if (!isPoint(b)) {
    Value *third = b_.CreateMul(a.low, b.high), *fourth = b_.CreateMul(a.high, b.high);
    low = least(low, least(third, fourth));
    high = greatest(high, greatest(third, fourth));
  }
  return {low, high, bits, needs};
}

std::optional<GroupRanges::Range> GroupRanges::of(const SCEV *value) {
  auto found = known_.find(value);
  if (found != known_.end())
    return found->second;
  auto result = structure(value);
  if (!result)
    result = constantRange(value);
  return known_[value] = result;
}

std::optional<GroupRanges::Range> GroupRanges::constantRange(const SCEV *value) {
  if (!value->getType()->isIntegerTy() || value->getType()->getIntegerBitWidth() > 64)
    return std::nullopt;
  llvm::ConstantRange range = evolution_.getSignedRange(value);
  if (range.isEmptySet() || range.isFullSet())
    return std::nullopt;
  int64_t low = range.getSignedMin().getSExtValue(), high = range.getSignedMax().getSExtValue();
  unsigned bits = std::max(bitsOf(low), bitsOf(high));
  if (bits > UsefulBits)
    return std::nullopt;
  return Range{number(low), number(high), bits, {}};
}

std::optional<GroupRanges::Range> GroupRanges::structure(const SCEV *value) {
  switch (value->getSCEVType()) {
  case llvm::scConstant: {
    const llvm::APInt &constant = llvm::cast<llvm::SCEVConstant>(value)->getAPInt();
    if (constant.getSignificantBits() > MaxBits)
      return std::nullopt;
    Value *same = number(constant.getSExtValue());
    return Range{same, same, bitsOf(constant.getSExtValue()), {}};
  }
  case llvm::scTruncate:
    return of(llvm::cast<llvm::SCEVCastExpr>(value)->getOperand());
  case llvm::scSignExtend:
  case llvm::scZeroExtend: {
    const SCEV *from = llvm::cast<llvm::SCEVCastExpr>(value)->getOperand();
    auto range = of(from);
    if (!range)
      return std::nullopt;
    needsFit(*range, from->getType()->getIntegerBitWidth(), value->getSCEVType() == llvm::scSignExtend);
    if (auto always = constantRange(value); always && !range->needs.empty())
      return orElse(*range, *always);
    return range;
  }
  case llvm::scAddExpr:
    return folded(*llvm::cast<llvm::SCEVNAryExpr>(value), &GroupRanges::add);
  case llvm::scMulExpr:
    return folded(*llvm::cast<llvm::SCEVNAryExpr>(value), &GroupRanges::multiply);
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

/// The narrow range if it holds, else the wide one, which does not need anything.
GroupRanges::Range GroupRanges::orElse(const Range &narrow, const Range &wide) {
  Value *holds = b_.CreateAnd(narrow.needs);
  return {b_.CreateSelect(holds, narrow.low, wide.low),
          b_.CreateSelect(holds, narrow.high, wide.high),
          std::max(narrow.bits, wide.bits),
          {}};
}

std::optional<GroupRanges::Range> GroupRanges::folded(const llvm::SCEVNAryExpr &value, Combination combine) {
  std::optional<Range> total;
  for (const SCEV *operand : value.operands()) {
    auto range = of(operand);
    if (!range)
      return std::nullopt;
    total = total ? (this->*combine)(*total, *range) : *range;
  }
  return total;
}

std::optional<GroupRanges::Range> GroupRanges::choice(const llvm::SCEVNAryExpr &value, bool isMaximum, bool isSigned) {
  std::optional<Range> total;
  for (const SCEV *operand : value.operands()) {
    auto range = of(operand);
    if (!range)
      return std::nullopt;
    needsFit(*range, value.getType()->getIntegerBitWidth(), isSigned);
    if (!total) {
      total = range;
      continue;
    }
    total->low = isMaximum ? greatest(total->low, range->low) : least(total->low, range->low);
    total->high = isMaximum ? greatest(total->high, range->high) : least(total->high, range->high);
    total->bits = std::max(total->bits, range->bits);
    join(*total, *range);
  }
  return total;
}

std::optional<GroupRanges::Range> GroupRanges::quotient(const llvm::SCEVUDivExpr &value) {
  auto range = of(value.getLHS());
  auto *divisor = llvm::dyn_cast<llvm::SCEVConstant>(value.getRHS());
  if (!range || !divisor || divisor->getAPInt().getActiveBits() > HalfBits)
    return std::nullopt;
  needsFit(*range, value.getType()->getIntegerBitWidth(), /*isSigned=*/false);
  Value *by = b_.getInt64(divisor->getAPInt().getZExtValue());
  bool isSame = isPoint(*range);
  range->low = b_.CreateUDiv(range->low, by);
  range->high = isSame ? range->low : b_.CreateUDiv(range->high, by);
  return range;
}

/// start + turn * step, with the turns from 0 to the last one that the loop may come to. (A loop that is never entered
/// may seem to have -1: then the conditions do not hold.)
std::optional<GroupRanges::Range> GroupRanges::progression(const llvm::SCEVAddRecExpr &value) {
  const SCEV *last = evolution_.getSymbolicMaxBackedgeTakenCount(value.getLoop());
  if (!value.isAffine() || llvm::isa<llvm::SCEVCouldNotCompute>(last))
    return std::nullopt;
  auto start = of(value.getStart()), step = of(value.getStepRecurrence(evolution_)), turns = of(last);
  if (!start || !step || !turns)
    return std::nullopt;
  needsFit(*turns, last->getType()->getIntegerBitWidth(), /*isSigned=*/false);
  return add(*start, multiply(Range{number(0), turns->high, turns->bits, turns->needs}, *step));
}

std::optional<GroupRanges::Range> GroupRanges::leaf(const llvm::SCEVUnknown &unknown) {
  Value *value = unknown.getValue();
  if (!value->getType()->isIntegerTy() || value->getType()->getIntegerBitWidth() > 64)
    return std::nullopt;
  if (llvm::isa<llvm::Argument>(value))
    return same(*value);
  auto range = query(*value);
  if (range)
    range->bits = evolution_.getUnsignedRangeMax(&unknown).getActiveBits();
  if (range && range->bits > WideBits) {
    range->bits = MaxBits + 1;
    needsBelow(*range, WideBits);
  }
  auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
  return range || !instruction ? range : this->instruction(*instruction);
}

/// A value that is the same in all work-items.
std::optional<GroupRanges::Range> GroupRanges::same(Value &value) {
  Value *known = copied(value, 0);
  if (!known)
    return std::nullopt;
  Value *wide = b_.CreateSExt(known, b_.getInt64Ty());
  Range range{wide, wide, value.getType()->getIntegerBitWidth(), {}};
  needsBelow(range, std::max(WideBits, HalfBits + 1));
  return range;
}

/// Computed again from arguments and constants; null: it is of something else.
Value *GroupRanges::copied(Value &value, unsigned depth) {
  if (llvm::isa<llvm::Argument, llvm::Constant>(value))
    return &value;
  auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (!instruction || depth > CopiedDepth ||
      !llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::SelectInst, llvm::ICmpInst>(instruction) ||
      !llvm::isSafeToSpeculativelyExecute(instruction))
    return nullptr;
  if (Value *known = copies_.lookup(&value))
    return known;
  llvm::SmallVector<Value *, 3> operands;
  for (llvm::Use &use : instruction->operands())
    if (Value *operand = copied(*use, depth + 1))
      operands.push_back(operand);
    else
      return nullptr;
  llvm::Instruction *copy = instruction->clone();
  copy->dropPoisonGeneratingFlags();
  for (auto [use, operand] : llvm::zip(copy->operands(), operands))
    use.set(operand);
  return copies_[&value] = b_.Insert(copy);
}

void GroupRanges::unite(Range &to, const Range &from) {
  to.low = least(to.low, from.low);
  to.high = greatest(to.high, from.high);
  to.bits = std::max(to.bits, from.bits);
  join(to, from);
}

/// What SCEV has no words for.
std::optional<GroupRanges::Range> GroupRanges::instruction(llvm::Instruction &instruction) {
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
    needsFit(*a, width, true);
    needsFit(*c, width, true);
    unite(*a, *c);
    return a;
  }
  case Instruction::SDiv:
  case Instruction::AShr: { // both grow with their operand
    auto *by = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
    auto range = of(evolution_.getSCEV(instruction.getOperand(0)));
    bool isShift = instruction.getOpcode() == Instruction::AShr;
    if (!by || !range || (isShift ? by->getValue().uge(width) : !by->getValue().isStrictlyPositive()))
      return std::nullopt;
    needsFit(*range, width, true);
    bool isSame = isPoint(*range);
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
std::optional<GroupRanges::Range> GroupRanges::remainder(llvm::Instruction &instruction) {
  auto by = of(evolution_.getSCEV(instruction.getOperand(1)));
  auto range = of(evolution_.getSCEV(instruction.getOperand(0)));
  if (!by || !range || !isPoint(*by))
    return std::nullopt;
  unsigned width = instruction.getType()->getIntegerBitWidth();
  needsFit(*range, width, false);
  needsFit(*by, width, false);
  join(*by, *range);
  by->needs.push_back(b_.CreateICmpSGT(by->low, number(0)));
  by->high = b_.CreateSub(by->low, number(1));
  by->low = number(0);
  return by;
}

std::optional<GroupRanges::Range> GroupRanges::query(const Value &call) {
  auto found = queryOf(call);
  if (!found)
    return std::nullopt;
  auto ask = [&](Query which) {
    return b_.CreateZExtOrTrunc(createQuery(b_, which, found->dimension), b_.getInt64Ty());
  };
  auto last = [&] { return b_.CreateSub(ask(Query::LocalSize), number(1)); };
  switch (found->query) {
  case Query::LocalId:
    return Range{number(0), last(), 0, {}};
  case Query::GlobalId: {
    Value *first =
        b_.CreateAdd(b_.CreateMul(ask(Query::GroupId), ask(Query::EnqueuedLocalSize)), ask(Query::GlobalOffset));
    return Range{first, b_.CreateAdd(first, last()), 0, {}};
  }
  case Query::GroupId:
  case Query::GlobalSize:
  case Query::LocalSize:
  case Query::EnqueuedLocalSize:
  case Query::NumGroups:
  case Query::GlobalOffset: {
    Value *same = ask(found->query);
    return Range{same, same, 0, {}};
  }
  default:
    return std::nullopt;
  }
}

} // namespace lanecl
