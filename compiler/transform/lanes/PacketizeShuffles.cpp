#include "compiler/transform/lanes/PacketizeShuffles.h"

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

Value *shuffle(LaneFunction &f, Value *value, Value *lanes) {
  LaneBuilder &b = f.b;
  lanes = b.CreateAnd(lanes, b.splat(b.getInt32(b.width - 1)));
  auto *constant = llvm::dyn_cast<llvm::Constant>(lanes);
  if (!constant)
    return permute(f, value, lanes);
  llvm::SmallVector<int, 64> from;
  for (unsigned lane = 0; lane < b.width; ++lane) {
    auto *number = llvm::dyn_cast_or_null<llvm::ConstantInt>(constant->getAggregateElement(lane));
    from.push_back(number ? static_cast<int>(number->getZExtValue()) : -1);
  }
  return b.CreateShuffleVector(value, from);
}

Value *permute(LaneFunction &f, Value *value, Value *lanes) {
  LaneBuilder &b = f.b;
  Type *type = value->getType(), *element = type->getScalarType();
  auto bits = static_cast<unsigned>(f.data.getTypeSizeInBits(element));
  if (Type *number = b.wide(b.getIntNTy(bits)); number != type) {
    bool isPointer = element->isPointerTy();
    Value *found = permute(f, isPointer ? b.CreatePtrToInt(value, number) : b.CreateBitCast(value, number), lanes);
    return isPointer ? b.CreateIntToPtr(found, type) : b.CreateBitCast(found, type);
  }
  const targets::Machine &machine = f.machine;
  auto how = find(machine, bits, b.width);
  if (!how && bits < 32)
    return b.CreateTrunc(permute(f, b.CreateZExt(value, b.wide(b.getIntNTy(bits * 2))), lanes), type);
  if (!how && bits == 64 && find(machine, 32, b.width)) { // one half after the other
    Type *words = b.wide(b.getInt32Ty());
    Value *low = permute(f, b.CreateTrunc(value, words), lanes);
    Value *high = permute(f, b.CreateTrunc(b.CreateLShr(value, 32), words), lanes);
    return b.CreateOr(b.CreateShl(b.CreateZExt(high, type), 32), b.CreateZExt(low, type));
  }
  if (!how) {
    auto *memory = b.variable(type, "table");
    memory->setAlignment(llvm::Align(64));
    b.CreateStore(value, memory);
    Value *from = b.CreateGEP(element, memory, b.CreateZExt(lanes, b.wide(b.getInt64Ty())));
    return b.CreateMaskedGather(type, from, llvm::Align(bits / 8), b.allLanes());
  }
  auto tables = splitInto(b, value, how->lanes);
  Value *result = nullptr;
  uint64_t start = 0;
  for (Value *part : splitInto(b, b.CreateZExtOrTrunc(lanes, type), how->lanes)) {
    Value *found = lookUp(b, machine, *how, tables, part);
    if (tables.size() == 1)
      return found;
    result = b.CreateInsertVector(type, result ? result : llvm::PoisonValue::get(type), found, start);
    start += how->lanes;
  }
  return result;
}

} // namespace lanecl::simd
