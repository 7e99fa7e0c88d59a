// Sub-group operations: a sub-group is a vector, so they are operations on one register. Only active lanes take part
// (OpenCL C 6.15.19; SPIR-V, "Group and Subgroup Instructions").
#include "compiler/transform/LaneReductions.h"
#include "compiler/transform/PacketizeFunction.h"

namespace lanecl::simd {

using llvm::StringRef, llvm::Type, llvm::Value;

/// For fmin and fmax the infinities; the neutral elements above are NaN.
llvm::Constant *scanIdentity(StringRef operation, Type *type) {
  StringRef kind = operation.split('.').second.split('.').first;
  if (kind == "fmin" || kind == "fmax")
    return llvm::ConstantFP::getInfinity(type, kind == "fmax");
  if (type->isFloatingPointTy() && kind == "add")
    return llvm::ConstantFP::get(type, 0.0);
  return reductionOf(kind, type).neutral;
}

Value *FunctionPacketizer::reduce(StringRef kind, Value *value, Value *mask) {
  Type *type = value->getType()->getScalarType();
  if (type->isHalfTy())
    return inFloat(b_, value, [&](Value *lanes) { return reduce(kind, lanes, mask); });
  Reduction how = reductionOf(kind, type);
  return reduceAll(b_, how, b_.blend(mask, value, b_.splat(how.neutral)));
}

Value *FunctionPacketizer::scan(StringRef kind, Value *value, Value *mask, bool inclusive) {
  Type *type = value->getType()->getScalarType();
  if (type->isHalfTy())
    return inFloat(b_, value, [&](Value *lanes) { return scan(kind, lanes, mask, inclusive); });
  Reduction how = reductionOf(kind, type);
  value = scanAll(b_, how, b_.blend(mask, value, b_.splat(how.neutral)), inclusive);
  if (inclusive || !type->isFloatingPointTy())
    return value;
  Value *isFirst = b_.CreateICmpEQ(b_.steps(b_.getInt32Ty(), 1), b_.splat(b_.firstLane(mask)));
  std::string operation = ("scan_exclusive." + kind).str();
  return b_.CreateSelect(isFirst, b_.splat(scanIdentity(operation, type)), value);
}

/// The same in clusters of a power of two around the lane: after each step twice as many lanes know their sum.
Value *FunctionPacketizer::reduceClusters(StringRef kind, Value *value, Value *mask, uint64_t size) {
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
void FunctionPacketizer::emitBlockAccess(llvm::CallInst &call, bool isRead, Value *mask) {
  Type *element = isRead ? call.getType() : call.getArgOperand(1)->getType();
  uint64_t component = llvm::cast<llvm::ConstantInt>(call.getArgOperand(isRead ? 1 : 2))->getZExtValue();
  Value *address = b_.CreateConstInBoundsGEP1_64(element, anyScalar(call.getArgOperand(0), mask), component * b_.width);
  ++session_.report.contiguous;
  constexpr llvm::Align Any;
  if (isRead)
    values_.define(call, nullptr, b_.load(b_.wide(element), address, Any, mask));
  else
    b_.store(vector(call.getArgOperand(1)), address, Any, mask);
}

/// One operation of sub-groups: the call, what follows its name, the active lanes.
struct FunctionPacketizer::SubGroupCall {
  llvm::CallInst &call;
  StringRef name, kind;
  Value *mask;
};

/// What the active lanes agree on; null: none of these.
Value *FunctionPacketizer::commonResult(const SubGroupCall &at) {
  auto argument = [&](unsigned index) { return vector(at.call.getArgOperand(index)); };
  if (at.name == "any")
    return b_.anyLane(b_.restrict(at.mask, argument(0)));
  if (at.name == "all")
    return b_.CreateNot(b_.anyLane(b_.restrict(at.mask, b_.CreateNot(argument(0)))));
  if (at.name == "all_equal")
    return allEqual(argument(0), at.mask);
  if (at.name == "ballot")
    return ballot(argument(0), at.mask, at.call.getType());
  if (at.name == "broadcast")
    return b_.lane(argument(0), at.call.getType(),
                   b_.CreateAnd(anyScalar(at.call.getArgOperand(1), at.mask), b_.getInt32(b_.width - 1)));
  if (at.name == "broadcast_first")
    return b_.lane(argument(0), at.call.getType(), b_.firstLane(at.mask));
  if (at.name == "reduce")
    return reduce(at.kind, argument(0), at.mask);
  return nullptr;
}

/// What each lane gets of its own; null: none of these.
Value *FunctionPacketizer::ownResult(const SubGroupCall &at) {
  auto argument = [&](unsigned index) { return vector(at.call.getArgOperand(index)); };
  Value *self = b_.steps(b_.getInt32Ty(), 1);
  if (at.name == "shuffle")
    return shuffle(argument(0), argument(1));
  if (at.name == "shuffle_xor")
    return shuffle(argument(0), b_.CreateXor(self, argument(1)));
  if (at.name == "shuffle_up")
    return shuffle(argument(0), b_.CreateSub(self, argument(1)));
  if (at.name == "shuffle_down")
    return shuffle(argument(0), b_.CreateAdd(self, argument(1)));
  if (at.name == "scan_inclusive" || at.name == "scan_exclusive")
    return scan(at.kind, argument(0), at.mask, at.name == "scan_inclusive");
  if (at.name == "clustered_reduce")
    return reduceClusters(at.kind, argument(0), at.mask,
                          llvm::cast<llvm::ConstantInt>(at.call.getArgOperand(1))->getZExtValue());
  if (at.name == "elect")
    return b_.CreateICmpEQ(self, b_.splat(b_.firstLane(at.mask)));
  if (at.name == "inverse_ballot")
    return ownBits(at.call.getArgOperand(0));
  return nullptr;
}

void FunctionPacketizer::emitSubGroupOperation(llvm::CallInst &call, StringRef operation, Value *mask) {
  auto [name, rest] = operation.split('.');
  if (name == "block_read" || name == "block_write")
    return emitBlockAccess(call, name == "block_read", mask);
  SubGroupCall at{call, name, rest.split('.').first, mask};
  bool combines = name == "reduce" || name == "clustered_reduce" || name.starts_with("scan");
  if (combines && !reductionOf(at.kind, call.getType()))
    return session_.fail(call, "an unknown sub-group operation");
  if (Value *common = commonResult(at))
    return values_.define(call, common, nullptr);
  if (Value *own = ownResult(at))
    return values_.define(call, nullptr, own);
  session_.fail(call, "an unknown sub-group operation");
}

} // namespace lanecl::simd
