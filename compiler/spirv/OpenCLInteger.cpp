// Integer functions of OpenCL.std (OpenCL C 6.15.3), all made of instructions.
#include "compiler/spirv/OpenCLStd.h"

namespace lanecl::spirv {

namespace {

using Arguments = llvm::ArrayRef<llvm::Value *>;
using llvm::Intrinsic::ID;

template <ID Which> llvm::Value *binary(Translation &t, const Instruction &, Arguments a) {
  return t.builder.CreateBinaryIntrinsic(Which, a[0], a[1]);
}

template <ID Which> llvm::Value *unary(Translation &t, const Instruction &, Arguments a) {
  return t.builder.CreateUnaryIntrinsic(Which, a[0]);
}

/// abs, clz, ctz: the flag says that zero (or INT_MIN) is an ordinary value.
template <ID Which> llvm::Value *total(Translation &t, const Instruction &, Arguments a) {
  return t.builder.CreateIntrinsic(Which, {a[0]->getType()}, {a[0], t.builder.getFalse()});
}

llvm::Value *same(Translation &, const Instruction &, Arguments a) { return a[0]; }

template <bool Signed> llvm::Value *difference(Translation &t, const Instruction &, Arguments a) {
  auto *high = t.builder.CreateBinaryIntrinsic(Signed ? llvm::Intrinsic::smax : llvm::Intrinsic::umax, a[0], a[1]);
  auto *low = t.builder.CreateBinaryIntrinsic(Signed ? llvm::Intrinsic::smin : llvm::Intrinsic::umin, a[0], a[1]);
  return t.builder.CreateSub(high, low);
}

template <bool Signed> llvm::Value *halve(Translation &t, llvm::Value *x) {
  return Signed ? t.builder.CreateAShr(x, 1) : t.builder.CreateLShr(x, 1);
}

template <bool Signed> llvm::Value *halfAdd(Translation &t, const Instruction &, Arguments a) {
  return t.builder.CreateAdd(t.builder.CreateAnd(a[0], a[1]), halve<Signed>(t, t.builder.CreateXor(a[0], a[1])));
}

template <bool Signed> llvm::Value *halfAddUp(Translation &t, const Instruction &, Arguments a) {
  return t.builder.CreateSub(t.builder.CreateOr(a[0], a[1]), halve<Signed>(t, t.builder.CreateXor(a[0], a[1])));
}

template <ID Max, ID Min> llvm::Value *clamp(Translation &t, const Instruction &, Arguments a) {
  return t.builder.CreateBinaryIntrinsic(Min, t.builder.CreateBinaryIntrinsic(Max, a[0], a[1]), a[2]);
}

template <bool Signed> llvm::Value *mulHigh(Translation &t, const Instruction &, Arguments a) {
  return multiplyHigh(t, a[0], a[1], Signed);
}

template <bool Signed> llvm::Value *madHigh(Translation &t, const Instruction &, Arguments a) {
  return t.builder.CreateAdd(multiplyHigh(t, a[0], a[1], Signed), a[2]);
}

/// a*b+c as two words of 64 bits. Unsigned it fits when the upper word is 0, signed when that is the lower one's sign.
template <bool Signed> llvm::Value *madSaturated64(Translation &t, Arguments a) {
  auto &build = t.builder;
  llvm::Type *type = a[0]->getType();
  llvm::Value *low = build.CreateAdd(build.CreateMul(a[0], a[1]), a[2]);
  llvm::Value *high =
      build.CreateAdd(multiplyHigh(t, a[0], a[1], Signed), build.CreateZExt(build.CreateICmpULT(low, a[2]), type));
  if (!Signed)
    return build.CreateSelect(build.CreateICmpEQ(high, llvm::Constant::getNullValue(type)), low,
                              llvm::Constant::getAllOnesValue(type));
  high = build.CreateAdd(high, build.CreateAShr(a[2], 63));
  auto *largest = llvm::ConstantInt::get(type, llvm::APInt::getSignedMaxValue(64));
  llvm::Value *limit = build.CreateXor(largest, build.CreateAShr(high, 63));
  return build.CreateSelect(build.CreateICmpEQ(high, build.CreateAShr(low, 63)), low, limit);
}

/// a*b+c in twice the width, which cannot overflow, then clamped.
template <bool Signed> llvm::Value *madSaturated(Translation &t, const Instruction &, Arguments a) {
  llvm::Type *type = a[0]->getType();
  unsigned bits = type->getScalarSizeInBits();
  if (bits == 64)
    return madSaturated64<Signed>(t, a);
  llvm::Type *wide = withScalar(type, t.builder.getIntNTy(bits * 2));
  auto extend = [&](llvm::Value *x) { return Signed ? t.builder.CreateSExt(x, wide) : t.builder.CreateZExt(x, wide); };
  auto limit = [&](const llvm::APInt &x) {
    return llvm::ConstantInt::get(wide, Signed ? x.sext(bits * 2) : x.zext(bits * 2));
  };
  llvm::Value *sum = t.builder.CreateAdd(t.builder.CreateMul(extend(a[0]), extend(a[1])), extend(a[2]));
  if (Signed) {
    sum = t.builder.CreateBinaryIntrinsic(llvm::Intrinsic::smin, sum, limit(llvm::APInt::getSignedMaxValue(bits)));
    sum = t.builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, sum, limit(llvm::APInt::getSignedMinValue(bits)));
  } else
    sum = t.builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, sum, limit(llvm::APInt::getMaxValue(bits)));
  return t.builder.CreateTrunc(sum, type);
}

