// Math, common and relational functions of OpenCL.std that are a few instructions (OpenCL C 6.15.2, 6.15.4, 6.15.6).
#include "compiler/spirv/GroupParts.h"
#include "compiler/spirv/Mangle.h"
#include "compiler/spirv/OpenCLStd.h"
#include "llvm/Analysis/ConstantFolding.h"
#include <numbers>

namespace lanecl::spirv {

namespace {

using Arguments = llvm::ArrayRef<llvm::Value *>;

llvm::Constant *number(Arguments a, double value) { return llvm::ConstantFP::get(a[0]->getType(), value); }

template <llvm::Intrinsic::ID Which> llvm::Value *intrinsic(Translation &t, const Instruction &, Arguments a) {
  return t.builder.CreateIntrinsic(Which, {a[0]->getType()}, a);
}

/// fma of half precision by way of single precision would round twice: the library has one that does not.
llvm::Value *fusedMultiplyAdd(Translation &t, const Instruction &instruction, Arguments a) {
  if (!a[0]->getType()->getScalarType()->isHalfTy())
    return intrinsic<llvm::Intrinsic::fma>(t, instruction, a);
  MangledType type{a[0]->getType()};
  return t.callLibrary(mangle("fma", {type, type, type}), type.type, a, t.builder.getFastMathFlags());
}

/// mad: a*b+c however the machine does it best.
llvm::Value *mad(Translation &t, const Instruction &, Arguments a) {
  llvm::FastMathFlags flags = t.builder.getFastMathFlags();
  flags.setAllowContract();
  t.builder.setFastMathFlags(flags);
  return t.builder.CreateFAdd(t.builder.CreateFMul(a[0], a[1]), a[2]);
}

llvm::Value *divide(Translation &t, const Instruction &, Arguments a) { return t.builder.CreateFDiv(a[0], a[1]); }

llvm::Value *reciprocal(Translation &t, const Instruction &, Arguments a) {
  return t.builder.CreateFDiv(number(a, 1), a[0]);
}

bool isFloat(Arguments a) { return a[0]->getType()->getScalarType()->isFloatTy(); }

llvm::Value *estimate(Translation &t, Operation which, llvm::Value *value);

llvm::Value *reciprocalRoot(Translation &t, const Instruction &, Arguments a) {
  if (isFloat(a) && t.builder.getFastMathFlags().isFast())
    return estimate(t, Operation::EstimateFastRoot, a[0]);
  return t.builder.CreateFDiv(number(a, 1), t.builder.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, a[0]));
}

/// With reciprocals allowed LLVM makes the machine's estimate and a Newton step, without a word on 0 and infinity; the
/// library's steps keep those.
llvm::Value *reciprocalRootOrCall(Translation &t, const Instruction &instruction, Arguments a) {
  llvm::FastMathFlags flags = t.builder.getFastMathFlags();
  if (flags.allowReciprocal() && a[0]->getType()->getScalarType()->isFloatTy())
    return reciprocalRoot(t, instruction, a);
  MangledType type{a[0]->getType()};
  llvm::CallInst *call = t.callLibrary(mangle("rsqrt", {type}), type.type, a, flags);
  call->setDoesNotAccessMemory();
  return call;
}

/// Half functions may be off by 8192 ulp, native ones by what we choose (OpenCL C 7.4): the machine's estimate, of
/// float as they all are.
llvm::Value *estimate(Translation &t, Operation which, llvm::Value *value) {
  return components(t, value, [&](llvm::Value *scalar) { return createOperation(t.builder, which, {scalar}); });
}

llvm::Value *estimatedReciprocal(Translation &t, const Instruction &instruction, Arguments a) {
  return isFloat(a) ? estimate(t, Operation::EstimateReciprocal, a[0]) : reciprocal(t, instruction, a);
}

llvm::Value *estimatedReciprocalRoot(Translation &t, const Instruction &instruction, Arguments a) {
  return isFloat(a) ? estimate(t, Operation::EstimateReciprocalRoot, a[0]) : reciprocalRoot(t, instruction, a);
}

llvm::Value *estimatedDivision(Translation &t, const Instruction &instruction, Arguments a) {
  return isFloat(a) ? t.builder.CreateFMul(a[0], estimate(t, Operation::EstimateReciprocal, a[1]))
                    : divide(t, instruction, a);
}

/// The number that an argument is, the same one in all components: written there, or a variable's of constant memory.
llvm::Constant *knownNumber(llvm::Value *argument) {
  auto *constant = llvm::dyn_cast<llvm::Constant>(argument);
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(argument); load && load->isSimple())
    if (auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(load->getPointerOperand()->stripPointerCasts());
        variable && variable->isConstant() && variable->hasInitializer())
      constant = llvm::ConstantFoldLoadFromConst(variable->getInitializer(), load->getType(), load->getDataLayout());
  return constant && constant->getType()->isVectorTy() ? constant->getSplatValue() : constant;
}

