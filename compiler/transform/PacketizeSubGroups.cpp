// Sub-group operations: a sub-group is a vector, so they are operations on one register. Only active lanes take part
// (OpenCL C 6.15.19; SPIR-V, "Group and Subgroup Instructions").
#include "compiler/transform/PacketizeFunction.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IntrinsicsX86.h"

namespace lanecl::simd {

using llvm::Intrinsic::ID, llvm::StringRef, llvm::Type, llvm::Value;
namespace Intrinsic = llvm::Intrinsic;

namespace {

/// How a kind of reduction is done: on two values, on all lanes of one, and what changes nothing.
struct Combination {
  unsigned opcode = 0; ///< a binary instruction, or
  ID intrinsic = 0;    ///< an intrinsic of two operands
  ID all = 0;          ///< over a vector
  llvm::Constant *neutral = nullptr;
};

Combination combinationOf(StringRef kind, Type *type) {
  using I = llvm::Instruction;
  if (type->isFloatingPointTy()) {
    auto *nan = llvm::ConstantFP::getNaN(type); // minnum and maxnum of NaN and x are x
    return llvm::StringSwitch<Combination>(kind)
        .Case("add", {I::FAdd, 0, Intrinsic::vector_reduce_fadd, llvm::ConstantFP::getNegativeZero(type)})
        .Case("mul", {I::FMul, 0, Intrinsic::vector_reduce_fmul, llvm::ConstantFP::get(type, 1.0)})
        .Case("fmin", {0, Intrinsic::minnum, Intrinsic::vector_reduce_fmin, nan})
        .Case("fmax", {0, Intrinsic::maxnum, Intrinsic::vector_reduce_fmax, nan})
        .Default({});
  }
  unsigned bits = type->getIntegerBitWidth();
  auto number = [&](const llvm::APInt &value) { return llvm::ConstantInt::get(type, value); };
  auto *zero = number(llvm::APInt::getZero(bits)), *ones = number(llvm::APInt::getAllOnes(bits));
  return llvm::StringSwitch<Combination>(kind)
      .Case("add", {I::Add, 0, Intrinsic::vector_reduce_add, zero})
      .Case("mul", {I::Mul, 0, Intrinsic::vector_reduce_mul, number(llvm::APInt(bits, 1))})
      .Case("and", {I::And, 0, Intrinsic::vector_reduce_and, ones})
      .Case("or", {I::Or, 0, Intrinsic::vector_reduce_or, zero})
      .Case("xor", {I::Xor, 0, Intrinsic::vector_reduce_xor, zero})
      .Case("smin", {0, Intrinsic::smin, Intrinsic::vector_reduce_smin, number(llvm::APInt::getSignedMaxValue(bits))})
      .Case("smax", {0, Intrinsic::smax, Intrinsic::vector_reduce_smax, number(llvm::APInt::getSignedMinValue(bits))})
      .Case("umin", {0, Intrinsic::umin, Intrinsic::vector_reduce_umin, ones})
      .Case("umax", {0, Intrinsic::umax, Intrinsic::vector_reduce_umax, zero})
      .Default({});
}

} // namespace

/// For fmin and fmax the infinities; the neutral elements above are NaN.
llvm::Constant *scanIdentity(StringRef operation, Type *type) {
  StringRef kind = operation.split('.').second.split('.').first;
  if (kind == "fmin" || kind == "fmax")
    return llvm::ConstantFP::getInfinity(type, kind == "fmax");
  if (type->isFloatingPointTy() && kind == "add")
    return llvm::ConstantFP::get(type, 0.0);
  return combinationOf(kind, type).neutral;
}

Value *FunctionPacketizer::combine(StringRef kind, Value *a, Value *b) {
  Combination how = combinationOf(kind, a->getType()->getScalarType());
  return how.opcode ? b_.CreateBinOp(static_cast<llvm::Instruction::BinaryOps>(how.opcode), a, b)
                    : b_.CreateBinaryIntrinsic(how.intrinsic, a, b);
}

Value *FunctionPacketizer::reduce(StringRef kind, Value *value, Value *mask) {
  Type *type = value->getType()->getScalarType();
  if (type->isHalfTy() && !session_.options.nativeHalf)
    return b_.CreateFPTrunc(reduce(kind, b_.CreateFPExt(value, b_.wide(b_.getFloatTy())), mask), type);
  Combination how = combinationOf(kind, type);
  value = b_.blend(mask, value, b_.splat(how.neutral));
  bool isSum = type->isFloatingPointTy() && how.opcode != 0;
  if (!isSum)
    return b_.CreateUnaryIntrinsic(how.all, value);
  auto *call = b_.CreateIntrinsic(how.all, {value->getType()}, {how.neutral, value});
  call->setHasAllowReassoc(true); // the order is ours to choose
  return call;
}

Value *FunctionPacketizer::scan(StringRef kind, Value *value, Value *mask, bool inclusive) {
  Type *type = value->getType()->getScalarType();
  if (type->isHalfTy() && !session_.options.nativeHalf)
    return b_.CreateFPTrunc(scan(kind, b_.CreateFPExt(value, b_.wide(b_.getFloatTy())), mask, inclusive),
                            b_.wide(type));
  Value *neutral = b_.splat(combinationOf(kind, type).neutral);
  value = b_.blend(mask, value, neutral);
  auto moveUp = [&](Value *from, unsigned by) {
    llvm::SmallVector<int, 64> lanes;
    for (unsigned lane = 0; lane < b_.width; ++lane)
      lanes.push_back(static_cast<int>(lane < by ? b_.width : lane - by));
    return b_.CreateShuffleVector(from, neutral, lanes);
  };
  if (!inclusive)
    value = moveUp(value, 1);
  for (unsigned by = 1; by < b_.width; by *= 2)
    value = combine(kind, moveUp(value, by), value);
  if (inclusive || !type->isFloatingPointTy())
    return value;
  Value *isFirst = b_.CreateICmpEQ(b_.steps(b_.getInt32Ty(), 1), b_.splat(b_.firstLane(mask)));
  std::string operation = ("scan_exclusive." + kind).str();
  value = b_.CreateSelect(isFirst, b_.splat(scanIdentity(operation, type)), value);
  return value;
}

/// Lane i gets the value of lane lanes[i] (i32, less than W).
Value *FunctionPacketizer::permute(Value *value, Value *lanes) {
  Type *type = value->getType(), *element = type->getScalarType();
  auto bits = static_cast<unsigned>(data_.getTypeSizeInBits(element));
  if (bits < 32) { // table look-ups exist for words
    Type *narrow = b_.wide(b_.getIntNTy(bits));
    Value *words = b_.CreateZExt(b_.CreateBitCast(value, narrow), b_.wide(b_.getInt32Ty()));
    return b_.CreateBitCast(b_.CreateTrunc(permute(words, lanes), narrow), type);
  }
  auto isa = session_.options.isa;
  ID look = 0;
  if (bits == 32 && b_.width == 16 && isa == Isa::Avx512)
    look = Intrinsic::x86_avx512_permvar_si_512;
  else if (bits == 64 && b_.width == 8 && isa == Isa::Avx512)
    look = Intrinsic::x86_avx512_permvar_di_512;
  else if (bits == 32 && b_.width == 8 && isa >= Isa::Avx2)
    look = Intrinsic::x86_avx2_permd;
  if (look) {
    Type *table = b_.wide(b_.getIntNTy(bits));
    bool isPointer = element->isPointerTy();
    Value *words = isPointer ? b_.CreatePtrToInt(value, table) : b_.CreateBitCast(value, table);
    Value *found = b_.CreateIntrinsic(look, {}, {words, b_.CreateZExtOrTrunc(lanes, table)});
    return isPointer ? b_.CreateIntToPtr(found, type) : b_.CreateBitCast(found, type);
  }
  auto *memory = b_.variable(type, "table");
  memory->setAlignment(llvm::Align(64));
  b_.CreateStore(value, memory);
  Value *from = b_.CreateGEP(element, memory, b_.CreateZExt(lanes, b_.wide(b_.getInt64Ty())));
  return b_.CreateMaskedGather(type, from, llvm::Align(bits / 8), b_.allLanes());
}

void FunctionPacketizer::emitSubGroupOperation(llvm::CallInst &call, StringRef operation, Value *mask) {
  auto [name, rest] = operation.split('.');
  StringRef kind = rest.split('.').first;
  auto argument = [&](unsigned index) { return vector(call.getArgOperand(index)); };
  auto defineUniform = [&](Value *value) { values_.define(call, value, nullptr); };
  auto defineVarying = [&](Value *value) { values_.define(call, nullptr, value); };
  Value *self = b_.steps(b_.getInt32Ty(), 1);
  auto inRange = [&](Value *lanes) { return b_.CreateAnd(lanes, b_.splat(b_.getInt32(b_.width - 1))); };
  auto shuffle = [&](Value *lanes) {
    auto *constant = llvm::dyn_cast<llvm::Constant>(lanes);
    if (!constant)
      return defineVarying(permute(argument(0), lanes));
    llvm::SmallVector<int, 64> from;
    for (unsigned lane = 0; lane < b_.width; ++lane)
      from.push_back(
          static_cast<int>(llvm::cast<llvm::ConstantInt>(constant->getAggregateElement(lane))->getZExtValue()));
    defineVarying(b_.CreateShuffleVector(argument(0), from));
  };
  bool isKnown =
      kind.empty() || (name != "reduce" && !name.starts_with("scan")) || combinationOf(kind, call.getType()).neutral;
  if (!isKnown)
    return session_.fail(call, "an unknown sub-group operation");
  if (name == "any")
    return defineUniform(b_.anyLane(b_.restrict(mask, argument(0))));
  if (name == "all")
    return defineUniform(b_.CreateNot(b_.anyLane(b_.restrict(mask, b_.CreateNot(argument(0))))));
  if (name == "broadcast")
    return defineUniform(b_.lane(argument(0), call.getType(),
                                 b_.CreateAnd(anyScalar(call.getArgOperand(1), mask), b_.getInt32(b_.width - 1))));
  if (name == "broadcast_first")
    return defineUniform(b_.lane(argument(0), call.getType(), b_.firstLane(mask)));
  if (name == "reduce")
    return defineUniform(reduce(kind, argument(0), mask));
  if (name == "scan_inclusive" || name == "scan_exclusive")
    return defineVarying(scan(kind, argument(0), mask, name == "scan_inclusive"));
  if (name == "shuffle")
    return shuffle(inRange(argument(1)));
  if (name == "shuffle_xor")
    return shuffle(inRange(b_.CreateXor(self, argument(1))));
  if (name == "shuffle_up")
    return shuffle(inRange(b_.CreateSub(self, argument(1))));
  if (name == "shuffle_down")
    return shuffle(inRange(b_.CreateAdd(self, argument(1))));
  if (name == "elect")
    return defineVarying(b_.CreateICmpEQ(self, b_.splat(b_.firstLane(mask))));
  if (name == "ballot") {
    Value *bits = b_.CreateZExt(b_.laneBits(b_.restrict(mask, argument(0))), b_.getInt64Ty());
    Value *words = b_.CreateInsertElement(llvm::Constant::getNullValue(call.getType()),
                                          b_.CreateTrunc(bits, b_.getInt32Ty()), uint64_t(0));
    return defineUniform(
        b_.CreateInsertElement(words, b_.CreateTrunc(b_.CreateLShr(bits, 32), b_.getInt32Ty()), uint64_t(1)));
  }
  session_.fail(call, "an unknown sub-group operation");
}

} // namespace lanecl::simd
