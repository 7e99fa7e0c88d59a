#include "compiler/transform/lanes/PacketizeMemory.h"
#include "compiler/ir/AddressSpaces.h"

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
template <typename LoadOrStore> bool isForLanes(const LoadOrStore &access, bool sameAddress) {
  const unsigned where = access.getPointerAddressSpace();
  const bool isOwn = !access.isAtomic() && !sameAddress && (where == space::Local || where == space::Private);
  return access.isSimple() || isOwn;
}

} // namespace

bool LaneMemory::takes(const llvm::LoadInst &load) const {
  return isForLanes(load, f_.isSameInLanes(load.getPointerOperand())) && isPlainType(load.getType(), f_.data);
}

bool LaneMemory::takes(const llvm::StoreInst &store) const {
  return isForLanes(store, f_.isSameInLanes(store.getPointerOperand())) &&
         isPlainType(store.getValueOperand()->getType(), f_.data);
}

Value *LaneMemory::load(llvm::LoadInst &load, Value *mask) {
  return loadParts({&load, load.getPointerOperand(), load.getType(), load.getAlign()}, load.getType(), mask);
}

void LaneMemory::store(llvm::StoreInst &store, Value *mask) {
  Value *value = store.getValueOperand();
  storeParts({&store, store.getPointerOperand(), value->getType(), store.getAlign()}, value->getType(),
             f_.vector(value), mask);
}

/// Short vectors and aggregates part by part.
Value *LaneMemory::loadParts(Access access, Type *type, Value *mask) {
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
      each(i, structure->getElementType(i), f_.data.getStructLayout(structure)->getElementOffset(i));
    return result;
  }
  auto *vectorType = llvm::dyn_cast<llvm::FixedVectorType>(type);
  Type *part = vectorType ? vectorType->getElementType() : type->getArrayElementType();
  uint64_t count = vectorType ? vectorType->getNumElements() : type->getArrayNumElements();
  for (unsigned i = 0; i < count; ++i)
    each(i, part, i * f_.data.getTypeAllocSize(part));
  return result;
}

void LaneMemory::storeParts(Access access, Type *type, Value *value, Value *mask) {
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
      each(i, structure->getElementType(i), f_.data.getStructLayout(structure)->getElementOffset(i));
    return;
  }
  auto *vectorType = llvm::dyn_cast<llvm::FixedVectorType>(type);
  Type *part = vectorType ? vectorType->getElementType() : type->getArrayElementType();
  uint64_t count = vectorType ? vectorType->getNumElements() : type->getArrayNumElements();
  for (unsigned i = 0; i < count; ++i)
    each(i, part, i * f_.data.getTypeAllocSize(part));
}

bool LaneMemory::isContiguous(const Access &access) const {
  Shape shape = f_.shapes.of(access.pointer);
  if (f_.layout.isInterleaved(access.pointer))
    return shape.isUniform();
  return shape.isLinear() && shape.stride == static_cast<int64_t>(f_.data.getTypeStoreSize(access.type));
}

/// The last lane's element comes first in memory.
bool LaneMemory::isReversed(const Access &access) const {
  Shape shape = f_.shapes.of(access.pointer);
  return !f_.layout.isInterleaved(access.pointer) && shape.isLinear() && !shape.guard &&
         shape.stride == -static_cast<int64_t>(f_.data.getTypeStoreSize(access.type));
}

Value *LaneMemory::lastLanesAddress(const Access &access) {
  int64_t offset = f_.shapes.of(access.pointer).stride * (b_.width - 1);
  return b_.CreateConstGEP1_64(b_.getInt8Ty(), scalarAddress(f_, access), static_cast<uint64_t>(offset));
}

