// Integer and floating-point arithmetic (SPIR-V 3.42.13), extended results and integer dot products.
#include "compiler/ir/DotProducts.h"
#include "compiler/spirv/Handlers.h"
#include "compiler/spirv/Mangle.h"

namespace lanecl::spirv {

namespace {

using BinaryOps = llvm::Instruction::BinaryOps;

/// The divisor with the values replaced that would trap: SPIR-V leaves the result of a division by zero undefined, but
/// the host must live on.
llvm::Value *safeDivisor(Translation &t, llvm::Value *dividend, llvm::Value *divisor, bool isSigned) {
  llvm::Type *type = divisor->getType();
  auto *one = llvm::ConstantInt::get(type, 1);
  if (auto *constant = llvm::dyn_cast<llvm::Constant>(divisor)) {
    auto *splat = llvm::dyn_cast_or_null<llvm::ConstantInt>(type->isVectorTy() ? constant->getSplatValue() : constant);
    if (splat && !splat->isZero() && !(isSigned && splat->isMinusOne()))
      return divisor;
  }
  llvm::Value *bad = t.builder.CreateICmpEQ(divisor, llvm::Constant::getNullValue(type));
  if (isSigned) {
    unsigned bits = type->getScalarSizeInBits();
    auto *lowest = llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(bits));
    auto *overflow = t.builder.CreateAnd(t.builder.CreateICmpEQ(dividend, lowest),
                                         t.builder.CreateICmpEQ(divisor, llvm::Constant::getAllOnesValue(type)));
    bad = t.builder.CreateOr(bad, overflow);
  }
  return t.builder.CreateSelect(bad, one, divisor);
}

template <BinaryOps Operation> void divide(Translation &t, const Instruction &instruction) {
  constexpr bool isSigned = Operation == llvm::Instruction::SDiv || Operation == llvm::Instruction::SRem;
  auto [a, b] = integerPair(t, instruction);
  if (a)
    t.define(instruction, t.builder.CreateBinOp(Operation, a, safeDivisor(t, a, b, isSigned)));
}

/// OpSMod: the sign of a non-zero result is that of the second operand.
void signedModulo(Translation &t, const Instruction &instruction) {
  auto [a, b] = integerPair(t, instruction);
  if (!a)
    return;
  llvm::Value *divisor = safeDivisor(t, a, b, true);
  llvm::Value *rest = t.builder.CreateSRem(a, divisor);
  auto *zero = llvm::Constant::getNullValue(rest->getType());
  llvm::Value *differs = t.builder.CreateICmpSLT(t.builder.CreateXor(rest, divisor), zero);
  llvm::Value *adjust = t.builder.CreateAnd(differs, t.builder.CreateICmpNE(rest, zero));
  t.define(instruction, t.builder.CreateSelect(adjust, t.builder.CreateAdd(rest, divisor), rest));
}

template <BinaryOps Operation> void floatBinary(Translation &t, const Instruction &instruction) {
  auto [a, b] = floatPair(t, instruction);
  if (!a)
    return;
  MathScope scope(t, instruction);
  t.define(instruction, t.builder.CreateBinOp(Operation, a, b));
}

llvm::Value *libraryRemainder(Translation &t, const Instruction &instruction, llvm::Value *a, llvm::Value *b) {
  MangledType type{.type = a->getType()};
  return t.callLibrary(mangle("fmod", {type, type}), a->getType(), {a, b}, t.annotations.fastMath(instruction));
}

template <bool SignOfDivisor> void floatRemainder(Translation &t, const Instruction &instruction) {
  auto [a, b] = floatPair(t, instruction);
  if (!a)
    return;
  llvm::Value *rest = llvm::isa<llvm::Constant>(a) && llvm::isa<llvm::Constant>(b)
                          ? t.builder.CreateFRem(a, b)
                          : libraryRemainder(t, instruction, a, b);
  if (SignOfDivisor) {
    // OpFMod: the sign of a non-zero result is that of the second operand.
    auto *zero = llvm::Constant::getNullValue(a->getType());
    llvm::Value *differs = t.builder.CreateXor(t.builder.CreateFCmpOLT(rest, zero), t.builder.CreateFCmpOLT(b, zero));
    llvm::Value *adjust = t.builder.CreateAnd(differs, t.builder.CreateFCmpONE(rest, zero));
    rest = t.builder.CreateSelect(adjust, t.builder.CreateFAdd(rest, b), rest);
  }
  t.define(instruction, rest);
}

void integerNegate(Translation &t, const Instruction &instruction) {
  if (llvm::Value *a = t.integer(instruction, 0))
    t.define(instruction, t.builder.CreateNeg(a, "", t.annotations.has(instruction.result, Decoration::NoSignedWrap)));
}

void floatNegate(Translation &t, const Instruction &instruction) {
  if (llvm::Value *a = t.floating(instruction, 0)) {
    MathScope scope(t, instruction);
    t.define(instruction, t.builder.CreateFNeg(a));
  }
}

void vectorTimesScalar(Translation &t, const Instruction &instruction) {
  llvm::Value *a = t.floating(instruction, 0), *b = t.floating(instruction, 1);
  if (!a || !b)
    return;
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(a->getType());
  if (!t.require(vector && b->getType() == vector->getElementType(), instruction,
                 "the operands are a vector and a scalar of its component type"))
    return;
  MathScope scope(t, instruction);
  t.define(instruction, t.builder.CreateFMul(a, t.builder.CreateVectorSplat(vector->getNumElements(), b)));
}

void dot(Translation &t, const Instruction &instruction) {
  auto [a, b] = floatPair(t, instruction);
  if (!a)
    return;
  MathScope scope(t, instruction);
  llvm::Value *product = t.builder.CreateFMul(a, b);
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(a->getType());
  llvm::Value *sum = vector ? t.builder.CreateExtractElement(product, uint64_t(0)) : product;
  for (uint64_t i = 1; vector && i < vector->getNumElements(); ++i)
    sum = t.builder.CreateFAdd(sum, t.builder.CreateExtractElement(product, i));
  t.define(instruction, sum);
}

/// A struct of two values of the operands' type.
void definePair(Translation &t, const Instruction &instruction, llvm::Value *first, llvm::Value *second) {
  auto *type = llvm::dyn_cast_or_null<llvm::StructType>(t.resultType(instruction));
  if (!t.require(type && type->getNumElements() == 2 && type->getElementType(0) == first->getType() &&
                     type->getElementType(1) == second->getType(),
                 instruction, "the result is a struct of two members of the operands' type"))
    return;
  llvm::Value *pair = t.builder.CreateInsertValue(llvm::PoisonValue::get(type), first, 0);
  t.define(instruction, t.builder.CreateInsertValue(pair, second, 1));
}

std::pair<llvm::Value *, llvm::Value *> sameIntegers(Translation &t, const Instruction &instruction) {
  llvm::Value *a = t.integer(instruction, 0), *b = t.integer(instruction, 1);
  if (!a || !b || !t.require(a->getType() == b->getType(), instruction, "the operands have one type"))
    return {};
  return {a, b};
}

template <bool Borrow> void withCarry(Translation &t, const Instruction &instruction) {
  auto [a, b] = sameIntegers(t, instruction);
  if (!a)
    return;
  llvm::Value *result = Borrow ? t.builder.CreateSub(a, b) : t.builder.CreateAdd(a, b);
  llvm::Value *carry = Borrow ? t.builder.CreateICmpULT(a, b) : t.builder.CreateICmpULT(result, a);
  definePair(t, instruction, result, t.builder.CreateZExt(carry, a->getType()));
}

template <bool Signed> void multiplyExtended(Translation &t, const Instruction &instruction) {
  auto [a, b] = sameIntegers(t, instruction);
  if (a)
    definePair(t, instruction, t.builder.CreateMul(a, b), multiplyHigh(t, a, b, Signed));
}

/// Integer dot products: SPV_KHR_integer_dot_product. SignedA/SignedB: how the vectors' components extend.
template <bool SignedA, bool SignedB, bool Accumulate> void integerDot(Translation &t, const Instruction &instruction) {
  auto [a, b] = sameIntegers(t, instruction);
  llvm::Type *type = t.resultType(instruction);
  if (!a || !type || !t.require(type->isIntegerTy(), instruction, "the result is an integer"))
    return;
  llvm::Type *word = t.builder.getInt32Ty(), *bytes = llvm::FixedVectorType::get(t.builder.getInt8Ty(), 4);
  if (!t.require((a->getType() == word || a->getType()->isVectorTy()) &&
                     a->getType()->getScalarSizeInBits() <= type->getIntegerBitWidth(),
                 instruction, "the operands are vectors of integers no wider than the result, or packed ones"))
    return;
  llvm::Value *sum = nullptr;
  if (type == word && (a->getType() == word || a->getType() == bytes)) { // PackedVectorFormat4x8Bit, or as good as
    auto *function = dotFunction(*t.builder.GetInsertBlock()->getModule(), {SignedA, SignedB});
    sum = t.builder.CreateCall(function, {t.builder.CreateBitCast(a, word), t.builder.CreateBitCast(b, word)});
  } else {
    if (a->getType() == word) {
      a = t.builder.CreateBitCast(a, bytes);
      b = t.builder.CreateBitCast(b, bytes);
    }
    auto *wide = withScalar(a->getType(), type);
    llvm::Value *product = t.builder.CreateMul(SignedA ? t.builder.CreateSExt(a, wide) : t.builder.CreateZExt(a, wide),
                                               SignedB ? t.builder.CreateSExt(b, wide) : t.builder.CreateZExt(b, wide));
    sum = t.builder.CreateExtractElement(product, uint64_t(0));
    for (uint64_t i = 1; i < llvm::cast<llvm::FixedVectorType>(wide)->getNumElements(); ++i)
      sum = t.builder.CreateAdd(sum, t.builder.CreateExtractElement(product, i));
  }
  if (Accumulate) {
    llvm::Value *start = t.integer(instruction, 2);
    if (!start || !t.require(start->getType() == type, instruction, "the accumulator has the result's type"))
      return;
    sum = t.builder.CreateBinaryIntrinsic(SignedA ? llvm::Intrinsic::sadd_sat : llvm::Intrinsic::uadd_sat, sum, start);
  }
  t.define(instruction, sum);
}

constexpr Handler arithmeticTable[] = {
    {Op::SNegate, integerNegate},
    {Op::FNegate, floatNegate},
    {Op::IAdd, integerBinary<llvm::Instruction::Add>},
    {Op::FAdd, floatBinary<llvm::Instruction::FAdd>},
    {Op::ISub, integerBinary<llvm::Instruction::Sub>},
    {Op::FSub, floatBinary<llvm::Instruction::FSub>},
    {Op::IMul, integerBinary<llvm::Instruction::Mul>},
    {Op::FMul, floatBinary<llvm::Instruction::FMul>},
    {Op::UDiv, divide<llvm::Instruction::UDiv>},
    {Op::SDiv, divide<llvm::Instruction::SDiv>},
    {Op::FDiv, floatBinary<llvm::Instruction::FDiv>},
    {Op::UMod, divide<llvm::Instruction::URem>},
    {Op::SRem, divide<llvm::Instruction::SRem>},
    {Op::SMod, signedModulo},
    {Op::FRem, floatRemainder<false>},
    {Op::FMod, floatRemainder<true>},
    {Op::VectorTimesScalar, vectorTimesScalar},
    {Op::Dot, dot},
    {Op::IAddCarry, withCarry<false>},
    {Op::ISubBorrow, withCarry<true>},
    {Op::UMulExtended, multiplyExtended<false>},
    {Op::SMulExtended, multiplyExtended<true>},
    {Op::SDotKHR, integerDot<true, true, false>},
    {Op::UDotKHR, integerDot<false, false, false>},
    {Op::SUDotKHR, integerDot<true, false, false>},
    {Op::SDotAccSatKHR, integerDot<true, true, true>},
    {Op::UDotAccSatKHR, integerDot<false, false, true>},
    {Op::SUDotAccSatKHR, integerDot<true, false, true>},
};

} // namespace

std::span<const Handler> arithmeticHandlers() { return arithmeticTable; }

} // namespace lanecl::spirv
