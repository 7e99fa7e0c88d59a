// Sub-group operations: a sub-group is a vector, so they are operations on one register. Only active lanes take part
// (OpenCL C 6.15.19; SPIR-V, "Group and Subgroup Instructions").
#include "compiler/transform/lanes/EndLanes.h"
#include "compiler/transform/lanes/LaneReductions.h"
#include "compiler/transform/lanes/PacketizeFunction.h"

namespace lanecl::simd {

using llvm::Type, llvm::Value;

/// For fmin and fmax the infinities; the neutral elements above are NaN.
llvm::Constant *scanIdentity(Kind kind, Type *type) {
  if (kind == Kind::FMin || kind == Kind::FMax)
    return llvm::ConstantFP::getInfinity(type, kind == Kind::FMax);
  if (type->isFloatingPointTy() && kind == Kind::Add)
    return llvm::ConstantFP::get(type, 0.0);
  return reductionOf(kind, type).neutral;
}

Value *FunctionPacketizer::reduce(Kind kind, Value *value, Value *mask) {
  Type *type = value->getType()->getScalarType();
  if (type->isHalfTy())
    return inFloat(b_, value, [&](Value *lanes) { return reduce(kind, lanes, mask); });
  Reduction how = reductionOf(kind, type);
  return reduceAll(b_, how, b_.blend(mask, value, b_.splat(how.neutral)));
}

Value *FunctionPacketizer::scan(Kind kind, Value *value, Value *mask, bool inclusive) {
  Type *type = value->getType()->getScalarType();
  if (type->isHalfTy())
    return inFloat(b_, value, [&](Value *lanes) { return scan(kind, lanes, mask, inclusive); });
  Reduction how = reductionOf(kind, type);
  value = scanAll(b_, how, b_.blend(mask, value, b_.splat(how.neutral)), inclusive);
  if (inclusive || !type->isFloatingPointTy())
    return value;
  Value *isFirst = b_.CreateICmpEQ(b_.steps(b_.getInt32Ty(), 1), b_.splat(b_.firstLane(mask)));
  return b_.CreateSelect(isFirst, b_.splat(scanIdentity(kind, type)), value);
}

/// The same in clusters of a power of two around the lane: after each step twice as many lanes know their sum.
Value *FunctionPacketizer::reduceClusters(Kind kind, Value *value, Value *mask, uint64_t size) {
  Type *type = value->getType()->getScalarType();
  if (size >= b_.width)
    return b_.splat(reduce(kind, value, mask));
  if (type->isHalfTy())
    return inFloat(b_, value, [&](Value *lanes) { return reduceClusters(kind, lanes, mask, size); });
  Reduction how = reductionOf(kind, type);
  value = b_.blend(mask, value, b_.splat(how.neutral));
  for (unsigned by = 1; by < size; by *= 2) {
    llvm::SmallVector<int, 64> others;
    for (unsigned lane = 0; lane < b_.width; ++lane)
      others.push_back(static_cast<int>(lane ^ by));
    value = combine(b_, how, value, b_.CreateShuffleVector(value, others));
  }
  return value;
}

Value *FunctionPacketizer::allEqual(Value *value, Value *mask) {
  Type *type = value->getType()->getScalarType();
  Value *first = b_.splat(b_.lane(value, type, b_.firstLane(mask)));
  Value *same = type->isFloatingPointTy() ? b_.CreateFCmpOEQ(value, first) : b_.CreateICmpEQ(value, first);
  return b_.CreateNot(b_.anyLane(b_.restrict(mask, b_.CreateNot(same))));
}

/// Four words, one bit a lane that is active and whose predicate holds.
Value *FunctionPacketizer::ballot(Value *predicate, Value *mask, Type *type) {
  Value *bits = b_.CreateZExt(b_.laneBits(b_.restrict(mask, predicate)), b_.getInt64Ty());
  Value *words =
      b_.CreateInsertElement(llvm::Constant::getNullValue(type), b_.CreateTrunc(bits, b_.getInt32Ty()), uint64_t(0));
  return b_.CreateInsertElement(words, b_.CreateTrunc(b_.CreateLShr(bits, 32), b_.getInt32Ty()), uint64_t(1));
}

/// Each lane's own bit of a ballot (i64).
Value *FunctionPacketizer::ownBits(const Value *ballot) {
  if (isUniform(ballot))
    return b_.CreateBitCast(b_.CreateTrunc(scalar(ballot), b_.getIntNTy(b_.width)), b_.maskType());
  Value *shifted = b_.CreateLShr(vector(ballot), b_.steps(b_.getInt64Ty(), 1));
  return b_.CreateTrunc(shifted, b_.maskType());
}

/// One component of all lanes: element i * W + lane behind the pointer, which all lanes share
/// (cl_intel_subgroups, "Sub Group Read and Write Functions"). Any address does, aligned or not.
void FunctionPacketizer::emitBlockAccess(const BlockAccess &access, Value *mask) {
  Type *element = access.element();
  Value *address = b_.CreateConstInBoundsGEP1_64(element, anyScalar(access.pointer(), mask),
                                                 access.component()->getZExtValue() * b_.width);
  ++session_.report.contiguous;
  constexpr llvm::Align Any;
  if (access.isRead)
    values_.define(*access.call, nullptr, b_.load(b_.wide(element), address, Any, mask));
  else
    b_.store(vector(access.written()), address, Any, mask);
}

/// i1: an active lane has the condition as wanted.
Value *FunctionPacketizer::anyHas(Value &condition, bool wanted, Value *mask) {
  Value *any = f_.hasAllLanes(*block_) ? EndLanes(f_).anyHas(condition, wanted) : nullptr;
  if (any)
    return any;
  Value *lanes = vector(&condition);
  return b_.anyLane(b_.restrict(mask, wanted ? lanes : b_.CreateNot(lanes)));
}

/// What the active lanes agree on.
Value *FunctionPacketizer::commonResult(llvm::CallInst &call, Operation operation, Value *mask) {
  auto argument = [&](unsigned index) { return vector(call.getArgOperand(index)); };
  switch (operation) {
  case Operation::SubGroupAny:
    return anyHas(*call.getArgOperand(0), true, mask);
  case Operation::SubGroupAll:
    return b_.CreateNot(anyHas(*call.getArgOperand(0), false, mask));
  case Operation::SubGroupAllEqual:
    return allEqual(argument(0), mask);
  case Operation::SubGroupBallot:
    return ballot(argument(0), mask, call.getType());
  case Operation::SubGroupBroadcast:
    return b_.lane(argument(0), call.getType(),
                   b_.CreateAnd(anyScalar(call.getArgOperand(1), mask), b_.getInt32(b_.width - 1)));
  case Operation::SubGroupBroadcastFirst:
    return b_.lane(argument(0), call.getType(), b_.firstLane(mask));
  case Operation::SubGroupReduce:
    return reduce(kindOf(call), argument(0), mask);
  default:
    return nullptr;
  }
}

/// What each lane gets of its own.
Value *FunctionPacketizer::ownResult(llvm::CallInst &call, Operation operation, Value *mask) {
  auto argument = [&](unsigned index) { return vector(call.getArgOperand(index)); };
  Value *self = b_.steps(b_.getInt32Ty(), 1);
  switch (operation) {
  case Operation::SubGroupShuffle:
    return shuffle(argument(0), argument(1));
  case Operation::SubGroupShuffleXor:
    return shuffle(argument(0), b_.CreateXor(self, argument(1)));
  case Operation::SubGroupShuffleUp:
    return shuffle(argument(0), b_.CreateSub(self, argument(1)));
  case Operation::SubGroupShuffleDown:
    return shuffle(argument(0), b_.CreateAdd(self, argument(1)));
  case Operation::SubGroupScanInclusive:
  case Operation::SubGroupScanExclusive:
    return scan(kindOf(call), argument(0), mask, operation == Operation::SubGroupScanInclusive);
  case Operation::SubGroupClusteredReduce:
    return reduceClusters(kindOf(call), argument(0), mask,
                          llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->getZExtValue());
  case Operation::SubGroupElect:
    return b_.CreateICmpEQ(self, b_.splat(b_.firstLane(mask)));
  case Operation::SubGroupInverseBallot:
    return ownBits(call.getArgOperand(0));
  default:
    return nullptr;
  }
}

void FunctionPacketizer::emitSubGroupOperation(llvm::CallInst &call, Operation operation, Value *mask) {
  if (auto access = BlockAccess::of(call))
    return emitBlockAccess(*access, mask);
  if (factsOf(operation).combines && !reductionOf(kindOf(call), call.getType()))
    return session_.fail(call, "an unknown sub-group operation");
  bool isCommon = factsOf(operation).inLanes == InLanes::Uniform;
  Value *value = isCommon ? commonResult(call, operation, mask) : ownResult(call, operation, mask);
  if (!value)
    return session_.fail(call, "an unknown sub-group operation");
  values_.define(call, isCommon ? value : nullptr, isCommon ? nullptr : value);
}

} // namespace lanecl::simd