/// Defined for operands of 24 bits only, where the plain product is right.
llvm::Value *multiply24(Translation &t, const Instruction &, Arguments a) { return t.builder.CreateMul(a[0], a[1]); }

llvm::Value *mad24(Translation &t, const Instruction &, Arguments a) {
  return t.builder.CreateAdd(t.builder.CreateMul(a[0], a[1]), a[2]);
}

llvm::Value *rotate(Translation &t, const Instruction &, Arguments a) {
  return t.builder.CreateIntrinsic(llvm::Intrinsic::fshl, {a[0]->getType()}, {a[0], a[0], a[1]});
}

llvm::Value *upsample(Translation &t, const Instruction &instruction, Arguments a) {
  llvm::Type *type = t.resultType(instruction), *from = a[0]->getType();
  unsigned bits = from->getScalarSizeInBits();
  if (!t.require(from->isIntOrIntVectorTy() && a[1]->getType() == from && type->isIntOrIntVectorTy() &&
                     sameShape(type, from) && type->getScalarSizeInBits() == 2 * bits,
                 instruction, "the result is an integer twice as wide as the arguments"))
    return nullptr;
  llvm::Value *high = t.builder.CreateShl(t.builder.CreateZExt(a[0], type), bits);
  return t.builder.CreateOr(high, t.builder.CreateZExt(a[1], type));
}

constexpr InlineRow integerTable[] = {
    {OpenCLStd::s_abs, 1, Shape::Integers, total<llvm::Intrinsic::abs>},
    {OpenCLStd::u_abs, 1, Shape::Integers, same},
    {OpenCLStd::s_abs_diff, 2, Shape::Integers, difference<true>},
    {OpenCLStd::u_abs_diff, 2, Shape::Integers, difference<false>},
    {OpenCLStd::s_add_sat, 2, Shape::Integers, binary<llvm::Intrinsic::sadd_sat>},
    {OpenCLStd::u_add_sat, 2, Shape::Integers, binary<llvm::Intrinsic::uadd_sat>},
    {OpenCLStd::s_sub_sat, 2, Shape::Integers, binary<llvm::Intrinsic::ssub_sat>},
    {OpenCLStd::u_sub_sat, 2, Shape::Integers, binary<llvm::Intrinsic::usub_sat>},
    {OpenCLStd::s_hadd, 2, Shape::Integers, halfAdd<true>},
    {OpenCLStd::u_hadd, 2, Shape::Integers, halfAdd<false>},
    {OpenCLStd::s_rhadd, 2, Shape::Integers, halfAddUp<true>},
    {OpenCLStd::u_rhadd, 2, Shape::Integers, halfAddUp<false>},
    {OpenCLStd::s_clamp, 3, Shape::Integers, clamp<llvm::Intrinsic::smax, llvm::Intrinsic::smin>},
    {OpenCLStd::u_clamp, 3, Shape::Integers, clamp<llvm::Intrinsic::umax, llvm::Intrinsic::umin>},
    {OpenCLStd::clz, 1, Shape::Integers, total<llvm::Intrinsic::ctlz>},
    {OpenCLStd::ctz, 1, Shape::Integers, total<llvm::Intrinsic::cttz>},
    {OpenCLStd::popcount, 1, Shape::Integers, unary<llvm::Intrinsic::ctpop>},
    {OpenCLStd::s_max, 2, Shape::Integers, binary<llvm::Intrinsic::smax>},
    {OpenCLStd::u_max, 2, Shape::Integers, binary<llvm::Intrinsic::umax>},
    {OpenCLStd::s_min, 2, Shape::Integers, binary<llvm::Intrinsic::smin>},
    {OpenCLStd::u_min, 2, Shape::Integers, binary<llvm::Intrinsic::umin>},
    {OpenCLStd::s_mul_hi, 2, Shape::Integers, mulHigh<true>},
    {OpenCLStd::u_mul_hi, 2, Shape::Integers, mulHigh<false>},
    {OpenCLStd::s_mad_hi, 3, Shape::Integers, madHigh<true>},
    {OpenCLStd::u_mad_hi, 3, Shape::Integers, madHigh<false>},
    {OpenCLStd::s_mad_sat, 3, Shape::Integers, madSaturated<true>},
    {OpenCLStd::u_mad_sat, 3, Shape::Integers, madSaturated<false>},
    {OpenCLStd::s_mul24, 2, Shape::Integers, multiply24},
    {OpenCLStd::u_mul24, 2, Shape::Integers, multiply24},
    {OpenCLStd::s_mad24, 3, Shape::Integers, mad24},
    {OpenCLStd::u_mad24, 3, Shape::Integers, mad24},
    {OpenCLStd::rotate, 2, Shape::Integers, rotate},
    {OpenCLStd::s_upsample, 2, Shape::Free, upsample},
    {OpenCLStd::u_upsample, 2, Shape::Free, upsample},
};

} // namespace

std::span<const InlineRow> integerRows() { return integerTable; }

} // namespace lanecl::spirv