/// How many halves a known number is; nullopt if it is no whole number of them.
std::optional<int64_t> halvesOf(const llvm::Constant *known) {
  if (auto *number = llvm::dyn_cast_if_present<llvm::ConstantInt>(known))
    return 2 * number->getValue().sextOrTrunc(32).getSExtValue();
  auto *number = llvm::dyn_cast_if_present<llvm::ConstantFP>(known);
  llvm::APSInt whole(64, false);
  bool isExact = false;
  if (!number || llvm::scalbn(number->getValueAPF(), 1, llvm::APFloat::rmTowardZero)
                         .convertToInteger(whole, llvm::APFloat::rmTowardZero, &isExact) != llvm::APFloat::opOK)
    return std::nullopt;
  return whole.getExtValue();
}

/// x^n by products, n - 1 roundings.
llvm::Value *product(Translation &t, llvm::Value *x, int64_t n) {
  llvm::Value *result = n == 0 ? llvm::ConstantFP::get(x->getType(), 1) : nullptr;
  for (llvm::Value *square = x; n > 0; n >>= 1) {
    if (n & 1)
      result = result ? t.builder.CreateFMul(result, square) : square;
    if (n > 1)
      square = t.builder.CreateFMul(square, square);
  }
  return result;
}

/// x^(halves / 2) by products, a root and reciprocals: 8 ulp at most (a factor's error counts as often as it does),
/// where 16 are allowed, and nothing on the way overflows or vanishes before the result does. Half precision keeps
/// within one rounding.
llvm::Value *power(Translation &t, llvm::Value *x, int64_t halves) {
  bool isHalf = x->getType()->getScalarType()->isHalfTy();
  if (halves < (isHalf ? -2 : -8) || halves > (isHalf ? 4 : 16) || (isHalf && halves % 2 != 0 && halves != 1))
    return nullptr;
  auto constant = [&](double value) { return llvm::ConstantFP::get(x->getType(), value); };
  auto reciprocal = [&](llvm::Value *value) { return t.builder.CreateFDiv(constant(1), value); };
  auto whole = [&](llvm::Value *value) {
    return product(t, halves < 0 ? reciprocal(value) : value, std::abs(halves) / 2);
  };
  if (halves % 2 == 0)
    return whole(x);
  // "pow(+-0, y) returns +0 for y > 0 and not an odd integer", and so on: of -0 the root is -0, of -infinity NaN.
  llvm::Value *positive = t.builder.CreateFAdd(x, constant(0));
  llvm::Value *root = t.builder.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, positive);
  root = halves < 0 ? reciprocal(root) : root;
  llvm::Value *result = std::abs(halves) == 1 ? root : t.builder.CreateFMul(whole(positive), root);
  llvm::Constant *end = halves < 0 ? constant(0) : llvm::ConstantFP::getInfinity(x->getType());
  llvm::Value *least = llvm::ConstantFP::getInfinity(x->getType(), /*Negative=*/true);
  return t.builder.CreateSelect(t.builder.CreateFCmpOEQ(x, least), end, result);
}

