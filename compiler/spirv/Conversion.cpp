// Conversions between numbers and between pointers (SPIR-V 3.42.11), with directed rounding and saturation.
#include "compiler/spirv/Handlers.h"

namespace lanecl::spirv {

namespace {

/// The neighbour further from zero (step 1) or nearer (step -1), of the bits of floating-point numbers.
llvm::Value *neighbour(Translation &t, llvm::Value *bits, int step) {
  return t.builder.CreateAdd(bits, llvm::ConstantInt::get(bits->getType(), uint64_t(int64_t(step)), true));
}

llvm::Value *isNegative(Translation &t, llvm::Value *bits) {
  return t.builder.CreateICmpSLT(bits, llvm::Constant::getNullValue(bits->getType()));
}

} // namespace

llvm::Value *roundToFloat(Translation &t, llvm::Value *value, llvm::Type *type, FPRoundingMode mode) {
  if (type->getScalarSizeInBits() >= value->getType()->getScalarSizeInBits())
    return t.builder.CreateFPCast(value, type);
  if (value->getType()->getScalarType()->isDoubleTy() && type->getScalarType()->isHalfTy()) {
    // No instruction does that. By way of float rounded to odd, whose last bit stands for all that was truncated: float
    // has more than two bits beyond half's, so that the second rounding is right in every mode.
    llvm::Type *middle = withScalar(type, t.builder.getFloatTy());
    llvm::Value *truncated = roundToFloat(t, value, middle, FPRoundingMode::RTZ);
    llvm::Value *inexact = t.builder.CreateFCmpUNE(t.builder.CreateFPExt(truncated, value->getType()), value);
    llvm::Value *bits = t.builder.CreateBitCast(truncated, integerLike(middle));
    bits = t.builder.CreateOr(bits, t.builder.CreateZExt(inexact, bits->getType()));
    return roundToFloat(t, t.builder.CreateBitCast(bits, middle), type, mode);
  }
  // Round to nearest, look back which way that went, and step to the neighbour where it was the wrong one. NaN compares
  // false; an overflow to infinity steps back to the largest number.
  llvm::Value *near = t.builder.CreateFPTrunc(value, type);
  if (mode == FPRoundingMode::RTE)
    return near;
  llvm::Value *back = t.builder.CreateFPExt(near, value->getType());
  llvm::Value *bits = t.builder.CreateBitCast(near, integerLike(type));
  llvm::Value *above = t.builder.CreateFCmpOGT(back, value), *below = t.builder.CreateFCmpOLT(back, value);
  llvm::Value *negative = isNegative(t, bits), *positive = t.builder.CreateNot(negative);
  llvm::Value *shrink = mode == FPRoundingMode::RTP   ? t.builder.CreateAnd(negative, below)
                        : mode == FPRoundingMode::RTN ? t.builder.CreateAnd(positive, above)
                                                      : t.builder.CreateOr(t.builder.CreateAnd(positive, above),
                                                                           t.builder.CreateAnd(negative, below));
  llvm::Value *result = t.builder.CreateSelect(shrink, neighbour(t, bits, -1), bits);
  if (mode != FPRoundingMode::RTZ) {
    llvm::Value *grow =
        mode == FPRoundingMode::RTP ? t.builder.CreateAnd(positive, below) : t.builder.CreateAnd(negative, above);
    result = t.builder.CreateSelect(grow, neighbour(t, bits, 1), result);
  }
  return t.builder.CreateBitCast(result, type);
}

namespace {

/// An integer's magnitude truncated to the digits that `type` holds, converted exactly, then stepped up where the
/// direction asks for it.
llvm::Value *integerToFloat(Translation &t, llvm::Value *value, llvm::Type *type, bool isSigned,
                            std::optional<FPRoundingMode> mode) {
  if (!mode || *mode == FPRoundingMode::RTE)
    return isSigned ? t.builder.CreateSIToFP(value, type) : t.builder.CreateUIToFP(value, type);
  if (type->getScalarType()->isHalfTy()) {
    // Rounding twice in one direction is rounding once.
    llvm::Type *middle = withScalar(type, t.builder.getFloatTy());
    return roundToFloat(t, integerToFloat(t, value, middle, isSigned, mode), type, *mode);
  }
  llvm::Type *wide = withScalar(type, t.builder.getInt64Ty());
  llvm::Value *number = isSigned ? t.builder.CreateSExt(value, wide) : t.builder.CreateZExt(value, wide);
  llvm::Value *negative = isSigned ? isNegative(t, number) : nullptr;
  llvm::Value *magnitude = isSigned ? t.builder.CreateSelect(negative, t.builder.CreateNeg(number), number) : number;
  unsigned digits = type->getScalarType()->isFloatTy() ? 24 : 53;
  auto *top = llvm::ConstantInt::get(wide, ~uint64_t(0) << (64 - digits));
  llvm::Value *zeros = t.builder.CreateIntrinsic(llvm::Intrinsic::ctlz, {wide}, {magnitude, t.builder.getFalse()});
  llvm::Value *shift = t.builder.CreateAnd(zeros, llvm::ConstantInt::get(wide, 63)); // 64 for zero: any shift will do
  llvm::Value *kept = t.builder.CreateAnd(magnitude, t.builder.CreateLShr(top, shift));
  llvm::Value *bits = t.builder.CreateBitCast(t.builder.CreateUIToFP(kept, type), integerLike(type));
  bool up = *mode == FPRoundingMode::RTP;
  if (up || (isSigned && *mode == FPRoundingMode::RTN)) {
    llvm::Value *away = t.builder.CreateICmpNE(kept, magnitude);
    if (isSigned)
      away = t.builder.CreateAnd(away, up ? t.builder.CreateNot(negative) : negative);
    bits = t.builder.CreateSelect(away, neighbour(t, bits, 1), bits);
  }
  llvm::Value *size = t.builder.CreateBitCast(bits, type);
  return isSigned ? t.builder.CreateSelect(negative, t.builder.CreateFNeg(size), size) : size;
}

template <bool Signed> void integerToFloat(Translation &t, const Instruction &instruction) {
  llvm::Value *a = t.integer(instruction, 0);
  llvm::Type *type = t.resultType(instruction);
  if (a && type &&
      t.require(type->isFPOrFPVectorTy() && sameShape(a->getType(), type), instruction,
                "the result is floating-point with as many components"))
    t.define(instruction, integerToFloat(t, a, type, Signed, t.annotations.rounding(instruction)));
}

template <bool Signed> void floatToInteger(Translation &t, const Instruction &instruction) {
  llvm::Value *a = t.floating(instruction, 0);
  llvm::Type *type = t.resultType(instruction);
  if (!a || !type ||
      !t.require(type->isIntOrIntVectorTy() && sameShape(a->getType(), type), instruction,
                 "the result is an integer with as many components"))
    return;
  // Without a mode the conversion truncates (SPIR-V, OpConvertFToS), which is what LLVM's does.
  switch (t.annotations.rounding(instruction).value_or(FPRoundingMode::RTZ)) {
  case FPRoundingMode::RTE:
    a = t.builder.CreateUnaryIntrinsic(llvm::Intrinsic::rint, a);
    break;
  case FPRoundingMode::RTP:
    a = t.builder.CreateUnaryIntrinsic(llvm::Intrinsic::ceil, a);
    break;
  case FPRoundingMode::RTN:
    a = t.builder.CreateUnaryIntrinsic(llvm::Intrinsic::floor, a);
    break;
  default:
    break;
  }
  if (t.annotations.has(instruction.result, Decoration::SaturatedConversion)) {
    // LLVM 22's machine code with half arithmetic forgets NaN in some of these.
    if (a->getType()->getScalarType()->isHalfTy())
      a = t.builder.CreateFPExt(a, a->getType()->getWithNewType(t.builder.getFloatTy()));
    return t.define(instruction,
                    t.builder.CreateIntrinsic(Signed ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat,
                                              {type, a->getType()}, {a}));
  }
  // What does not fit becomes some value of the type (OpenCL C 6.4.3.3), the same for whoever looks at it: an index of
  // 8 bits stays one. Of narrow types it is the low bits of what 32 bits hold, with lanes and without, as other
  // compilers for this machine have it: programs rely on it.
  llvm::Type *machine = withScalar(type, t.builder.getInt32Ty());
  if (type->getScalarSizeInBits() < machine->getScalarSizeInBits())
    return t.define(instruction,
                    t.builder.CreateTrunc(t.builder.CreateFreeze(t.builder.CreateFPToSI(a, machine)), type));
  t.define(instruction,
           t.builder.CreateFreeze(Signed ? t.builder.CreateFPToSI(a, type) : t.builder.CreateFPToUI(a, type)));
}

template <bool Signed> void integerWidth(Translation &t, const Instruction &instruction) {
  llvm::Value *a = t.integer(instruction, 0);
  llvm::Type *type = t.resultType(instruction);
  if (a && type &&
      t.require(type->isIntOrIntVectorTy() && sameShape(a->getType(), type), instruction,
                "the result is an integer with as many components"))
    t.define(instruction, Signed ? t.builder.CreateSExtOrTrunc(a, type) : t.builder.CreateZExtOrTrunc(a, type));
}

void floatWidth(Translation &t, const Instruction &instruction) {
  llvm::Value *a = t.floating(instruction, 0);
  llvm::Type *type = t.resultType(instruction);
  if (a && type &&
      t.require(type->isFPOrFPVectorTy() && sameShape(a->getType(), type), instruction,
                "the result is floating-point with as many components"))
    t.define(instruction, roundToFloat(t, a, type, t.annotations.rounding(instruction).value_or(FPRoundingMode::RTE)));
}

void quantizeToHalf(Translation &t, const Instruction &instruction) {
  llvm::Value *a = t.floating(instruction, 0);
  if (!a)
    return;
  llvm::Value *half = t.builder.CreateFPCast(a, withScalar(a->getType(), t.builder.getHalfTy()));
  t.define(instruction, t.builder.CreateFPCast(half, a->getType()));
}

/// OpSatConvertSToU, OpSatConvertUToS: clamp to what the result holds.
template <bool FromSigned> void saturate(Translation &t, const Instruction &instruction) {
  llvm::Value *a = t.integer(instruction, 0);
  llvm::Type *type = t.resultType(instruction);
  if (!a || !type ||
      !t.require(type->isIntOrIntVectorTy() && sameShape(a->getType(), type), instruction,
                 "the result is an integer with as many components"))
    return;
  llvm::Type *from = a->getType();
  unsigned bits = type->getScalarSizeInBits(), fromBits = from->getScalarSizeInBits();
  llvm::APInt top = FromSigned ? llvm::APInt::getMaxValue(bits) : llvm::APInt::getSignedMaxValue(bits);
  if (FromSigned)
    a = t.builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, a, llvm::Constant::getNullValue(from));
  if (top.getActiveBits() < fromBits)
    a = t.builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, a,
                                        llvm::ConstantInt::get(from, top.zextOrTrunc(fromBits)));
  t.define(instruction, t.builder.CreateZExtOrTrunc(a, type));
}

