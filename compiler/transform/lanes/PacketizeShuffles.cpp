// Moves between lanes: table look-ups in registers. A pattern that is known becomes a shufflevector, for which the back
// end finds the cheapest instruction.
#include "compiler/transform/lanes/PacketizeFunction.h"

namespace lanecl::simd {

using llvm::Type, llvm::Value;

namespace {

/// More registers than these for one value: memory is as good.
constexpr unsigned MostRegisters = 8;

std::optional<targets::LookUp> find(const targets::Machine &machine, unsigned bits, unsigned width) {
  auto found = machine.lookUp(bits, width);
  return !found || width / found->lanes > MostRegisters ? std::nullopt : found;
}

/// The vector in pieces of `lanes`.
llvm::SmallVector<Value *, 8> splitInto(LaneBuilder &b, Value *value, unsigned lanes) {
  llvm::SmallVector<Value *, 8> pieces;
  for (unsigned start = 0; start < b.width; start += lanes)
    pieces.push_back(b.piece(value, start, lanes));
  return pieces;
}

/// One piece of the result: each table, or pair of tables, is asked, and the index's upper bits choose.
Value *lookUp(LaneBuilder &b, const targets::Machine &machine, const targets::LookUp &how,
              llvm::ArrayRef<Value *> tables, Value *lanes) {
  unsigned step = tables.size() > 1 && how.inTwo ? 2 : 1;
  Value *result = nullptr;
  for (unsigned i = 0; i < tables.size(); i += step) {
    Value *found = machine.emitLookUp(b, how, tables.slice(i, step), lanes);
    if (result) {
      Value *isHere = b.CreateICmpUGE(lanes, llvm::ConstantInt::get(lanes->getType(), uint64_t(i) * how.lanes));
      found = b.CreateSelect(isHere, found, result);
    }
    result = found;
  }
  return result;
}

} // namespace

Value *FunctionPacketizer::shuffle(Value *value, Value *lanes) {
  lanes = b_.CreateAnd(lanes, b_.splat(b_.getInt32(b_.width - 1)));
  auto *constant = llvm::dyn_cast<llvm::Constant>(lanes);
  if (!constant)
    return permute(value, lanes);
  llvm::SmallVector<int, 64> from;
  for (unsigned lane = 0; lane < b_.width; ++lane) {
    auto *number = llvm::dyn_cast_or_null<llvm::ConstantInt>(constant->getAggregateElement(lane));
    from.push_back(number ? static_cast<int>(number->getZExtValue()) : -1);
  }
  return b_.CreateShuffleVector(value, from);
}

/// `lanes`: <W x i32>, each less than W.
Value *FunctionPacketizer::permute(Value *value, Value *lanes) {
  Type *type = value->getType(), *element = type->getScalarType();
  auto bits = static_cast<unsigned>(data_.getTypeSizeInBits(element));
  if (Type *number = b_.wide(b_.getIntNTy(bits)); number != type) {
    bool isPointer = element->isPointerTy();
    Value *found = permute(isPointer ? b_.CreatePtrToInt(value, number) : b_.CreateBitCast(value, number), lanes);
    return isPointer ? b_.CreateIntToPtr(found, type) : b_.CreateBitCast(found, type);
  }
  const targets::Machine &machine = *session_.options.machine;
  auto how = find(machine, bits, b_.width);
  if (!how && bits < 32)
    return b_.CreateTrunc(permute(b_.CreateZExt(value, b_.wide(b_.getIntNTy(bits * 2))), lanes), type);
  if (!how && bits == 64 && find(machine, 32, b_.width)) { // one half after the other
    Type *words = b_.wide(b_.getInt32Ty());
    Value *low = permute(b_.CreateTrunc(value, words), lanes);
    Value *high = permute(b_.CreateTrunc(b_.CreateLShr(value, 32), words), lanes);
    return b_.CreateOr(b_.CreateShl(b_.CreateZExt(high, type), 32), b_.CreateZExt(low, type));
  }
  if (!how) {
    auto *memory = b_.variable(type, "table");
    memory->setAlignment(llvm::Align(64));
    b_.CreateStore(value, memory);
    Value *from = b_.CreateGEP(element, memory, b_.CreateZExt(lanes, b_.wide(b_.getInt64Ty())));
    return b_.CreateMaskedGather(type, from, llvm::Align(bits / 8), b_.allLanes());
  }
  auto tables = splitInto(b_, value, how->lanes);
  Value *result = nullptr;
  uint64_t start = 0;
  for (Value *part : splitInto(b_, b_.CreateZExtOrTrunc(lanes, type), how->lanes)) {
    Value *found = lookUp(b_, machine, *how, tables, part);
    if (tables.size() == 1)
      return found;
    result = b_.CreateInsertVector(type, result ? result : llvm::PoisonValue::get(type), found, start);
    start += how->lanes;
  }
  return result;
}

} // namespace lanecl::simd
