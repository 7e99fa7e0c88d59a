#include "compiler/transform/robust/RangeArithmetic.h"
#include "llvm/IR/Constants.h"

namespace lanecl {

using llvm::Value;
namespace Intrinsic = llvm::Intrinsic;

Value *RangeArithmetic::least(Value *a, Value *b) {
  return a == b ? a : b_.CreateBinaryIntrinsic(Intrinsic::smin, a, b);
}
Value *RangeArithmetic::greatest(Value *a, Value *b) {
  return a == b ? a : b_.CreateBinaryIntrinsic(Intrinsic::smax, a, b);
}

// In the type of the program's own division: it takes half the time in 32 bits.
Value *RangeArithmetic::quotient(Value *a, Value *by, unsigned width) {
  llvm::Type *type = b_.getIntNTy(width);
  Value *some = b_.CreateTrunc(by, type);
  if (!llvm::isa<llvm::Constant>(some))
    some = b_.CreateBinaryIntrinsic(Intrinsic::umax, some, llvm::ConstantInt::get(type, 1));
  return b_.CreateZExt(b_.CreateUDiv(b_.CreateTrunc(a, type), some), b_.getInt64Ty());
}

void RangeArithmetic::needsBelow(ValueRange &range, unsigned bits) {
  if (range.bits <= bits)
    return;
  int64_t bound = int64_t(1) << bits;
  range.needs.push_back(b_.CreateICmpSGE(range.low, number(-bound)));
  range.needs.push_back(b_.CreateICmpSLT(range.high, number(bound)));
  range.bits = bits;
}

void RangeArithmetic::needsFit(ValueRange &range, unsigned width, bool isSigned) {
  if (range.bits > width - 1)
    needsBelow(range, std::min(width - 1, MaxBits));
  if (!isSigned) {
    auto *constant = llvm::dyn_cast<llvm::ConstantInt>(range.low);
    if (!constant || constant->isNegative())
      range.needs.push_back(b_.CreateICmpSGE(range.low, number(0)));
  }
}

void RangeArithmetic::join(ValueRange &to, const ValueRange &from) {
  for (Value *condition : from.needs)
    if (!llvm::is_contained(to.needs, condition))
      to.needs.push_back(condition);
}

ValueRange RangeArithmetic::add(ValueRange a, ValueRange b) {
  if (std::max(a.bits, b.bits) >= MaxBits) {
    needsBelow(a, WideBits);
    needsBelow(b, WideBits);
  }
  Value *low = b_.CreateAdd(a.low, b.low), *high = a.isPoint() && b.isPoint() ? low : b_.CreateAdd(a.high, b.high);
  join(a, b);
  return {low, high, std::max(a.bits, b.bits) + 1, a.needs};
}

ValueRange RangeArithmetic::multiply(ValueRange a, ValueRange b) {
  if (a.bits + b.bits > MaxBits) {
    needsBelow(a, HalfBits);
    needsBelow(b, HalfBits);
  }
  unsigned bits = a.bits + b.bits;
  join(a, b);
  auto needs = a.needs;
  if (a.isPoint())
    std::swap(a, b);
  Value *first = b_.CreateMul(a.low, b.low);
  if (a.isPoint())
    return {first, first, bits, needs};
  Value *second = b_.CreateMul(a.high, b.low);
  if (auto *factor = llvm::dyn_cast<llvm::ConstantInt>(b.low); factor && b.isPoint()) {
    if (factor->isNegative())
      std::swap(first, second);
    return {first, second, bits, needs};
  }
  Value *low = least(first, second), *high = greatest(first, second);
  if (!b.isPoint()) {
    Value *third = b_.CreateMul(a.low, b.high), *fourth = b_.CreateMul(a.high, b.high);
    low = least(low, least(third, fourth));
    high = greatest(high, greatest(third, fourth));
  }
  return {low, high, bits, needs};
}

ValueRange RangeArithmetic::combine(unsigned opcode, const ValueRange &a, const ValueRange &b) {
  using llvm::Instruction;
  auto of = [&](llvm::Value *low, llvm::Value *high, unsigned bits) {
    return ValueRange{low, b.isPoint() ? low : high, bits, b.needs};
  };
  switch (opcode) {
  case Instruction::Sub:
    return add(a, of(b_.CreateNeg(b.high), b_.CreateNeg(b.low), b.bits + 1));
  case Instruction::Mul:
    return multiply(a, b);
  case Instruction::Shl: {
    uint64_t by = llvm::cast<llvm::ConstantInt>(b.low)->getZExtValue();
    llvm::Value *factor = b_.getInt64(uint64_t(1) << by);
    return multiply(a, of(factor, factor, static_cast<unsigned>(by) + 1));
  }
  default: // a sum, and an `or` of numbers that have no bit in common
    return add(a, b);
  }
}

void RangeArithmetic::unite(ValueRange &to, const ValueRange &from) {
  to.low = least(to.low, from.low);
  to.high = greatest(to.high, from.high);
  to.bits = std::max(to.bits, from.bits);
  join(to, from);
}

ValueRange RangeArithmetic::orElse(const ValueRange &narrow, const ValueRange &wide) {
  Value *holds = b_.CreateAnd(narrow.needs);
  return {b_.CreateSelect(holds, narrow.low, wide.low),
          b_.CreateSelect(holds, narrow.high, wide.high),
          std::max(narrow.bits, wide.bits),
          {}};
}

} // namespace lanecl