void pointerToInteger(Translation &t, const Instruction &instruction) {
  llvm::Value *a = t.pointer(instruction, 0);
  llvm::Type *type = t.resultType(instruction);
  if (a && type && t.require(type->isIntegerTy(), instruction, "the result is an integer"))
    t.define(instruction, t.builder.CreatePtrToInt(a, type));
}

void integerToPointer(Translation &t, const Instruction &instruction) {
  llvm::Value *a = t.integer(instruction, 0);
  llvm::Type *type = t.resultType(instruction);
  if (!a || !type ||
      !t.require(type->isPointerTy() && a->getType()->isIntegerTy(), instruction, "makes a pointer of an integer"))
    return;
  // A pointer there and back is the pointer itself: what it points to stays known.
  auto *number = llvm::dyn_cast<llvm::PtrToIntOperator>(a);
  bool isItself = number && number->getPointerOperandType() == type && a->getType()->isIntegerTy(64);
  t.define(instruction, isItself ? number->getPointerOperand() : t.builder.CreateIntToPtr(a, type));
}

/// Address spaces are the same addresses: casts between them always succeed.
void castPointer(Translation &t, const Instruction &instruction) {
  llvm::Value *a = t.pointer(instruction, 0);
  llvm::Type *type = t.resultType(instruction);
  if (a && type && t.require(type->isPointerTy(), instruction, "the result is a pointer"))
    t.define(instruction, t.builder.CreateAddrSpaceCast(a, type));
}

