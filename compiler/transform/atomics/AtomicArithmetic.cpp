#include "compiler/transform/atomics/AtomicArithmetic.h"
#include "compiler/transform/lanes/LaneReductions.h"

namespace lanecl::simd {

using llvm::Type, llvm::Value;
namespace Intrinsic = llvm::Intrinsic;

namespace {

Type *withElement(Type *like, Type *element) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(like);
  return vector ? llvm::FixedVectorType::get(element, vector->getNumElements()) : element;
}

Value *toFloat(llvm::IRBuilderBase &builder, Value *value) {
  return builder.CreateFPExt(value, withElement(value->getType(), builder.getFloatTy()));
}

Reduction reductionOf(AtomicOp op, Type *type) { return simd::reductionOf(AtomicOperation::kindOf(op), type); }

bool isSum(AtomicOp op) { return AtomicOperation::kindOf(op) == Kind::Add; }

/// What is reduced, and what is then done with the total.
AtomicOp among(AtomicOp op) { return isSum(op) ? AtomicOp::Add : op; }
AtomicOp afterwards(AtomicOp op) {
  return isSum(op) && op != AtomicOp::Add && op != AtomicOp::Inc ? AtomicOp::Sub : among(op);
}

} // namespace

Value *applyAtomic(llvm::IRBuilderBase &b, AtomicOp op, Value *old, Value *source0, Value *source1) {
  Type *type = old->getType();
  bool isFloat = type->isFPOrFPVectorTy();
  if (type->getScalarType()->isHalfTy() && (isSum(op) || op == AtomicOp::FMax || op == AtomicOp::FMin))
    return b.CreateFPTrunc(applyAtomic(b, op, toFloat(b, old), toFloat(b, source0), nullptr), type);
  switch (op) {
  case AtomicOp::Add:
    return isFloat ? b.CreateFAdd(old, source0) : b.CreateAdd(old, source0);
  case AtomicOp::Sub:
    return isFloat ? b.CreateFSub(old, source0) : b.CreateSub(old, source0);
  case AtomicOp::Inc:
    return b.CreateAdd(old, llvm::ConstantInt::get(type, 1));
  case AtomicOp::Dec:
  case AtomicOp::PreDec:
    return b.CreateSub(old, llvm::ConstantInt::get(type, 1));
  case AtomicOp::Min:
    return b.CreateBinaryIntrinsic(Intrinsic::umin, old, source0);
  case AtomicOp::Max:
    return b.CreateBinaryIntrinsic(Intrinsic::umax, old, source0);
  case AtomicOp::IMin:
    return b.CreateBinaryIntrinsic(Intrinsic::smin, old, source0);
  case AtomicOp::IMax:
    return b.CreateBinaryIntrinsic(Intrinsic::smax, old, source0);
  case AtomicOp::FMin:
    return b.CreateBinaryIntrinsic(Intrinsic::minnum, old, source0);
  case AtomicOp::FMax:
    return b.CreateBinaryIntrinsic(Intrinsic::maxnum, old, source0);
  case AtomicOp::And:
    return b.CreateAnd(old, source0);
  case AtomicOp::Or:
    return b.CreateOr(old, source0);
  case AtomicOp::Xor:
    return b.CreateXor(old, source0);
  case AtomicOp::Xchg:
    return source0;
  case AtomicOp::CmpXchg:
    return b.CreateSelect(b.CreateICmpEQ(old, source1), source0, old);
  case AtomicOp::FCmpWr:
    return b.CreateSelect(b.CreateFCmpOEQ(source0, old), source1, old);
  }
  llvm_unreachable("all operations are above");
}

Value *atomicResult(llvm::IRBuilderBase &b, AtomicOp op, Value *old) {
  return op == AtomicOp::PreDec ? applyAtomic(b, op, old, nullptr, nullptr) : old;
}

Value *bitsDiffer(llvm::IRBuilderBase &b, Value *x, Value *y) {
  Type *type = x->getType();
  Type *bits = withElement(type, b.getIntNTy(type->getScalarSizeInBits()));
  return b.CreateICmpNE(b.CreateBitCast(x, bits), b.CreateBitCast(y, bits));
}

