#include "compiler/transform/lanes/PacketizeBuilder.h"
#include "llvm/Analysis/VectorUtils.h"

namespace lanecl::simd {

using llvm::Type, llvm::Value;

namespace {

bool isAggregate(const Type *type) { return type->isAggregateType() || type->isVectorTy(); }

unsigned partCount(Type *type) {
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    return vector->getNumElements();
  return type->isStructTy() ? type->getStructNumElements() : static_cast<unsigned>(type->getArrayNumElements());
}

Type *partType(Type *type, unsigned index) {
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    return vector->getElementType();
  return type->isStructTy() ? type->getStructElementType(index) : type->getArrayElementType();
}

} // namespace

Type *LaneBuilder::wide(Type *type) const {
  if (type->isVoidTy())
    return type;
  if (auto *structure = llvm::dyn_cast<llvm::StructType>(type)) {
    llvm::SmallVector<Type *> fields;
    for (Type *field : structure->elements())
      fields.push_back(wide(field));
    return llvm::StructType::get(type->getContext(), fields);
  }
  if (isAggregate(type))
    return llvm::ArrayType::get(wide(partType(type, 0)), partCount(type));
  return llvm::FixedVectorType::get(type, width);
}

llvm::Constant *LaneBuilder::steps(Type *type, int64_t step) {
  llvm::SmallVector<llvm::Constant *, 64> elements;
  for (unsigned lane = 0; lane < width; ++lane)
    elements.push_back(llvm::ConstantInt::get(
        type, llvm::APInt(64, static_cast<uint64_t>(lane * step), false).sextOrTrunc(type->getIntegerBitWidth())));
  return llvm::ConstantVector::get(elements);
}

Value *LaneBuilder::splat(Value *scalar) {
  Type *type = scalar->getType();
  if (llvm::isa<llvm::PoisonValue>(scalar))
    return llvm::PoisonValue::get(wide(type));
  if (llvm::isa<llvm::UndefValue>(scalar))
    return llvm::UndefValue::get(wide(type));
  if (!isAggregate(type))
    return CreateVectorSplat(width, scalar);
  Value *result = llvm::PoisonValue::get(wide(type));
  for (unsigned i = 0; i < partCount(type); ++i) {
    Value *part = type->isVectorTy() ? CreateExtractElement(scalar, i) : CreateExtractValue(scalar, i);
    result = CreateInsertValue(result, splat(part), i);
  }
  return result;
}

Value *LaneBuilder::restrict(Value *mask, Value *condition) {
  return mask ? CreateLogicalAnd(mask, condition) : condition;
}

Value *LaneBuilder::blend(Value *mask, Value *chosen, Value *otherwise) {
  auto *constant = llvm::dyn_cast_or_null<llvm::Constant>(mask);
  if (!mask || chosen == otherwise || llvm::isa<llvm::UndefValue>(otherwise) ||
      (constant && constant->isAllOnesValue()))
    return chosen;
  if (llvm::isa<llvm::UndefValue>(chosen))
    return otherwise;
  Type *type = chosen->getType();
  if (type->isVectorTy())
    return CreateSelect(mask, chosen, otherwise);
  Value *result = llvm::PoisonValue::get(type);
  for (unsigned i = 0; i < partCount(type); ++i)
    result = CreateInsertValue(result, blend(mask, CreateExtractValue(chosen, i), CreateExtractValue(otherwise, i)), i);
  return result;
}

Value *LaneBuilder::laneBits(Value *mask) { return CreateBitCast(orAll(mask), getIntNTy(width)); }

Value *LaneBuilder::anyLane(Value *mask) { return CreateICmpNE(laneBits(mask), getIntN(width, 0)); }

Value *LaneBuilder::everyLane(Value *mask) {
  return CreateICmpEQ(laneBits(mask), llvm::Constant::getAllOnesValue(getIntNTy(width)));
}

Value *LaneBuilder::laneCount(Value *mask) {
  if (!mask)
    return getInt32(width);
  return CreateZExtOrTrunc(CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, laneBits(mask)), getInt32Ty());
}

Value *LaneBuilder::firstLane(Value *mask) {
  if (!mask)
    return getInt32(0);
  Value *bits = CreateZExtOrTrunc(laneBits(mask), getInt64Ty());
  return CreateTrunc(CreateBinaryIntrinsic(llvm::Intrinsic::cttz, bits, getTrue()), getInt32Ty());
}