Value *LaneMemory::loadWide(const Access &access, Value *mask) {
  if (access.type->isIntegerTy(1)) { // a byte in memory
    Access byte = access;
    byte.type = b_.getInt8Ty();
    return b_.CreateTrunc(loadWide(byte, mask), b_.maskType());
  }
  if (isReversed(access)) {
    ++f_.session.report.contiguous;
    f_.session.note(*access.instruction, "contiguous, reversed");
    Value *last = b_.CreateMaskedLoad(b_.wide(access.type), lastLanesAddress(access), firstAlign(f_, access),
                                      b_.CreateVectorReverse(b_.orAll(mask)));
    return b_.CreateVectorReverse(last);
  }
  if (!isContiguous(access)) {
    ++f_.session.report.gathers;
    f_.session.note(*access.instruction, "gather");
    return gather(access, mask);
  }
  if (auto *guard = f_.shapes.of(access.pointer).guard)
    return loadGuarded(access, *guard, mask);
  ++f_.session.report.contiguous;
  f_.session.note(*access.instruction, "contiguous load");
  return loadContiguous(access, mask);
}

void LaneMemory::storeWide(const Access &access, Value *value, Value *mask) {
  if (access.type->isIntegerTy(1)) {
    Access byte = access;
    byte.type = b_.getInt8Ty();
    return storeWide(byte, b_.CreateZExt(value, b_.wide(byte.type)), mask);
  }
  if (isReversed(access)) {
    ++f_.session.report.contiguous;
    f_.session.note(*access.instruction, "contiguous, reversed");
    b_.CreateMaskedStore(b_.CreateVectorReverse(value), lastLanesAddress(access), firstAlign(f_, access),
                         b_.CreateVectorReverse(b_.orAll(mask)));
    return;
  }
  if (!isContiguous(access)) {
    ++f_.session.report.scatters;
    f_.session.note(*access.instruction, "scatter");
    return scatter(access, value, mask);
  }
  if (auto *guard = f_.shapes.of(access.pointer).guard)
    return storeGuarded(access, value, *guard, mask);
  ++f_.session.report.contiguous;
  f_.session.note(*access.instruction, "contiguous store");
  storeContiguous(access, value, mask);
}

Value *LaneMemory::loadGuarded(const Access &access, const Value &guard, Value *mask) {
  ++f_.session.report.guarded;
  f_.session.note(*access.instruction, "contiguous if a test at run time says so, else a gather");
  return b_.either(
      testGuard(guard, mask), [&] { return loadContiguous(access, mask); }, [&] { return gather(access, mask); });
}

void LaneMemory::storeGuarded(const Access &access, Value *value, const Value &guard, Value *mask) {
  ++f_.session.report.guarded;
  f_.session.note(*access.instruction, "contiguous if a test at run time says so, else a scatter");
  b_.either(
      testGuard(guard, mask), [&] { return storeContiguous(access, value, mask), nullptr; },
      [&] { return scatter(access, value, mask), nullptr; });
}

Value *LaneMemory::loadContiguous(const Access &access, Value *mask) {
  Type *type = b_.wide(access.type);
  Value *address = scalarAddress(f_, access);
  if (f_.layout.isInterleaved(access.pointer)) // the lanes' own memory: there is always something to read
    return b_.CreateAlignedLoad(type, address, llvm::Align(f_.data.getTypeStoreSize(access.type)));
  return keepMetadata(b_.load(type, address, firstAlign(f_, access), mask), access.instruction);
}

void LaneMemory::storeContiguous(const Access &access, Value *value, Value *mask) {
  Value *address = scalarAddress(f_, access);
  if (f_.layout.isInterleaved(access.pointer)) { // read, blend, write: the optimiser sees through it
    llvm::Align align(f_.data.getTypeStoreSize(access.type));
    if (mask)
      value = b_.CreateSelect(mask, value, b_.CreateAlignedLoad(value->getType(), address, align));
    b_.CreateAlignedStore(value, address, align);
    return;
  }
  keepMetadata(b_.store(value, address, firstAlign(f_, access), mask), access.instruction);
}