bool isIdempotent(AtomicOp op) {
  switch (op) {
  case AtomicOp::Min:
  case AtomicOp::Max:
  case AtomicOp::IMin:
  case AtomicOp::IMax:
  case AtomicOp::FMin:
  case AtomicOp::FMax:
  case AtomicOp::And:
  case AtomicOp::Or:
    return true;
  default:
    return false;
  }
}

std::optional<Combined> combineLanes(LaneBuilder &b, AtomicOp op, Value *source0, Type *type, Value *mask,
                                     bool wantsBefore, bool reassociates) {
  Reduction how = reductionOf(among(op), type);
  if (!how || (how.isInexact() && !reassociates))
    return std::nullopt;
  Value *parts = AtomicOperation::sourcesOf(op) ? source0 : llvm::ConstantInt::get(b.wide(type), 1);
  bool inFloat = type->isHalfTy();
  if (inFloat) {
    how = reductionOf(among(op), b.getFloatTy());
    parts = toFloat(b, parts);
  }
  // So many times the same: the lanes are counted.
  auto *same = llvm::dyn_cast_or_null<llvm::ConstantInt>(
      llvm::isa<llvm::Constant>(parts) ? llvm::cast<llvm::Constant>(parts)->getSplatValue() : nullptr);
  Value *own = b.blend(mask, parts, b.splat(how.neutral));
  Combined result{afterwards(op), nullptr, nullptr};
  if (same && among(op) == AtomicOp::Add)
    result.total = b.CreateMul(b.CreateZExtOrTrunc(b.laneCount(mask), type), same);
  else
    result.total = reduceAll(b, how, own);
  if (wantsBefore)
    result.before = scanAll(b, how, own, /*inclusive=*/false);
  if (inFloat) {
    result.total = b.CreateFPTrunc(result.total, type);
    if (wantsBefore)
      result.before = b.CreateFPTrunc(result.before, b.wide(type));
  }
  return result;
}

std::optional<Gathering> Gathering::of(const AtomicOperation &atomic) {
  Type *type = atomic.call->getType()->getScalarType();
  if (type->isHalfTy())
    type = Type::getFloatTy(type->getContext());
  Reduction how = reductionOf(among(atomic.op), type);
  if (!how || (how.isInexact() && !atomic.call->hasAllowReassoc()))
    return std::nullopt;
  return Gathering{afterwards(atomic.op), how.neutral};
}

bool Gathering::commute(const AtomicOperation &a, const AtomicOperation &b) {
  return among(a.op) == among(b.op) && a.call->getType()->getScalarType() == b.call->getType()->getScalarType() &&
         of(a) && of(b);
}

Value *Gathering::add(LaneBuilder &b, Value *sum, const AtomicOperation &atomic) const {
  Type *type = sum->getType();
  Value *parts = AtomicOperation::sourcesOf(atomic.op) ? atomic.source0() : llvm::ConstantInt::get(type, 1);
  if (parts->getType() != type)
    parts = toFloat(b, parts);
  Value *next = applyAtomic(b, among(atomic.op), sum, parts, nullptr);
  return b.CreateSelect(atomic.mask(), next, sum);
}

Value *Gathering::total(LaneBuilder &b, Value *sum, Type *type) const {
  if (sum->getType()->isVectorTy())
    sum = reduceAll(b, reductionOf(among(op), sum->getType()->getScalarType()), sum);
  return sum->getType() == type ? sum : b.CreateFPTrunc(sum, type);
}

Chained chainLanes(LaneBuilder &b, AtomicOp op, Value *cell, Value *source0, Value *source1, Value *mask) {
  unsigned sources = AtomicOperation::sourcesOf(op);
  auto *constant = llvm::dyn_cast<llvm::Constant>(mask);
  bool all = constant && constant->isAllOnesValue();
  Value *results = llvm::PoisonValue::get(b.wide(cell->getType()));
  for (uint64_t lane = 0; lane < b.width; ++lane) {
    Value *next = applyAtomic(b, op, cell, sources > 0 ? b.CreateExtractElement(source0, lane) : nullptr,
                              sources > 1 ? b.CreateExtractElement(source1, lane) : nullptr);
    results = b.CreateInsertElement(results, atomicResult(b, op, cell), lane);
    cell = all ? next : b.CreateSelect(b.CreateExtractElement(mask, lane), next, cell);
  }
  return {cell, results};
}

} // namespace lanecl::simd
