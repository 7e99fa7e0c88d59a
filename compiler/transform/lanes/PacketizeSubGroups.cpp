#include "compiler/transform/lanes/PacketizeSubGroups.h"
#include "compiler/transform/lanes/EndLanes.h"
#include "compiler/transform/lanes/LaneReductions.h"
#include "compiler/transform/lanes/PacketizeScalars.h"
#include "compiler/transform/lanes/PacketizeShuffles.h"

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

namespace {

// Half is computed in float and rounded once, on every machine: products of many lanes leave its range on the way.

Value *reduce(LaneBuilder &b, Kind kind, Value *value, Value *mask) {
  Type *type = value->getType()->getScalarType();
  if (type->isHalfTy())
    return inFloat(b, value, [&](Value *lanes) { return reduce(b, kind, lanes, mask); });
  Reduction how = reductionOf(kind, type);
  return reduceAll(b, how, b.blend(mask, value, b.splat(how.neutral)));
}

Value *scan(LaneBuilder &b, Kind kind, Value *value, Value *mask, bool inclusive) {
  Type *type = value->getType()->getScalarType();
  if (type->isHalfTy())
    return inFloat(b, value, [&](Value *lanes) { return scan(b, kind, lanes, mask, inclusive); });
  Reduction how = reductionOf(kind, type);
  value = scanAll(b, how, b.blend(mask, value, b.splat(how.neutral)), inclusive);
  if (inclusive || !type->isFloatingPointTy())
    return value;
  Value *isFirst = b.CreateICmpEQ(b.steps(b.getInt32Ty(), 1), b.splat(b.firstLane(mask)));
  return b.CreateSelect(isFirst, b.splat(scanIdentity(kind, type)), value);
}

/// The same in clusters of a power of two around the lane: after each step twice as many lanes know their sum.
Value *reduceClusters(LaneBuilder &b, Kind kind, Value *value, Value *mask, uint64_t size) {
  Type *type = value->getType()->getScalarType();
  if (size >= b.width)
    return b.splat(reduce(b, kind, value, mask));
  if (type->isHalfTy())
    return inFloat(b, value, [&](Value *lanes) { return reduceClusters(b, kind, lanes, mask, size); });
  Reduction how = reductionOf(kind, type);
  value = b.blend(mask, value, b.splat(how.neutral));
  for (unsigned by = 1; by < size; by *= 2) {
    llvm::SmallVector<int, 64> others;
    for (unsigned lane = 0; lane < b.width; ++lane)
      others.push_back(static_cast<int>(lane ^ by));
    value = combine(b, how, value, b.CreateShuffleVector(value, others));
  }
  return value;
}

Value *allEqual(LaneBuilder &b, Value *value, Value *mask) {
  Type *type = value->getType()->getScalarType();
  Value *first = b.splat(b.lane(value, type, b.firstLane(mask)));
  Value *same = type->isFloatingPointTy() ? b.CreateFCmpOEQ(value, first) : b.CreateICmpEQ(value, first);
  return b.CreateNot(b.anyLane(b.restrict(mask, b.CreateNot(same))));
}

/// Four words, one bit a lane that is active and whose predicate holds.
Value *ballot(LaneBuilder &b, Value *predicate, Value *mask, Type *type) {
  Value *bits = b.CreateZExt(b.laneBits(b.restrict(mask, predicate)), b.getInt64Ty());
  Value *words =
      b.CreateInsertElement(llvm::Constant::getNullValue(type), b.CreateTrunc(bits, b.getInt32Ty()), uint64_t(0));
  return b.CreateInsertElement(words, b.CreateTrunc(b.CreateLShr(bits, 32), b.getInt32Ty()), uint64_t(1));
}

/// Each lane's own bit of a ballot (i64).
Value *ownBits(LaneFunction &f, const Value *ballot) {
  LaneBuilder &b = f.b;
  if (f.isUniform(ballot))
    return b.CreateBitCast(b.CreateTrunc(f.scalar(ballot), b.getIntNTy(b.width)), b.maskType());
  Value *shifted = b.CreateLShr(f.vector(ballot), b.steps(b.getInt64Ty(), 1));
  return b.CreateTrunc(shifted, b.maskType());
}

/// One component of all lanes: element i * W + lane behind the pointer, which all lanes share
/// (cl_intel_subgroups, "Sub Group Read and Write Functions"). Any address does, aligned or not.
void emitBlockAccess(LaneFunction &f, const BlockAccess &access, Value *mask) {
  LaneBuilder &b = f.b;
  Type *element = access.element();
  Value *address = b.CreateConstInBoundsGEP1_64(element, anyScalar(f, access.pointer(), mask),
                                                access.component()->getZExtValue() * b.width);
  ++f.session.report.contiguous;
  constexpr llvm::Align Any;
  if (access.isRead)
    f.values.define(*access.call, nullptr, b.load(b.wide(element), address, Any, mask));
  else
    b.store(f.vector(access.written()), address, Any, mask);
}

/// i1: an active lane has the condition as wanted.
Value *anyHas(LaneFunction &f, Value &condition, bool wanted, Value *mask) {
  LaneBuilder &b = f.b;
  Value *any = f.hasAllLanes(*f.values.block()) ? EndLanes(f).anyHas(condition, wanted) : nullptr;
  if (any)
    return any;
  Value *lanes = f.vector(&condition);
  return b.anyLane(b.restrict(mask, wanted ? lanes : b.CreateNot(lanes)));
}

/// What the active lanes agree on.
Value *commonResult(LaneFunction &f, llvm::CallInst &call, Operation operation, Value *mask) {
  LaneBuilder &b = f.b;
  auto argument = [&](unsigned index) { return f.vector(call.getArgOperand(index)); };
  switch (operation) {
  case Operation::SubGroupAny:
    return anyHas(f, *call.getArgOperand(0), true, mask);
  case Operation::SubGroupAll:
    return b.CreateNot(anyHas(f, *call.getArgOperand(0), false, mask));
  case Operation::SubGroupAllEqual:
    return allEqual(b, argument(0), mask);
  case Operation::SubGroupBallot:
    return ballot(b, argument(0), mask, call.getType());
  case Operation::SubGroupBroadcast:
    return b.lane(argument(0), call.getType(),
                  b.CreateAnd(anyScalar(f, call.getArgOperand(1), mask), b.getInt32(b.width - 1)));
  case Operation::SubGroupBroadcastFirst:
    return b.lane(argument(0), call.getType(), b.firstLane(mask));
  case Operation::SubGroupReduce:
    return reduce(b, kindOf(call), argument(0), mask);
  default:
    return nullptr;
  }
}

/// What each lane gets of its own.
Value *ownResult(LaneFunction &f, llvm::CallInst &call, Operation operation, Value *mask) {
  LaneBuilder &b = f.b;
  auto argument = [&](unsigned index) { return f.vector(call.getArgOperand(index)); };
  Value *self = b.steps(b.getInt32Ty(), 1);
  switch (operation) {
  case Operation::SubGroupShuffle:
    return shuffle(f, argument(0), argument(1));
  case Operation::SubGroupShuffleXor:
    return shuffle(f, argument(0), b.CreateXor(self, argument(1)));
  case Operation::SubGroupShuffleUp:
    return shuffle(f, argument(0), b.CreateSub(self, argument(1)));
  case Operation::SubGroupShuffleDown:
    return shuffle(f, argument(0), b.CreateAdd(self, argument(1)));
  case Operation::SubGroupScanInclusive:
  case Operation::SubGroupScanExclusive:
    return scan(b, kindOf(call), argument(0), mask, operation == Operation::SubGroupScanInclusive);
  case Operation::SubGroupClusteredReduce:
    return reduceClusters(b, kindOf(call), argument(0), mask,
                          llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->getZExtValue());
  case Operation::SubGroupElect:
    return b.CreateICmpEQ(self, b.splat(b.firstLane(mask)));
  case Operation::SubGroupInverseBallot:
    return ownBits(f, call.getArgOperand(0));
  default:
    return nullptr;
  }
}

} // namespace

void emitSubGroupOperation(LaneFunction &f, llvm::CallInst &call, Operation operation, Value *mask) {
  if (auto access = BlockAccess::of(call))
    return emitBlockAccess(f, *access, mask);
  if (factsOf(operation).combines && !reductionOf(kindOf(call), call.getType()))
    return f.session.fail(call, "an unknown sub-group operation");
  bool isCommon = factsOf(operation).inLanes == InLanes::Uniform;
  Value *value = isCommon ? commonResult(f, call, operation, mask) : ownResult(f, call, operation, mask);
  if (!value)
    return f.session.fail(call, "an unknown sub-group operation");
  f.values.define(call, isCommon ? value : nullptr, isCommon ? nullptr : value);
}

} // namespace lanecl::simd