void bitcast(Translation &t, const Instruction &instruction) {
  llvm::Value *a = t.operand(instruction, 0);
  llvm::Type *type = t.resultType(instruction);
  if (!a || !type)
    return;
  llvm::Type *from = a->getType();
  if (from->isPointerTy() && type->isPointerTy())
    return t.define(instruction, t.builder.CreateAddrSpaceCast(a, type));
  // SPIR-V, OpBitcast: since 1.5 a pointer converts to and from a vector of 32-bit integers, too.
  llvm::Type *address = t.builder.getInt64Ty();
  llvm::Type *bitsFrom = from->isPointerTy() ? address : from, *bitsTo = type->isPointerTy() ? address : type;
  if (!t.require(llvm::CastInst::castIsValid(llvm::Instruction::BitCast, bitsFrom, bitsTo), instruction,
                 "both types have as many bits"))
    return;
  if (from->isPointerTy())
    a = t.builder.CreatePtrToInt(a, address);
  a = t.builder.CreateBitCast(a, bitsTo);
  t.define(instruction, type->isPointerTy() ? t.builder.CreateIntToPtr(a, type) : a);
}

constexpr Handler conversionTable[] = {
    {Op::ConvertFToU, floatToInteger<false>},
    {Op::ConvertFToS, floatToInteger<true>},
    {Op::ConvertSToF, integerToFloat<true>},
    {Op::ConvertUToF, integerToFloat<false>},
    {Op::UConvert, integerWidth<false>},
    {Op::SConvert, integerWidth<true>},
    {Op::FConvert, floatWidth},
    {Op::QuantizeToF16, quantizeToHalf},
    {Op::ConvertPtrToU, pointerToInteger},
    {Op::SatConvertSToU, saturate<true>},
    {Op::SatConvertUToS, saturate<false>},
    {Op::ConvertUToPtr, integerToPointer},
    {Op::PtrCastToGeneric, castPointer},
    {Op::GenericCastToPtr, castPointer},
    {Op::PtrCastToCrossWorkgroupINTEL, castPointer},
    {Op::CrossWorkgroupCastToPtrINTEL, castPointer},
    {Op::Bitcast, bitcast},
};

} // namespace

std::span<const Handler> conversionHandlers() { return conversionTable; }

} // namespace lanecl::spirv