/// The function whose results are the powers of a known number.
llvm::StringRef exponentialOf(const llvm::Constant *base) {
  auto *number = llvm::dyn_cast_if_present<llvm::ConstantFP>(base);
  return !number ? "" : number->isExactlyValue(2) ? "exp2" : number->isExactlyValue(10) ? "exp10" : "";
}

/// pow and pown: a known exponent makes a few products, a known base another function.
template <bool Whole> llvm::Value *powerOrCall(Translation &t, const Instruction &instruction, Arguments a) {
  llvm::Type *type = t.resultType(instruction);
  llvm::Type *exponent = Whole && type->isFPOrFPVectorTy() ? type->getWithNewType(t.builder.getInt32Ty()) : type;
  if (!t.require(type->isFPOrFPVectorTy() && a[0]->getType() == type && a[1]->getType() == exponent, instruction,
                 "an argument has a wrong type"))
    return nullptr;
  if (auto halves = halvesOf(knownNumber(a[1])))
    if (llvm::Value *result = power(t, a[0], *halves))
      return result;
  auto call = [&](llvm::StringRef function, llvm::ArrayRef<MangledType> types, Arguments arguments) {
    llvm::CallInst *made = t.callLibrary(mangle(function, types), type, arguments, t.builder.getFastMathFlags());
    made->setDoesNotAccessMemory();
    return made;
  };
  llvm::StringRef exponential = Whole ? "" : exponentialOf(knownNumber(a[0]));
  if (!exponential.empty())
    return call(exponential, {MangledType{type}}, a.drop_front());
  return call(Whole ? "pown" : "pow", {MangledType{type}, MangledType{exponent}}, a);
}

/// Unordered operands take the difference, which is NaN.
llvm::Value *positiveDifference(Translation &t, const Instruction &, Arguments a) {
  return t.builder.CreateSelect(t.builder.CreateFCmpOLE(a[0], a[1]), number(a, 0), t.builder.CreateFSub(a[0], a[1]));
}

template <bool Max> llvm::Value *magnitude(Translation &t, const Instruction &, Arguments a) {
  auto *x = t.builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, a[0]);
  auto *y = t.builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, a[1]);
  auto *first = Max ? t.builder.CreateFCmpOGT(x, y) : t.builder.CreateFCmpOLT(x, y);
  auto *second = Max ? t.builder.CreateFCmpOGT(y, x) : t.builder.CreateFCmpOLT(y, x);
  auto *equal = t.builder.CreateBinaryIntrinsic(Max ? llvm::Intrinsic::maxnum : llvm::Intrinsic::minnum, a[0], a[1]);
  return t.builder.CreateSelect(first, a[0], t.builder.CreateSelect(second, a[1], equal));
}

/// A quiet NaN with the code in the low bits of its significand.
llvm::Value *nan(Translation &t, const Instruction &instruction, Arguments a) {
  llvm::Type *type = t.resultType(instruction), *bits = integerLike(type);
  if (!t.require(type->isFPOrFPVectorTy() && a[0]->getType() == bits, instruction,
                 "makes a floating-point value of an integer as wide"))
    return nullptr;
  llvm::APInt quiet = llvm::APFloat::getQNaN(type->getScalarType()->getFltSemantics()).bitcastToAPInt();
  unsigned payload = type->getScalarType()->getFPMantissaWidth() - 2;
  llvm::APInt mask = llvm::APInt::getLowBitsSet(quiet.getBitWidth(), payload);
  llvm::Value *code = t.builder.CreateAnd(a[0], llvm::ConstantInt::get(bits, mask));
  return t.builder.CreateBitCast(t.builder.CreateOr(code, llvm::ConstantInt::get(bits, quiet)), type);
}

llvm::Value *maximum(Translation &t, llvm::Value *x, llvm::Value *y) {
  return t.builder.CreateSelect(t.builder.CreateFCmpOLT(x, y), y, x);
}

