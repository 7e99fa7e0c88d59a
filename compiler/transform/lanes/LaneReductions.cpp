#include "compiler/transform/lanes/LaneReductions.h"

namespace lanecl::simd {

using llvm::Type, llvm::Value;
namespace Intrinsic = llvm::Intrinsic;

static Reduction reductionOfFloats(Kind kind, Type *type) {
  using I = llvm::Instruction;
  auto *nan = llvm::ConstantFP::getNaN(type); // minnum and maxnum of NaN and x are x
  switch (kind) {
  case Kind::Add:
    return {I::FAdd, 0, Intrinsic::vector_reduce_fadd, llvm::ConstantFP::getNegativeZero(type)};
  case Kind::Mul:
    return {I::FMul, 0, Intrinsic::vector_reduce_fmul, llvm::ConstantFP::get(type, 1.0)};
  case Kind::FMin:
    return {0, Intrinsic::minnum, Intrinsic::vector_reduce_fmin, nan};
  case Kind::FMax:
    return {0, Intrinsic::maxnum, Intrinsic::vector_reduce_fmax, nan};
  default:
    return {};
  }
}

Reduction reductionOf(Kind kind, Type *type) {
  using I = llvm::Instruction;
  if (type->isFloatingPointTy())
    return reductionOfFloats(kind, type);
  unsigned bits = type->getIntegerBitWidth();
  auto number = [&](const llvm::APInt &value) { return llvm::ConstantInt::get(type, value); };
  auto *zero = number(llvm::APInt::getZero(bits)), *ones = number(llvm::APInt::getAllOnes(bits));
  switch (kind) {
  case Kind::Add:
    return {I::Add, 0, Intrinsic::vector_reduce_add, zero};
  case Kind::Mul:
    return {I::Mul, 0, Intrinsic::vector_reduce_mul, number(llvm::APInt(bits, 1))};
  case Kind::And:
    return {I::And, 0, Intrinsic::vector_reduce_and, ones};
  case Kind::Or:
    return {I::Or, 0, Intrinsic::vector_reduce_or, zero};
  case Kind::Xor:
    return {I::Xor, 0, Intrinsic::vector_reduce_xor, zero};
  case Kind::SMin:
    return {0, Intrinsic::smin, Intrinsic::vector_reduce_smin, number(llvm::APInt::getSignedMaxValue(bits))};
  case Kind::SMax:
    return {0, Intrinsic::smax, Intrinsic::vector_reduce_smax, number(llvm::APInt::getSignedMinValue(bits))};
  case Kind::UMin:
    return {0, Intrinsic::umin, Intrinsic::vector_reduce_umin, ones};
  case Kind::UMax:
    return {0, Intrinsic::umax, Intrinsic::vector_reduce_umax, zero};
  default:
    return {};
  }
}

Value *combine(llvm::IRBuilderBase &builder, const Reduction &how, Value *a, Value *b) {
  return how.opcode ? builder.CreateBinOp(static_cast<llvm::Instruction::BinaryOps>(how.opcode), a, b)
                    : builder.CreateBinaryIntrinsic(how.intrinsic, a, b);
}

Value *reduceAll(LaneBuilder &builder, const Reduction &how, Value *lanes) {
  if (!how.isInexact())
    return builder.CreateUnaryIntrinsic(how.all, lanes);
  auto *call = builder.CreateIntrinsic(how.all, {lanes->getType()}, {how.neutral, lanes});
  call->setHasAllowReassoc(true); // the order is ours to choose
  return call;
}

Value *scanAll(LaneBuilder &builder, const Reduction &how, Value *lanes, bool inclusive) {
  Value *neutral = builder.splat(how.neutral);
  auto moveUp = [&](Value *from, unsigned by) {
    llvm::SmallVector<int, 64> sources;
    for (unsigned lane = 0; lane < builder.width; ++lane)
      sources.push_back(static_cast<int>(lane < by ? builder.width : lane - by));
    return builder.CreateShuffleVector(from, neutral, sources);
  };
  if (!inclusive)
    lanes = moveUp(lanes, 1);
  for (unsigned by = 1; by < builder.width; by *= 2)
    lanes = combine(builder, how, moveUp(lanes, by), lanes);
  return lanes;
}

Value *inFloat(LaneBuilder &builder, Value *half, llvm::function_ref<Value *(Value *)> make) {
  Value *made = make(builder.CreateFPExt(half, builder.wide(builder.getFloatTy())));
  Type *type = half->getType();
  return builder.CreateFPTrunc(made, made->getType()->isVectorTy() ? type : type->getScalarType());
}

} // namespace lanecl::simd
