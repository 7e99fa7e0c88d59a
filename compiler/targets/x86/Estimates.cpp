// What the machine tells of a number in one instruction, register by register.
#include "compiler/targets/x86/X86Machine.h"
#include "llvm/IR/IntrinsicsX86.h"

namespace lanecl::targets::x86 {
namespace {

using llvm::Intrinsic::ID;

// One instruction: `lanes` numbers at a time.
struct Form {
  unsigned lanes;
  Level from; ///< levels that have it
  ID reciprocal, root;
  ID classify = 0; ///< what kind of number a result is, of instructions that also want what inactive lanes get
};

constexpr Form Forms[] = {
    {16, Level::Avx512, llvm::Intrinsic::x86_avx512_rcp14_ps_512, llvm::Intrinsic::x86_avx512_rsqrt14_ps_512,
     llvm::Intrinsic::x86_avx512_fpclass_ps_512},
    {8, Level::Avx512, llvm::Intrinsic::x86_avx512_rcp14_ps_256, llvm::Intrinsic::x86_avx512_rsqrt14_ps_256,
     llvm::Intrinsic::x86_avx512_fpclass_ps_256},
    {4, Level::Avx512, llvm::Intrinsic::x86_avx512_rcp14_ps_128, llvm::Intrinsic::x86_avx512_rsqrt14_ps_128,
     llvm::Intrinsic::x86_avx512_fpclass_ps_128},
    {8, Level::Avx2, llvm::Intrinsic::x86_avx_rcp_ps_256, llvm::Intrinsic::x86_avx_rsqrt_ps_256},
    {4, Level::Sse4, llvm::Intrinsic::x86_sse_rcp_ps, llvm::Intrinsic::x86_sse_rsqrt_ps},
};

// The widest that is filled, else the narrowest.
const Form &formFor(unsigned lanes, Level level) {
  const Form *chosen = nullptr;
  for (const Form &form : Forms) {
    bool available = form.from == level || (level == Level::Avx2 && form.from == Level::Sse4);
    if (available && (!chosen || chosen->lanes > lanes))
      chosen = &form;
  }
  return *chosen;
}

llvm::Value *estimate(llvm::IRBuilderBase &builder, Operation which, const Form &form, llvm::Value *value) {
  const bool isReciprocal = which == Operation::EstimateReciprocal;
  ID id = isReciprocal ? form.reciprocal : form.root;
  if (!form.classify)
    return builder.CreateIntrinsic(id, {value});
  auto *mask = llvm::Constant::getAllOnesValue(builder.getIntNTy(std::max(form.lanes, 8u)));
  auto *zero = llvm::Constant::getNullValue(value->getType());
  llvm::Value *result = builder.CreateIntrinsic(id, {value, zero, mask});
  if (!isReciprocal)
    return result;
  // Reciprocals of the greatest numbers are 0, as the other levels' instructions have it: what computes with denormal
  // numbers takes some hundred cycles on Intel's processors.
  constexpr uint32_t Denormal = 0x20;
  llvm::Value *isDenormal = builder.CreateIntrinsic(form.classify, {result, builder.getInt32(Denormal)});
  return builder.CreateSelect(isDenormal, zero, result);
}

// One step from an estimate `y` to the root, by what x * y * y lacks of 1: enough where the estimate has 14 bits, with
// a second term where it has 12. Contracted, but not in another order: the difference would lose its digits.
llvm::Value *refined(llvm::IRBuilderBase &builder, llvm::Value *x, llvm::Value *y, Level level) {
  llvm::IRBuilderBase::FastMathFlagGuard keep(builder);
  llvm::FastMathFlags flags;
  flags.setAllowContract();
  builder.setFastMathFlags(flags);
  auto number = [&](double value) { return llvm::ConstantFP::get(x->getType(), value); };
  llvm::Value *lack = builder.CreateFSub(number(1), builder.CreateFMul(builder.CreateFMul(x, y), y));
  if (level != Level::Avx512) {
    llvm::Value *factor = builder.CreateFAdd(builder.CreateFMul(lack, number(0.375)), number(0.5));
    return builder.CreateFAdd(builder.CreateFMul(builder.CreateFMul(y, lack), factor), y);
  }
  // Half of a number that is far from the smallest, off the ports of the multiplications.
  llvm::Type *bits = x->getType()->getWithNewType(builder.getInt32Ty());
  llvm::Value *halved = builder.CreateSub(builder.CreateBitCast(y, bits), llvm::ConstantInt::get(bits, 1U << 23));
  return builder.CreateFAdd(builder.CreateFMul(builder.CreateBitCast(halved, x->getType()), lack), y);
}

// `count` elements of `value` from `start`, then any.
llvm::Value *slice(llvm::IRBuilderBase &builder, llvm::Value *value, unsigned start, unsigned count, unsigned size) {
  if (start == 0 && count == size)
    return value;
  llvm::SmallVector<int, 64> from;
  for (unsigned i = 0; i < count; ++i)
    from.push_back(start + i < size ? static_cast<int>(start + i) : llvm::PoisonMaskElem);
  return builder.CreateShuffleVector(value, from);
}

} // namespace

llvm::Value *X86Machine::emitEstimate(llvm::IRBuilderBase &builder, Operation which, llvm::Value *value) const {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  unsigned lanes = vector ? vector->getNumElements() : 1;
  const Form &form = formFor(lanes, level_);
  llvm::Value *result = nullptr;
  if (!vector) {
    auto *poison = llvm::PoisonValue::get(llvm::FixedVectorType::get(value->getType(), form.lanes));
    llvm::Value *operand = builder.CreateInsertElement(poison, value, uint64_t(0));
    result = builder.CreateExtractElement(estimate(builder, which, form, operand), uint64_t(0));
  } else {
    result = llvm::PoisonValue::get(vector);
    for (unsigned start = 0; start < lanes; start += form.lanes) {
      llvm::Value *part = estimate(builder, which, form, slice(builder, value, start, form.lanes, lanes));
      if (form.lanes >= lanes)
        result = slice(builder, part, 0, lanes, form.lanes);
      else
        result = builder.CreateInsertVector(vector, result, part, uint64_t(start));
    }
  }
  return which == Operation::EstimateFastRoot ? refined(builder, value, result, level_) : result;
}

} // namespace lanecl::targets::x86
