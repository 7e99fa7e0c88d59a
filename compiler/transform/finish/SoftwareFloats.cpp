// Conversions of half and fused products where the machine has no instructions for them: LLVM's code generator would
// call a function of the host for each lane. In integers and wider numbers all lanes go at once, with the same results.
#include "compiler/transform/Passes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace lanecl {
namespace {

using namespace llvm;
using targets::Machine;

bool isHalf(const Value &value) {
  return value.getType()->isFPOrFPVectorTy() && value.getType()->getScalarType()->isHalfTy();
}

class Software {
public:
  explicit Software(Instruction &at) : b_(&at) {}

  /// Exact; NaNs become quiet, as the instructions make them.
  Value *floatOfHalf(Value *half) {
    Type *words = half->getType()->getWithNewType(b_.getInt32Ty());
    Value *raw = b_.CreateZExt(b_.CreateBitCast(half, half->getType()->getWithNewType(b_.getInt16Ty())), words);
    Value *magnitude = b_.CreateShl(b_.CreateAnd(raw, 0x7fff), 13);
    Value *sign = b_.CreateShl(b_.CreateAnd(raw, 0x8000), 16);
    // Denormal numbers in the range of normal ones: they lack only the leading digit that is put in here.
    Value *tiny = b_.CreateAdd(magnitude, word(words, 113 << 23));
    tiny = bitsOf(b_.CreateFSub(floats(tiny), floats(word(words, 113 << 23))));
    Value *isTiny = b_.CreateICmpSLT(magnitude, word(words, 1 << 23));
    Value *finite = b_.CreateSelect(isTiny, tiny, b_.CreateAdd(magnitude, word(words, 112 << 23)));
    Value *isSpecial = b_.CreateICmpSGE(magnitude, word(words, Infinity));
    Value *isNan = b_.CreateICmpSGT(magnitude, word(words, Infinity));
    Value *special = b_.CreateSelect(isSpecial, word(words, 0xff << 23), word(words, 0));
    special = b_.CreateOr(special, b_.CreateSelect(isNan, word(words, 1 << 22), word(words, 0)));
    return floats(b_.CreateOr(b_.CreateOr(finite, special), sign));
  }

  /// Rounded to the nearest, ties to even.
  Value *halfOfFloat(Value *value) {
    Value *raw = bitsOf(value);
    Type *words = raw->getType();
    Value *magnitude = b_.CreateAnd(raw, 0x7fffffff);
    Value *sign = b_.CreateAnd(b_.CreateLShr(raw, 16), 0x8000);
    // The last digit of the result is the last one of 0.5's: the addition rounds.
    Value *tiny = b_.CreateFAdd(floats(magnitude), floats(word(words, 126 << 23)));
    tiny = b_.CreateSub(bitsOf(tiny), word(words, 126 << 23));
    Value *isTiny = b_.CreateICmpSLT(magnitude, word(words, 113 << 23));
    Value *odd = b_.CreateAnd(b_.CreateLShr(magnitude, 13), 1);
    Value *rounded = b_.CreateAdd(magnitude, word(words, 0xfff - (112U << 23)));
    rounded = b_.CreateLShr(b_.CreateAdd(rounded, odd), 13);
    Value *finite = b_.CreateSelect(isTiny, tiny, rounded);
    Value *digits = b_.CreateOr(b_.CreateAnd(b_.CreateLShr(magnitude, 13), 0x3ff), 0x7e00);
    Value *isNan = b_.CreateICmpSGT(magnitude, word(words, 0xff << 23));
    Value *special = b_.CreateSelect(isNan, digits, word(words, 0x7c00));
    Value *isSpecial = b_.CreateICmpSGE(magnitude, word(words, 143 << 23));
    Value *result = b_.CreateOr(b_.CreateSelect(isSpecial, special, finite), sign);
    Type *halves = value->getType()->getWithNewType(b_.getHalfTy());
    return b_.CreateBitCast(b_.CreateTrunc(result, words->getWithNewType(b_.getInt16Ty())), halves);
  }

  Value *floatOf(Value *value) { return isHalf(*value) ? floatOfHalf(value) : value; }

  /// A double as float whose last digit stands for all that is truncated: it can be rounded once more.
  Value *oddFloat(Value *value) {
    Value *near = b_.CreateFPTrunc(value, value->getType()->getWithNewType(b_.getFloatTy()));
    Value *back = b_.CreateFPExt(near, value->getType());
    Value *isLess = b_.CreateFCmpOLT(b_.CreateUnaryIntrinsic(Intrinsic::fabs, value),
                                     b_.CreateUnaryIntrinsic(Intrinsic::fabs, back));
    return floats(oddOf(bitsOf(near), b_.CreateFCmpONE(back, value), isLess));
  }