llvm::Value *minimum(Translation &t, llvm::Value *x, llvm::Value *y) {
  return t.builder.CreateSelect(t.builder.CreateFCmpOLT(y, x), y, x);
}

llvm::Value *maxCommon(Translation &t, const Instruction &, Arguments a) { return maximum(t, a[0], a[1]); }
llvm::Value *minCommon(Translation &t, const Instruction &, Arguments a) { return minimum(t, a[0], a[1]); }

llvm::Value *clamp(Translation &t, const Instruction &, Arguments a) {
  return minimum(t, maximum(t, a[0], a[1]), a[2]);
}

llvm::Value *degrees(Translation &t, const Instruction &, Arguments a) {
  return t.builder.CreateFMul(a[0], number(a, 180 / std::numbers::pi));
}

llvm::Value *radians(Translation &t, const Instruction &, Arguments a) {
  return t.builder.CreateFMul(a[0], number(a, std::numbers::pi / 180));
}

llvm::Value *mix(Translation &t, const Instruction &, Arguments a) {
  return t.builder.CreateFAdd(a[0], t.builder.CreateFMul(t.builder.CreateFSub(a[1], a[0]), a[2]));
}

llvm::Value *step(Translation &t, const Instruction &, Arguments a) {
  return t.builder.CreateSelect(t.builder.CreateFCmpOLT(a[1], a[0]), number(a, 0), number(a, 1));
}

llvm::Value *smoothStep(Translation &t, const Instruction &, Arguments a) {
  llvm::Value *part = t.builder.CreateFDiv(t.builder.CreateFSub(a[2], a[0]), t.builder.CreateFSub(a[1], a[0]));
  llvm::Value *x = minimum(t, maximum(t, part, number(a, 0)), number(a, 1));
  llvm::Value *slope = t.builder.CreateFSub(number(a, 3), t.builder.CreateFMul(number(a, 2), x));
  return t.builder.CreateFMul(t.builder.CreateFMul(x, x), slope);
}

/// 1, -1, the zero itself, and 0 for NaN.
llvm::Value *sign(Translation &t, const Instruction &, Arguments a) {
  llvm::Value *one = t.builder.CreateIntrinsic(llvm::Intrinsic::copysign, {a[0]->getType()}, {number(a, 1), a[0]});
  llvm::Value *zero = t.builder.CreateFCmpOEQ(a[0], number(a, 0)), *isNan = t.builder.CreateFCmpUNO(a[0], a[0]);
  return t.builder.CreateSelect(isNan, number(a, 0), t.builder.CreateSelect(zero, a[0], one));
}

/// select(a, b, c): scalars ask c as a whole, vectors each component's top bit (OpenCL C 6.15.6).
llvm::Value *select(Translation &t, const Instruction &instruction, Arguments a) {
  llvm::Type *choice = a[2]->getType();
  if (!t.require(a[0]->getType() == a[1]->getType() && choice->isIntOrIntVectorTy() &&
                     sameShape(choice, a[0]->getType()),
                 instruction, "an argument has a wrong type"))
    return nullptr;
  auto *zero = llvm::Constant::getNullValue(choice);
  llvm::Value *second = choice->isVectorTy() ? t.builder.CreateICmpSLT(a[2], zero) : t.builder.CreateICmpNE(a[2], zero);
  return t.builder.CreateSelect(second, a[1], a[0]);
}

llvm::Value *bitSelect(Translation &t, const Instruction &instruction, Arguments a) {
  llvm::Type *type = a[0]->getType();
  if (!t.require((type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy()) && a[1]->getType() == type &&
                     a[2]->getType() == type,
                 instruction, "an argument has a wrong type"))
    return nullptr;
  llvm::Type *bits = integerLike(type);
  llvm::Value *mask = t.builder.CreateBitCast(a[2], bits);
  llvm::Value *first = t.builder.CreateAnd(t.builder.CreateBitCast(a[0], bits), t.builder.CreateNot(mask));
  llvm::Value *second = t.builder.CreateAnd(t.builder.CreateBitCast(a[1], bits), mask);
  return t.builder.CreateBitCast(t.builder.CreateOr(first, second), type);
}

