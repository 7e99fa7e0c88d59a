// Shifts, logic and bit fields (SPIR-V 3.42.14).
#include "compiler/spirv/Handlers.h"

namespace lanecl::spirv {

namespace {

void bitNot(Translation &t, const Instruction &instruction) {
  if (llvm::Value *a = t.integer(instruction, 0))
    t.define(instruction, t.builder.CreateNot(a));
}

void bitReverse(Translation &t, const Instruction &instruction) {
  if (llvm::Value *a = t.integer(instruction, 0))
    t.define(instruction, t.builder.CreateUnaryIntrinsic(llvm::Intrinsic::bitreverse, a));
}

void bitCount(Translation &t, const Instruction &instruction) {
  llvm::Value *a = t.integer(instruction, 0);
  llvm::Type *type = t.resultType(instruction);
  if (a && type)
    t.define(instruction, fitInteger(t, instruction, t.builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, a), type));
}

/// A scalar offset or count, as a value of the base's type.
llvm::Value *amount(Translation &t, const Instruction &instruction, uint32_t i, llvm::Type *type) {
  llvm::Value *value = t.integer(instruction, i);
  if (!value || !t.require(value->getType()->isIntegerTy(), instruction, "offset and count are scalar integers"))
    return nullptr;
  value = t.builder.CreateZExtOrTrunc(value, type->getScalarType());
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector ? t.builder.CreateVectorSplat(vector->getNumElements(), value) : value;
}

/// `count` ones at the bottom; all ones for a count of the whole width, none for 0.
llvm::Value *lowMask(Translation &t, llvm::Value *count) {
  llvm::Type *type = count->getType();
  auto *width = llvm::ConstantInt::get(type, type->getScalarSizeInBits());
  auto *one = llvm::ConstantInt::get(type, 1);
  llvm::Value *partial = t.builder.CreateSub(t.builder.CreateShl(one, t.builder.CreateURem(count, width)), one);
  return t.builder.CreateSelect(t.builder.CreateICmpUGE(count, width), llvm::Constant::getAllOnesValue(type), partial);
}

/// By an offset that is below the width for every field that lies inside the base, but for one of no bits at its end:
/// there any shift will do. Others are undefined.
llvm::Value *shift(Translation &t, llvm::Instruction::BinaryOps direction, llvm::Value *value, llvm::Value *offset) {
  auto *last = llvm::ConstantInt::get(offset->getType(), offset->getType()->getScalarSizeInBits() - 1);
  return t.builder.CreateBinOp(direction, value, t.builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, offset, last));
}

void bitFieldInsert(Translation &t, const Instruction &instruction) {
  auto [base, insert] = integerPair(t, instruction);
  if (!base)
    return;
  llvm::Value *offset = amount(t, instruction, 2, base->getType());
  llvm::Value *count = amount(t, instruction, 3, base->getType());
  if (!offset || !count)
    return;
  llvm::Value *mask = shift(t, llvm::Instruction::Shl, lowMask(t, count), offset);
  llvm::Value *inside = t.builder.CreateAnd(shift(t, llvm::Instruction::Shl, insert, offset), mask);
  t.define(instruction, t.builder.CreateOr(t.builder.CreateAnd(base, t.builder.CreateNot(mask)), inside));
}

template <bool Signed> void bitFieldExtract(Translation &t, const Instruction &instruction) {
  llvm::Value *base = t.integer(instruction, 0);
  llvm::Value *offset = base ? amount(t, instruction, 1, base->getType()) : nullptr;
  llvm::Value *count = offset ? amount(t, instruction, 2, base->getType()) : nullptr;
  if (!count)
    return;
  llvm::Type *type = base->getType();
  llvm::Value *field = t.builder.CreateAnd(shift(t, llvm::Instruction::LShr, base, offset), lowMask(t, count));
  if (Signed) {
    // (field ^ sign) - sign spreads the field's top bit; no bit is the sign of an empty field.
    auto *one = llvm::ConstantInt::get(type, 1);
    llvm::Value *mask = lowMask(t, count);
    llvm::Value *sign = t.builder.CreateAnd(mask, t.builder.CreateNot(t.builder.CreateLShr(mask, one)));
    field = t.builder.CreateSub(t.builder.CreateXor(field, sign), sign);
  }
  t.define(instruction, field);
}

constexpr Handler bitwiseTable[] = {
    {Op::ShiftRightLogical, integerBinary<llvm::Instruction::LShr>},
    {Op::ShiftRightArithmetic, integerBinary<llvm::Instruction::AShr>},
    {Op::ShiftLeftLogical, integerBinary<llvm::Instruction::Shl>},
    {Op::BitwiseOr, integerBinary<llvm::Instruction::Or>},
    {Op::BitwiseXor, integerBinary<llvm::Instruction::Xor>},
    {Op::BitwiseAnd, integerBinary<llvm::Instruction::And>},
    {Op::Not, bitNot},
    {Op::BitFieldInsert, bitFieldInsert},
    {Op::BitFieldSExtract, bitFieldExtract<true>},
    {Op::BitFieldUExtract, bitFieldExtract<false>},
    {Op::BitReverse, bitReverse},
    {Op::BitCount, bitCount},
};

} // namespace

std::span<const Handler> bitwiseHandlers() { return bitwiseTable; }

} // namespace lanecl::spirv
