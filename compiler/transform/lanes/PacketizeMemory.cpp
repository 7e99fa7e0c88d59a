#include "compiler/ir/AddressSpaces.h"
#include "compiler/transform/lanes/PacketizeFunction.h"
#include "compiler/transform/lanes/PacketizeScalars.h"
#include "compiler/transform/lanes/PacketizeSerial.h"

namespace lanecl::simd {

using llvm::Type, llvm::Value;

namespace {

bool isSplit(const Type *type) { return type->isAggregateType() || type->isVectorTy(); }

/// Vector memory operations exist for whole bytes in powers of two.
bool isPlainType(Type *type, const llvm::DataLayout &data) {
  if (isSplit(type)) {
    llvm::SmallVector<Type *, 8> parts;
    LaneBuilder::partTypes(type, parts);
    return llvm::all_of(parts, [&](Type *part) { return isPlainType(part, data); });
  }
  uint64_t bits = data.getTypeSizeInBits(type);
  return bits == 1 || (bits >= 8 && bits <= 64 && llvm::isPowerOf2_64(bits));
}

/// As written, or volatile in memory that no other thread has, each lane at a place of its own: what such an access
/// promises, lanes that go on together see without it. (Before, `volatile` keeps what others of the sub-group read
/// between two accesses of one work-item.)
template <typename Access> bool isForLanes(const Access &access, bool sameAddress) {
  const unsigned where = access.getPointerAddressSpace();
  const bool isOwn = !access.isAtomic() && !sameAddress && (where == space::Local || where == space::Private);
  return access.isSimple() || isOwn;
}

} // namespace

void FunctionPacketizer::emitLoad(llvm::LoadInst &load, Value *mask) {
  for (unsigned number : packs_.piecesAt(load))
    loadPack(number, mask);
  if (packs_.isReplaced(load) && !packs_.groupOf(load))
    return;
  bool sameAddress = isUniform(load.getPointerOperand()) && !layout_.isInterleaved(load.getPointerOperand());
  if (isUniform(&load) && sameAddress) {
    ++session_.report.uniformLoads;
    session_.note(load, "uniform load: one for all lanes");
    values_.define(load, scalarForm(f_, load), nullptr);
    return;
  }
  if (!isForLanes(load, sameAddress) || !isPlainType(load.getType(), data_))
    return emitSerially(f_, load, mask);
  if (emitGroupedLoad(load, mask) || emitConsecutiveLoads(load, mask))
    return;
  Access access{&load, load.getPointerOperand(), load.getType(), load.getAlign()};
  values_.define(load, nullptr, loadParts(access, load.getType(), mask));
}

void FunctionPacketizer::emitStore(llvm::StoreInst &store, Value *mask) {
  Value *pointer = store.getPointerOperand(), *value = store.getValueOperand();
  bool sameAddress = isUniform(pointer) && !layout_.isInterleaved(pointer);
  if (sameAddress && isUniform(value)) {
    scalarForm(f_, store);
    return;
  }
  if (!isForLanes(store, sameAddress) || !isPlainType(value->getType(), data_))
    return emitSerially(f_, store, mask);
  if (sameAddress) { // one of them must win: the last
    Value *last = b_.lane(vector(value), value->getType(), b_.lastLane(mask));
    keepMetadata(b_.CreateAlignedStore(last, scalar(pointer), store.getAlign()), &store);
    return;
  }
  if (emitGroupedStore(store, mask))
    return;
  storeParts({&store, pointer, value->getType(), store.getAlign()}, value->getType(), vector(value), mask);
}

/// Short vectors and aggregates part by part.
Value *FunctionPacketizer::loadParts(Access access, Type *type, Value *mask) {
  if (!isSplit(type)) {
    access.type = type;
    return loadWide(access, mask);
  }
  Value *result = llvm::PoisonValue::get(b_.wide(type));
  uint64_t start = access.offset;
  llvm::Align align = access.align;
  auto each = [&](unsigned index, Type *part, uint64_t offset) {
    access.offset = start + offset;
    access.align = llvm::commonAlignment(align, offset);
    result = b_.CreateInsertValue(result, loadParts(access, part, mask), index);
  };
  if (auto *structure = llvm::dyn_cast<llvm::StructType>(type)) {
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      each(i, structure->getElementType(i), data_.getStructLayout(structure)->getElementOffset(i));
    return result;
  }
  auto *vectorType = llvm::dyn_cast<llvm::FixedVectorType>(type);
  Type *part = vectorType ? vectorType->getElementType() : type->getArrayElementType();
  uint64_t count = vectorType ? vectorType->getNumElements() : type->getArrayNumElements();
  for (unsigned i = 0; i < count; ++i)
    each(i, part, i * data_.getTypeAllocSize(part));
  return result;
}

void FunctionPacketizer::storeParts(Access access, Type *type, Value *value, Value *mask) {
  if (!isSplit(type)) {
    access.type = type;
    return storeWide(access, value, mask);
  }
  uint64_t start = access.offset;
  llvm::Align align = access.align;
  auto each = [&](unsigned index, Type *part, uint64_t offset) {
    access.offset = start + offset;
    access.align = llvm::commonAlignment(align, offset);
    storeParts(access, part, b_.CreateExtractValue(value, index), mask);
  };
  if (auto *structure = llvm::dyn_cast<llvm::StructType>(type)) {
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      each(i, structure->getElementType(i), data_.getStructLayout(structure)->getElementOffset(i));
    return;
  }
  auto *vectorType = llvm::dyn_cast<llvm::FixedVectorType>(type);
  Type *part = vectorType ? vectorType->getElementType() : type->getArrayElementType();
  uint64_t count = vectorType ? vectorType->getNumElements() : type->getArrayNumElements();
  for (unsigned i = 0; i < count; ++i)
    each(i, part, i * data_.getTypeAllocSize(part));
}

bool FunctionPacketizer::isContiguous(const Access &access) const {
  Shape shape = shapes_.of(access.pointer);
  if (layout_.isInterleaved(access.pointer))
    return shape.isUniform();
  return shape.isLinear() && shape.stride == static_cast<int64_t>(data_.getTypeStoreSize(access.type));
}

/// The last lane's element comes first in memory.
bool FunctionPacketizer::isReversed(const Access &access) const {
  Shape shape = shapes_.of(access.pointer);
  return !layout_.isInterleaved(access.pointer) && shape.isLinear() && !shape.guard &&
         shape.stride == -static_cast<int64_t>(data_.getTypeStoreSize(access.type));
}

Value *FunctionPacketizer::lastLanesAddress(const Access &access) {
  int64_t offset = shapes_.of(access.pointer).stride * (b_.width - 1);
  return b_.CreateConstGEP1_64(b_.getInt8Ty(), scalarAddress(f_, access), static_cast<uint64_t>(offset));
}

Value *FunctionPacketizer::reverse(Value *value) { return b_.CreateVectorReverse(value); }

Value *FunctionPacketizer::loadWide(const Access &access, Value *mask) {
  if (access.type->isIntegerTy(1)) { // a byte in memory
    Access byte = access;
    byte.type = b_.getInt8Ty();
    return b_.CreateTrunc(loadWide(byte, mask), b_.maskType());
  }
  if (isReversed(access)) {
    ++session_.report.contiguous;
    session_.note(*access.instruction, "contiguous, reversed");
    Value *last = b_.CreateMaskedLoad(b_.wide(access.type), lastLanesAddress(access), firstAlign(f_, access),
                                      b_.CreateVectorReverse(b_.orAll(mask)));
    return b_.CreateVectorReverse(last);
  }
  if (!isContiguous(access)) {
    ++session_.report.gathers;
    session_.note(*access.instruction, "gather");
    return gather(access, mask);
  }
  if (auto *guard = shapes_.of(access.pointer).guard)
    return loadGuarded(access, *guard, mask);
  ++session_.report.contiguous;
  session_.note(*access.instruction, "contiguous load");
  return loadContiguous(access, mask);
}

void FunctionPacketizer::storeWide(const Access &access, Value *value, Value *mask) {
  if (access.type->isIntegerTy(1)) {
    Access byte = access;
    byte.type = b_.getInt8Ty();
    return storeWide(byte, b_.CreateZExt(value, b_.wide(byte.type)), mask);
  }
  if (isReversed(access)) {
    ++session_.report.contiguous;
    session_.note(*access.instruction, "contiguous, reversed");
    b_.CreateMaskedStore(b_.CreateVectorReverse(value), lastLanesAddress(access), firstAlign(f_, access),
                         b_.CreateVectorReverse(b_.orAll(mask)));
    return;
  }
  if (!isContiguous(access)) {
    ++session_.report.scatters;
    session_.note(*access.instruction, "scatter");
    return scatter(access, value, mask);
  }
  if (auto *guard = shapes_.of(access.pointer).guard)
    return storeGuarded(access, value, *guard, mask);
  ++session_.report.contiguous;
  session_.note(*access.instruction, "contiguous store");
  storeContiguous(access, value, mask);
}

Value *FunctionPacketizer::either(Value *test, llvm::function_ref<Value *()> together,
                                  llvm::function_ref<Value *()> separate) {
  auto *one = b_.block("together"), *other = b_.block("separate"), *after = b_.block("after");
  b_.CreateCondBr(test, one, other);
  b_.SetInsertPoint(one);
  Value *first = together();
  one = b_.GetInsertBlock();
  b_.CreateBr(after);
  b_.SetInsertPoint(other);
  Value *second = separate();
  other = b_.GetInsertBlock();
  b_.CreateBr(after);
  b_.SetInsertPoint(after);
  if (!first)
    return nullptr;
  auto *result = b_.CreatePHI(first->getType(), 2);
  result->addIncoming(first, one);
  result->addIncoming(second, other);
  return result;
}

Value *FunctionPacketizer::loadGuarded(const Access &access, const Value &guard, Value *mask) {
  ++session_.report.guarded;
  session_.note(*access.instruction, "contiguous if a test at run time says so, else a gather");
  return either(
      testGuard(guard, mask), [&] { return loadContiguous(access, mask); }, [&] { return gather(access, mask); });
}

void FunctionPacketizer::storeGuarded(const Access &access, Value *value, const Value &guard, Value *mask) {
  ++session_.report.guarded;
  session_.note(*access.instruction, "contiguous if a test at run time says so, else a scatter");
  either(
      testGuard(guard, mask), [&] { return storeContiguous(access, value, mask), nullptr; },
      [&] { return scatter(access, value, mask), nullptr; });
}

Value *FunctionPacketizer::loadContiguous(const Access &access, Value *mask) {
  Type *type = b_.wide(access.type);
  Value *address = scalarAddress(f_, access);
  if (layout_.isInterleaved(access.pointer)) // the lanes' own memory: there is always something to read
    return b_.CreateAlignedLoad(type, address, llvm::Align(data_.getTypeStoreSize(access.type)));
  return keepMetadata(b_.load(type, address, firstAlign(f_, access), mask), access.instruction);
}

void FunctionPacketizer::storeContiguous(const Access &access, Value *value, Value *mask) {
  Value *address = scalarAddress(f_, access);
  if (layout_.isInterleaved(access.pointer)) { // read, blend, write: the optimiser sees through it
    llvm::Align align(data_.getTypeStoreSize(access.type));
    if (mask)
      value = b_.CreateSelect(mask, value, b_.CreateAlignedLoad(value->getType(), address, align));
    b_.CreateAlignedStore(value, address, align);
    return;
  }
  keepMetadata(b_.store(value, address, firstAlign(f_, access), mask), access.instruction);
}

Value *FunctionPacketizer::gather(const Access &access, Value *mask) {
  Value *addresses = laneAddresses(f_, access);
  uint64_t bytes = data_.getTypeStoreSize(access.type);
  if (bytes < 4 && access.align >= bytes && session_.options.machine->wordGathers)
    return gatherNarrow(access, addresses, mask);
  auto *made = b_.CreateMaskedGather(b_.wide(access.type), addresses, laneAlign(f_, access), b_.orAll(mask));
  return keepMetadata(made, access.instruction);
}

/// There are gathers for 4 and 8 bytes only. An aligned smaller element lies within an aligned word of 4 bytes, which
/// can be read whole: memory is mapped in pages.
Value *FunctionPacketizer::gatherNarrow(const Access &access, Value *addresses, Value *mask) {
  Type *words = b_.wide(b_.getInt32Ty()), *numbers = b_.wide(b_.getInt64Ty());
  Value *address = b_.CreatePtrToInt(addresses, numbers);
  Value *aligned = b_.CreateAnd(address, b_.splat(b_.getInt64(~uint64_t(3))));
  Value *pointers = b_.CreateIntToPtr(aligned, addresses->getType());
  Value *word = b_.CreateMaskedGather(words, pointers, llvm::Align(4), b_.orAll(mask));
  Value *byte = b_.CreateTrunc(b_.CreateAnd(address, b_.splat(b_.getInt64(3))), words);
  Value *moved = b_.CreateLShr(word, b_.CreateShl(byte, 3));
  Type *narrow = b_.wide(b_.getIntNTy(static_cast<unsigned>(data_.getTypeSizeInBits(access.type))));
  return b_.CreateBitCast(b_.CreateTrunc(moved, narrow), b_.wide(access.type));
}

void FunctionPacketizer::scatter(const Access &access, Value *value, Value *mask) {
  auto *made = b_.CreateMaskedScatter(value, laneAddresses(f_, access), laneAlign(f_, access), b_.orAll(mask));
  keepMetadata(made, access.instruction);
}

Value *FunctionPacketizer::testGuard(const Value &guard, Value *mask) {
  auto found = guardTests_.find(&guard);
  if (found != guardTests_.end())
    return found->second;
  Value *test = nullptr;
  int64_t stride = shapes_.of(&guard).stride, last = stride * (b_.width - 1);
  auto areLinear = [&](const Value &value) {
    Value *expected = b_.CreateAdd(b_.splat(scalar(&value)), b_.steps(value.getType(), stride));
    Value *same = b_.CreateICmpEQ(vector(&value), expected);
    return b_.everyLane(mask ? b_.CreateLogicalOr(b_.CreateNot(mask), same) : same);
  };
  if (auto *cast = llvm::dyn_cast<llvm::CastInst>(&guard)) { // does the sum wrap on the way to the last lane?
    Value *first = scalar(cast->getOperand(0));
    Value *end = b_.CreateAdd(first, llvm::ConstantInt::get(first->getType(), static_cast<uint64_t>(last), true));
    Value *far =
        b_.CreateAdd(scalar(&guard), llvm::ConstantInt::get(guard.getType(), static_cast<uint64_t>(last), true));
    test = b_.CreateICmpEQ(b_.CreateCast(cast->getOpcode(), end, cast->getType()), far);
    if (shapes_.isTestedBefore(guard))
      test = b_.CreateAnd(test, areLinear(*cast->getOperand(0)));
  } else {
    test = areLinear(guard);
    auto *step = llvm::ConstantInt::get(guard.getType(), static_cast<uint64_t>(last), true);
    Value *wraps =
        b_.CreateExtractValue(b_.CreateBinaryIntrinsic(llvm::Intrinsic::sadd_with_overflow, scalar(&guard), step), 1);
    test = b_.CreateAnd(test, b_.CreateNot(wraps));
  }
  return guardTests_[&guard] = test;
}

} // namespace lanecl::simd