  /// In double the product of floats is exact; the sum's last digit stands for what is lost of it (oddOf); the one
  /// rounding to float comes last.
  Value *fusedFloat(Value *a, Value *b, Value *c) {
    Type *doubles = a->getType()->getWithNewType(b_.getDoubleTy());
    Type *longs = a->getType()->getWithNewType(b_.getInt64Ty());
    Value *product = b_.CreateFMul(b_.CreateFPExt(a, doubles), b_.CreateFPExt(b, doubles));
    Value *term = b_.CreateFPExt(c, doubles);
    Value *sum = b_.CreateFAdd(product, term);
    Value *part = b_.CreateFSub(sum, product);
    Value *lost = b_.CreateFAdd(b_.CreateFSub(product, b_.CreateFSub(sum, part)), b_.CreateFSub(term, part));
    Value *raw = b_.CreateBitCast(sum, longs);
    Value *isLess = b_.CreateICmpSLT(b_.CreateXor(raw, b_.CreateBitCast(lost, longs)), Constant::getNullValue(longs));
    Value *size = b_.CreateUnaryIntrinsic(Intrinsic::fabs, lost);
    raw = oddOf(raw, b_.CreateFCmpOGT(size, Constant::getNullValue(doubles)), isLess); // not of NaNs
    return b_.CreateFPTrunc(b_.CreateBitCast(raw, doubles), a->getType());
  }

  IRBuilder<> &builder() { return b_; }

private:
  static constexpr uint32_t Infinity = 0x7c00 << 13; ///< of half, where its digits stand in float

  static Constant *word(Type *type, uint32_t value) { return ConstantInt::get(type, value); }
  /// What `raw` was rounded from, truncated instead, with a last digit for the rest. `isLess`: that is less in
  /// magnitude.
  Value *oddOf(Value *raw, Value *isInexact, Value *isLess) {
    Value *truncated = b_.CreateAdd(raw, b_.CreateSExt(b_.CreateAnd(isInexact, isLess), raw->getType()));
    return b_.CreateOr(truncated, b_.CreateZExt(isInexact, raw->getType()));
  }
  Value *floats(Value *raw) { return b_.CreateBitCast(raw, raw->getType()->getWithNewType(b_.getFloatTy())); }
  Value *bitsOf(Value *value) { return b_.CreateBitCast(value, value->getType()->getWithNewType(b_.getInt32Ty())); }

  IRBuilder<> b_;
};

/// Of half, that float has digits enough for: rounded twice it is what it would be rounded once.
bool isArithmetic(const Instruction &instruction) {
  if (auto *call = dyn_cast<IntrinsicInst>(&instruction)) {
    static constexpr Intrinsic::ID inFloat[] = {
        Intrinsic::sqrt,   Intrinsic::floor,     Intrinsic::ceil,    Intrinsic::trunc,
        Intrinsic::rint,   Intrinsic::nearbyint, Intrinsic::round,   Intrinsic::roundeven,
        Intrinsic::minnum, Intrinsic::maxnum,    Intrinsic::minimum, Intrinsic::maximum,
    };
    return is_contained(inFloat, call->getIntrinsicID());
  }
  return isa<BinaryOperator, FCmpInst, SIToFPInst, UIToFPInst, FPToSIInst, FPToUIInst, FPExtInst, FPTruncInst>(
      instruction);
}

bool concernsHalf(const Instruction &instruction) {
  return isArithmetic(instruction) &&
         (isHalf(instruction) || any_of(instruction.operands(), [](const Use &use) { return isHalf(*use); }));
}

/// The instruction on floats, whose result becomes half again.
Value *inFloat(Instruction &instruction) {
  Software software(instruction);
  IRBuilder<> &b = software.builder();
  const bool givesHalf = isHalf(instruction);
  Type *type = instruction.getType();
  if (givesHalf)
    type = type->getWithNewType(b.getFloatTy());
  SmallVector<Value *, 3> operands;
  for (Use &use : cast<User>(instruction).operands())
    if (!isa<Function>(*use))
      operands.push_back(software.floatOf(use));
  Value *made = nullptr;
  if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
    made = b.CreateIntrinsic(type, call->getIntrinsicID(), operands);
  else if (auto *compare = dyn_cast<FCmpInst>(&instruction))
    made = b.CreateFCmp(compare->getPredicate(), operands[0], operands[1]);
  else if (auto *operation = dyn_cast<BinaryOperator>(&instruction))
    made = b.CreateBinOp(operation->getOpcode(), operands[0], operands[1]);
  else if (operands[0]->getType() == type)
    made = operands[0];
  else if (isa<FPTruncInst>(instruction))
    made = software.oddFloat(operands[0]);
  else
    made = b.CreateCast(cast<CastInst>(instruction).getOpcode(), operands[0], type);
  return givesHalf ? software.halfOfFloat(made) : made;
}

bool isFusedFloat(const Instruction &instruction) {
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return call && call->getIntrinsicID() == Intrinsic::fma && call->getType()->getScalarType()->isFloatTy();
}

} // namespace

void softwareFloats(Function &function, const Machine &machine) {
  SmallVector<Instruction *> found;
  for (Instruction &instruction : instructions(function))
    if ((!machine.convertsHalf && concernsHalf(instruction)) || (!machine.fusesProducts && isFusedFloat(instruction)))
      found.push_back(&instruction);
  for (Instruction *instruction : found) {
    Value *made = isFusedFloat(*instruction) ? Software(*instruction)
                                                   .fusedFloat(instruction->getOperand(0), instruction->getOperand(1),
                                                               instruction->getOperand(2))
                                             : inFloat(*instruction);
    made->takeName(instruction);
    instruction->replaceAllUsesWith(made);
    instruction->eraseFromParent();
  }
}

} // namespace lanecl