Value *LaneBuilder::lastLane(Value *mask) {
  if (!mask)
    return getInt32(width - 1);
  Value *bits = CreateZExtOrTrunc(laneBits(mask), getInt64Ty());
  Value *leading = CreateTrunc(CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, bits, getTrue()), getInt32Ty());
  return CreateSub(getInt32(63), leading);
}

llvm::Instruction *LaneBuilder::load(Type *type, Value *address, llvm::Align align, Value *mask) {
  if (mask)
    return CreateMaskedLoad(type, address, align, mask);
  return CreateAlignedLoad(type, address, align);
}

llvm::Instruction *LaneBuilder::store(Value *value, Value *address, llvm::Align align, Value *mask) {
  if (mask)
    return CreateMaskedStore(value, address, align, mask);
  return CreateAlignedStore(value, address, align);
}

llvm::Instruction *keepMetadata(llvm::Instruction *made, llvm::ArrayRef<llvm::Instruction *> from) {
  return llvm::propagateMetadata(made, llvm::SmallVector<Value *, 16>(from.begin(), from.end()));
}

void LaneBuilder::partTypes(Type *type, llvm::SmallVectorImpl<Type *> &result) {
  if (!isAggregate(type)) {
    result.push_back(type);
    return;
  }
  for (unsigned i = 0; i < partCount(type); ++i)
    partTypes(partType(type, i), result);
}

void LaneBuilder::parts(Value *wideValue, Type *type, llvm::SmallVectorImpl<Value *> &result) {
  if (!isAggregate(type)) {
    result.push_back(wideValue);
    return;
  }
  for (unsigned i = 0; i < partCount(type); ++i)
    parts(CreateExtractValue(wideValue, i), partType(type, i), result);
}

Value *LaneBuilder::assemble(Type *type, llvm::ArrayRef<Value *> parts, bool asWide) {
  return assembleFrom(type, parts, asWide);
}

Value *LaneBuilder::assembleFrom(Type *type, llvm::ArrayRef<Value *> &parts, bool asWide) {
  if (!isAggregate(type)) {
    Value *part = parts.front();
    parts = parts.drop_front();
    return part;
  }
  Value *result = llvm::PoisonValue::get(asWide ? wide(type) : type);
  for (unsigned i = 0; i < partCount(type); ++i) {
    Value *part = assembleFrom(partType(type, i), parts, asWide);
    result = !asWide && type->isVectorTy() ? CreateInsertElement(result, part, i) : CreateInsertValue(result, part, i);
  }
  return result;
}

Value *LaneBuilder::piece(Value *vector, unsigned begin, unsigned count) {
  auto elementsOf = [](const Value *value) {
    return llvm::cast<llvm::FixedVectorType>(value->getType())->getNumElements();
  };
  // Unoptimised code would keep vectors of many registers otherwise, with whose shuffles LLVM may come to no end.
  if (auto *both = llvm::dyn_cast<llvm::ShuffleVectorInst>(vector); both && both->isConcat()) {
    const unsigned half = elementsOf(both->getOperand(0)), side = begin / half;
    if (begin + count <= (side + 1) * half)
      return piece(both->getOperand(side), begin - side * half, count);
  }
  if (begin == 0 && count == elementsOf(vector))
    return vector;
  return CreateShuffleVector(vector, llvm::createSequentialMask(begin, count, 0));
}

Value *LaneBuilder::lane(Value *wideValue, Type *type, Value *index) {
  llvm::SmallVector<Value *, 4> elements;
  parts(wideValue, type, elements);
  for (Value *&element : elements)
    element = CreateExtractElement(element, index);
  return assemble(type, elements, false);
}

llvm::AllocaInst *LaneBuilder::variable(Type *type, const llvm::Twine &name) {
  InsertPointGuard keep(*this);
  auto &entry = GetInsertBlock()->getParent()->getEntryBlock();
  SetInsertPoint(&entry, entry.begin());
  SetCurrentDebugLocation({});
  return CreateAlloca(type, nullptr, name);
}