Value *LaneMemory::gather(const Access &access, Value *mask) {
  Value *addresses = laneAddresses(f_, access);
  uint64_t bytes = f_.data.getTypeStoreSize(access.type);
  if (bytes < 4 && access.align >= bytes && f_.machine.wordGathers)
    return gatherNarrow(access, addresses, mask);
  auto *made = b_.CreateMaskedGather(b_.wide(access.type), addresses, laneAlign(f_, access), b_.orAll(mask));
  return keepMetadata(made, access.instruction);
}

/// There are gathers for 4 and 8 bytes only. An aligned smaller element lies within an aligned word of 4 bytes, which
/// can be read whole: memory is mapped in pages.
Value *LaneMemory::gatherNarrow(const Access &access, Value *addresses, Value *mask) {
  Type *words = b_.wide(b_.getInt32Ty()), *numbers = b_.wide(b_.getInt64Ty());
  Value *address = b_.CreatePtrToInt(addresses, numbers);
  Value *aligned = b_.CreateAnd(address, b_.splat(b_.getInt64(~uint64_t(3))));
  Value *pointers = b_.CreateIntToPtr(aligned, addresses->getType());
  Value *word = b_.CreateMaskedGather(words, pointers, llvm::Align(4), b_.orAll(mask));
  Value *byte = b_.CreateTrunc(b_.CreateAnd(address, b_.splat(b_.getInt64(3))), words);
  Value *moved = b_.CreateLShr(word, b_.CreateShl(byte, 3));
  Type *narrow = b_.wide(b_.getIntNTy(static_cast<unsigned>(f_.data.getTypeSizeInBits(access.type))));
  return b_.CreateBitCast(b_.CreateTrunc(moved, narrow), b_.wide(access.type));
}

void LaneMemory::scatter(const Access &access, Value *value, Value *mask) {
  auto *made = b_.CreateMaskedScatter(value, laneAddresses(f_, access), laneAlign(f_, access), b_.orAll(mask));
  keepMetadata(made, access.instruction);
}

Value *LaneMemory::testGuard(const Value &guard, Value *mask) {
  auto found = guardTests_.find(&guard);
  if (found != guardTests_.end())
    return found->second;
  Value *test = nullptr;
  int64_t stride = f_.shapes.of(&guard).stride, last = stride * (b_.width - 1);
  auto areLinear = [&](const Value &value) {
    Value *expected = b_.CreateAdd(b_.splat(f_.scalar(&value)), b_.steps(value.getType(), stride));
    Value *same = b_.CreateICmpEQ(f_.vector(&value), expected);
    return b_.everyLane(mask ? b_.CreateLogicalOr(b_.CreateNot(mask), same) : same);
  };
  if (auto *cast = llvm::dyn_cast<llvm::CastInst>(&guard)) { // does the sum wrap on the way to the last lane?
    Value *first = f_.scalar(cast->getOperand(0));
    Value *end = b_.CreateAdd(first, llvm::ConstantInt::get(first->getType(), static_cast<uint64_t>(last), true));
    Value *far =
        b_.CreateAdd(f_.scalar(&guard), llvm::ConstantInt::get(guard.getType(), static_cast<uint64_t>(last), true));
    test = b_.CreateICmpEQ(b_.CreateCast(cast->getOpcode(), end, cast->getType()), far);
    if (f_.shapes.isTestedBefore(guard))
      test = b_.CreateAnd(test, areLinear(*cast->getOperand(0)));
  } else {
    test = areLinear(guard);
    auto *step = llvm::ConstantInt::get(guard.getType(), static_cast<uint64_t>(last), true);
    Value *wraps = b_.CreateExtractValue(
        b_.CreateBinaryIntrinsic(llvm::Intrinsic::sadd_with_overflow, f_.scalar(&guard), step), 1);
    test = b_.CreateAnd(test, b_.CreateNot(wraps));
  }
  return guardTests_[&guard] = test;
}

} // namespace lanecl::simd
