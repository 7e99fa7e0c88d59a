#include "compiler/transform/lanes/InteriorDivisions.h"
#include "compiler/ir/Operations.h"

namespace lanecl {

using llvm::Instruction, llvm::Value;

Value *InteriorDivisions::same(Value *number, llvm::Type *type) {
  body_.group.giveUp();
  return createOperation(b_, Operation::Uniform, {b_.CreateTrunc(number, type)});
}

Value *InteriorDivisions::divisorOf(llvm::BinaryOperator &division) {
  Value *by = division.getOperand(1);
  auto *constant = llvm::dyn_cast<llvm::ConstantInt>(by);
  if (!constant) {
    bool isByBits = division.getOpcode() == Instruction::And || division.getOpcode() == Instruction::LShr;
    return isByBits || values_.isOfPlace(*by) ? nullptr : body_.subGroup.ranges.sameInAll(*by);
  }
  bool isSigned = division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
  uint64_t number = 0;
  if (division.getOpcode() == Instruction::And)
    number = constant->getValue().isMask() && constant->getValue().getActiveBits() < RangeArithmetic::HalfBits
                 ? constant->getZExtValue() + 1
                 : 0;
  else if (division.getOpcode() == Instruction::LShr)
    number = constant->getValue().ult(RangeArithmetic::HalfBits) ? uint64_t(1) << constant->getZExtValue() : 0;
  else if (!(isSigned && constant->isNegative()) && constant->getValue().getActiveBits() <= RangeArithmetic::HalfBits)
    number = constant->getZExtValue();
  return number >= body_.leastDivisor ? b_.getInt64(number) : nullptr;
}

std::optional<InteriorDivisions::Division> InteriorDivisions::divisionOf(llvm::BinaryOperator &division) {
  Value *by = values_.isOfPlace(*division.getOperand(0)) ? divisorOf(division) : nullptr;
  unsigned width = division.getType()->getIntegerBitWidth();
  auto of = by ? body_.subGroup.sums.fitting(*division.getOperand(0), width, false) : std::nullopt;
  if (!of)
    return std::nullopt;
  body_.group.giveUp(); // sub-groups in one row of the places, but not in the same
  body_.subGroup.need(*of);
  if (!llvm::isa<llvm::Constant>(by)) {
    body_.subGroup.need(b_.CreateICmpSGT(by, b_.getInt64(0)));
    body_.subGroup.need(
        b_.CreateICmpSLT(by, b_.getInt64(uint64_t(1) << std::min(width - 1, RangeArithmetic::WideBits))));
  }
  return Division{*of, by, width};
}

Value *InteriorDivisions::quotientOf(const Division &division) {
  Value *&known = quotients_[{division.of.low, division.by}];
  if (!known)
    known = body_.subGroup.ranges.arithmetic().quotient(division.of.low, division.by, division.width);
  return known;
}

void InteriorDivisions::claimRemainder(llvm::BinaryOperator &remainder) {
  Value *of = remainder.getOperand(0);
  auto division = divisionOf(remainder);
  if (!division)
    return;
  auto &[where, by, width] = *division;
  if (where.isPoint()) {
    Value *less = b_.CreateMul(quotientOf(*division), by);
    return values_.claim(remainder, same(b_.CreateSub(where.low, less), remainder.getType()));
  }
  InteriorItems::Sums proven;
  body_.subGroup.sumOf(*of, proven);
  for (Instruction *sum : proven)
    ExactSums::promise(*sum);
  bool mayBeAny = InteriorValues::isPlainId(*of) || llvm::isa<llvm::Constant>(by); // by constants it takes a product
  Value *less = mayBeAny ? b_.CreateMul(quotientOf(*division), by)
                         : b_.CreateSelect(b_.CreateICmpSGE(where.low, by), by, b_.getInt64(0));
  body_.subGroup.need(b_.CreateICmpSLT(b_.CreateSub(where.high, less), by));
  body_.indices += values_.isDivergent(remainder);
  llvm::IRBuilder<> builder(&remainder);
  Value *rest = builder.CreateSub(of, same(less, remainder.getType()), "", true, true);
  values_.keepDivergent(remainder, *rest);
  values_.claim(remainder, rest);
}

void InteriorDivisions::claimUpperBits(llvm::BinaryOperator &bits) {
  auto *kept = llvm::dyn_cast<llvm::ConstantInt>(bits.getOperand(1));
  unsigned lower = kept ? kept->getValue().countr_zero() : 0;
  if (!kept || lower >= RangeArithmetic::HalfBits || uint64_t(1) << lower < body_.leastDivisor ||
      !values_.isOfPlace(*bits.getOperand(0)))
    return;
  auto where = body_.subGroup.sums.fitting(*bits.getOperand(0), bits.getType()->getIntegerBitWidth(), false);
  if (!where)
    return;
  body_.subGroup.need(*where);
  Value *rest = b_.CreateAnd(where->low, b_.getInt64(llvm::maskTrailingOnes<uint64_t>(lower)));
  if (!where->isPoint())
    body_.subGroup.need(
        b_.CreateICmpSLT(b_.CreateAdd(rest, b_.CreateSub(where->high, where->low)), b_.getInt64(uint64_t(1) << lower)));
  body_.indices += values_.isDivergent(bits);
  values_.claim(bits, same(b_.CreateAnd(where->low, b_.getInt64(kept->getZExtValue())), bits.getType()));
}

void InteriorDivisions::claimQuotient(llvm::BinaryOperator &quotient) {
  auto division = divisionOf(quotient);
  if (!division)
    return;
  Value *common = quotientOf(*division);
  if (!division->of.isPoint()) {
    body_.subGroup.need(
        b_.CreateICmpSLT(b_.CreateSub(division->of.high, b_.CreateMul(common, division->by)), division->by));
    ++body_.indices;
  }
  values_.claim(quotient, same(common, quotient.getType()));
}

} // namespace lanecl