void LaneBuilder::forEachLane(Value *mask, llvm::function_ref<void(Value *)> body) {
  Type *bitsType = getIntNTy(std::max(width, 8u));
  llvm::BasicBlock *before = GetInsertBlock(), *loop = block("lane"), *after = block("lanes.done");
  Value *all = CreateZExt(laneBits(mask), bitsType), *none = llvm::ConstantInt::get(bitsType, 0);
  CreateCondBr(CreateICmpNE(all, none), loop, after);
  SetInsertPoint(loop);
  auto *bits = CreatePHI(bitsType, 2);
  bits->addIncoming(all, before);
  body(CreateZExtOrTrunc(CreateBinaryIntrinsic(llvm::Intrinsic::cttz, bits, getTrue()), getInt32Ty()));
  Value *left = CreateAnd(bits, CreateSub(bits, llvm::ConstantInt::get(bitsType, 1)));
  bits->addIncoming(left, GetInsertBlock());
  CreateCondBr(CreateICmpNE(left, none), loop, after);
  SetInsertPoint(after);
}

Value *LaneBuilder::either(Value *test, llvm::function_ref<Value *()> together,
                           llvm::function_ref<Value *()> separate) {
  auto *one = block("together"), *other = block("separate"), *after = block("after");
  CreateCondBr(test, one, other);
  SetInsertPoint(one);
  Value *first = together();
  one = GetInsertBlock();
  CreateBr(after);
  SetInsertPoint(other);
  Value *second = separate();
  other = GetInsertBlock();
  CreateBr(after);
  SetInsertPoint(after);
  if (!first)
    return nullptr;
  auto *result = CreatePHI(first->getType(), 2);
  result->addIncoming(first, one);
  result->addIncoming(second, other);
  return result;
}

LaneArray::LaneArray(LaneBuilder &builder, Type *type) : builder_(builder), type_(type) {
  LaneBuilder::partTypes(type, types_);
  for (Type *&part : types_) {
    if (part->isIntegerTy(1))
      part = builder.getInt8Ty();
    auto *memory = builder.variable(builder.wide(part), "lanes");
    memory->setAlignment(llvm::Align(64));
    memory_.push_back(memory);
  }
}

void LaneArray::store(Value *wideValue) {
  llvm::SmallVector<Value *, 4> parts;
  builder_.parts(wideValue, type_, parts);
  for (auto [part, type, memory] : llvm::zip(parts, types_, memory_)) {
    bool isBool = part->getType()->getScalarType()->isIntegerTy(1);
    builder_.CreateStore(isBool ? builder_.CreateZExt(part, builder_.wide(type)) : part, memory);
  }
}

Value *LaneArray::load() {
  llvm::SmallVector<Type *, 4> wanted;
  LaneBuilder::partTypes(type_, wanted);
  llvm::SmallVector<Value *, 4> parts;
  for (auto [type, want, memory] : llvm::zip(types_, wanted, memory_)) {
    Value *part = builder_.CreateLoad(builder_.wide(type), memory);
    parts.push_back(type == want ? part : builder_.CreateTrunc(part, builder_.wide(want)));
  }
  return builder_.assemble(type_, parts, true);
}

Value *LaneArray::element(unsigned part, Value *index) {
  return builder_.CreateGEP(types_[part], memory_[part], builder_.CreateZExt(index, builder_.getInt64Ty()));
}

Value *LaneArray::loadLane(Value *index) {
  llvm::SmallVector<Type *, 4> wanted;
  LaneBuilder::partTypes(type_, wanted);
  llvm::SmallVector<Value *, 4> parts;
  for (unsigned i = 0; i < types_.size(); ++i) {
    Value *part = builder_.CreateLoad(types_[i], element(i, index));
    parts.push_back(types_[i] == wanted[i] ? part : builder_.CreateTrunc(part, wanted[i]));
  }
  return builder_.assemble(type_, parts, false);
}

void LaneArray::storeLane(Value *index, Value *scalar) {
  llvm::SmallVector<Value *, 4> parts;
  auto split = [&](auto &self, Value *value) -> void {
    Type *type = value->getType();
    if (!isAggregate(type))
      return parts.push_back(value);
    for (unsigned i = 0; i < partCount(type); ++i)
      self(self, type->isVectorTy() ? builder_.CreateExtractElement(value, i) : builder_.CreateExtractValue(value, i));
  };
  split(split, scalar);
  for (unsigned i = 0; i < types_.size(); ++i)
    builder_.CreateStore(builder_.CreateZExtOrBitCast(parts[i], types_[i]), element(i, index));
}

} // namespace lanecl::simd