constexpr InlineRow mathTable[] = {
    {OpenCLStd::fabs, 1, Shape::Floats, intrinsic<llvm::Intrinsic::fabs>},
    {OpenCLStd::ceil, 1, Shape::Floats, intrinsic<llvm::Intrinsic::ceil>},
    {OpenCLStd::floor, 1, Shape::Floats, intrinsic<llvm::Intrinsic::floor>},
    {OpenCLStd::trunc, 1, Shape::Floats, intrinsic<llvm::Intrinsic::trunc>},
    {OpenCLStd::rint, 1, Shape::Floats, intrinsic<llvm::Intrinsic::rint>},
    {OpenCLStd::round, 1, Shape::Floats, intrinsic<llvm::Intrinsic::round>},
    {OpenCLStd::sqrt, 1, Shape::Floats, intrinsic<llvm::Intrinsic::sqrt>},
    {OpenCLStd::half_sqrt, 1, Shape::Floats, intrinsic<llvm::Intrinsic::sqrt>},
    {OpenCLStd::native_sqrt, 1, Shape::Floats, intrinsic<llvm::Intrinsic::sqrt>},
    {OpenCLStd::copysign, 2, Shape::Floats, intrinsic<llvm::Intrinsic::copysign>},
    {OpenCLStd::fmax, 2, Shape::Floats, intrinsic<llvm::Intrinsic::maxnum>},
    {OpenCLStd::fmin, 2, Shape::Floats, intrinsic<llvm::Intrinsic::minnum>},
    {OpenCLStd::fma, 3, Shape::Floats, fusedMultiplyAdd},
    {OpenCLStd::mad, 3, Shape::Floats, mad},
    {OpenCLStd::half_divide, 2, Shape::Floats, divide},
    {OpenCLStd::native_divide, 2, Shape::Floats, estimatedDivision},
    {OpenCLStd::half_recip, 1, Shape::Floats, estimatedReciprocal},
    {OpenCLStd::native_recip, 1, Shape::Floats, estimatedReciprocal},
    {OpenCLStd::rsqrt, 1, Shape::Floats, reciprocalRootOrCall},
    {OpenCLStd::pow, 2, Shape::Free, powerOrCall<false>},
    {OpenCLStd::pown, 2, Shape::Free, powerOrCall<true>},
    {OpenCLStd::half_rsqrt, 1, Shape::Floats, estimatedReciprocalRoot},
    {OpenCLStd::native_rsqrt, 1, Shape::Floats, estimatedReciprocalRoot},
    {OpenCLStd::fdim, 2, Shape::Floats, positiveDifference},
    {OpenCLStd::maxmag, 2, Shape::Floats, magnitude<true>},
    {OpenCLStd::minmag, 2, Shape::Floats, magnitude<false>},
    {OpenCLStd::nan, 1, Shape::Free, nan},
    {OpenCLStd::fclamp, 3, Shape::Floats, clamp},
    {OpenCLStd::degrees, 1, Shape::Floats, degrees},
    {OpenCLStd::fmax_common, 2, Shape::Floats, maxCommon},
    {OpenCLStd::fmin_common, 2, Shape::Floats, minCommon},
    {OpenCLStd::mix, 3, Shape::Floats, mix},
    {OpenCLStd::radians, 1, Shape::Floats, radians},
    {OpenCLStd::step, 2, Shape::Floats, step},
    {OpenCLStd::smoothstep, 3, Shape::Floats, smoothStep},
    {OpenCLStd::sign, 1, Shape::Floats, sign},
    {OpenCLStd::bitselect, 3, Shape::Free, bitSelect},
    {OpenCLStd::select, 3, Shape::Free, select},
};

} // namespace

std::span<const InlineRow> mathRows() { return mathTable; }

} // namespace lanecl::spirv
