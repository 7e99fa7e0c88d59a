// Packs (Packs.h): one vector of W times F elements for F fields. LLVM splits it into registers.
#include "compiler/transform/lanes/Interleave.h"
#include "compiler/transform/lanes/PacketizeFunction.h"
#include "compiler/transform/lanes/PacketizeVectors.h"
#include "llvm/Analysis/VectorUtils.h"

namespace lanecl::simd {

using llvm::Instruction, llvm::Type, llvm::Value;

/// Element (lane, field) of the result is number at(lane, field) of `vector`, or any where that is negative.
Value *FunctionPacketizer::spread(Value *vector, unsigned fields, llvm::function_ref<int(unsigned, unsigned)> at) {
  llvm::SmallVector<int, 64> from;
  for (unsigned lane = 0; lane < b_.width; ++lane)
    for (unsigned field = 0; field < fields; ++field)
      from.push_back(at(lane, field));
  return b_.CreateShuffleVector(vector, from);
}

/// One value in all fields of a lane. Conditions travel as the numbers that choices of 32 bits are made by: LLVM would
/// narrow them to bytes for the way and widen them again for each use.
Value *FunctionPacketizer::spreadLanes(Value *vector, unsigned fields) {
  bool isCondition = vector->getType()->getScalarType()->isIntegerTy(1);
  if (isCondition)
    vector = b_.CreateSExt(vector, b_.wide(b_.getInt32Ty()));
  Value *result = spread(vector, fields, [](unsigned lane, unsigned) { return static_cast<int>(lane); });
  return isCondition ? b_.CreateIsNeg(result) : result;
}

Value *FunctionPacketizer::packed(unsigned number) {
  if (auto found = packedHere_.find(number); found != packedHere_.end())
    return found->second;
  const Pack &pack = packs_.pack(number);
  bool isRemote = pack.kind == Pack::Joined || (pack.isMade() && pack.first().getParent() != block_);
  if (isRemote) {
    auto *slot = packSlot(number);
    return packedHere_[number] = b_.CreateLoad(slot->getAllocatedType(), slot);
  }
  Value *value = makePack(pack);
  if (pack.kind == Pack::Computed)
    b_.CreateStore(value, packSlot(number));
  return packedHere_[number] = value;
}

llvm::AllocaInst *FunctionPacketizer::packSlot(unsigned number) {
  auto *&slot = packSlots_[number];
  const Pack &pack = packs_.pack(number);
  auto count = static_cast<unsigned>(pack.values.size()) * b_.width;
  if (!slot)
    slot = values_.slot(llvm::FixedVectorType::get(pack.type(), count), "pack");
  return slot;
}

Value *FunctionPacketizer::makePack(const Pack &pack) {
  auto fields = static_cast<unsigned>(pack.values.size());
  switch (pack.kind) {
  case Pack::Uniform:
    return uniformPack(pack);
  case Pack::Loaded:
    return loadedPack(pack);
  case Pack::Same:
    return samePack(pack);
  case Pack::PerField: {
    Type *type = b_.wide(pack.type());
    Registers sequences;
    for (Value *value : pack.values)
      sequences.push_back(value ? vector(value) : llvm::PoisonValue::get(type));
    weave(b_, sequences);
    return llvm::concatenateVectors(b_, sequences);
  }
  case Pack::Blended: {
    llvm::SmallVector<int, 64> choice;
    for (unsigned i = 0; i < fields * b_.width; ++i)
      choice.push_back(static_cast<int>(packs_.pack(pack.operands[1]).values[i % fields] ? fields * b_.width + i : i));
    Value *first = packed(pack.operands[0]), *second = packed(pack.operands[1]);
    return b_.CreateShuffleVector(first, b_.CreateBitCast(second, first->getType()), choice);
  }
  default:
    return computedPack(pack);
  }
}

/// What is computed of a constant and of a value that is spread anyway is computed behind that: `1 - weight`,
/// `weight == 0`. A spread takes two instructions for each register of 32 bit elements that crosses its halves.
Value *FunctionPacketizer::samePack(const Pack &pack) {
  auto fields = static_cast<unsigned>(pack.values.size());
  Value *value = pack.values[pack.firstField()];
  auto *made = llvm::dyn_cast<Instruction>(value);
  const bool isArithmetic = made && llvm::isa<llvm::BinaryOperator, llvm::FCmpInst>(made);
  for (unsigned i = 0; isArithmetic && i < 2; ++i) {
    Value *varying = made->getOperand(i), *constant = made->getOperand(1 - i);
    if (!llvm::isa<llvm::ConstantFP>(constant) || !varying->getType()->isFloatTy())
      continue;
    unsigned number = packs_.sameOf(*varying, fields);
    if (number == PackPlan::None)
      continue;
    Instruction *copy = made->clone();
    copy->dropUnknownNonDebugMetadata();
    copy->setDebugLoc({});
    copy->setOperand(i, packed(number));
    copy->setOperand(1 - i, b_.CreateVectorSplat(fields * b_.width, constant));
    copy->mutateType(llvm::FixedVectorType::get(made->getType(), fields * b_.width));
    return b_.Insert(copy);
  }
  return spreadLanes(vector(value), fields);
}

/// The same in all lanes: each field's scalar, again and again.
Value *FunctionPacketizer::uniformPack(const Pack &pack) {
  auto fields = static_cast<unsigned>(pack.values.size());
  Type *type = pack.type();
  if (llvm::all_equal(pack.values))
    return b_.CreateVectorSplat(fields * b_.width, scalar(pack.values[0]));
  Value *all = llvm::PoisonValue::get(llvm::FixedVectorType::get(type, fields));
  for (unsigned field = 0; field < fields; ++field)
    if (Value *value = pack.values[field]; value && isUniform(value))
      all = b_.CreateInsertElement(all, scalar(value), field);
  return spread(all, fields, [](unsigned, unsigned field) { return static_cast<int>(field); });
}

Value *FunctionPacketizer::loadedPack(const Pack &pack) {
  auto fields = static_cast<unsigned>(pack.values.size()), loaded = pack.group->fields();
  Value *memory = groupParts(*pack.group);
  memory = b_.CreateBitCast(memory, llvm::FixedVectorType::get(pack.type(), loaded * b_.width));
  auto number = [&](unsigned lane, unsigned field) {
    return pack.fields[field] < 0 ? -1 : static_cast<int>(lane * loaded) + pack.fields[field];
  };
  if (pack.isAsLoaded())
    return memory;
  Value *result = spread(memory, fields, number);
  bool hasOthers = llvm::any_of(llvm::zip(pack.values, pack.fields),
                                [](auto pair) { return std::get<0>(pair) && std::get<1>(pair) < 0; });
  if (!hasOthers)
    return result;
  llvm::SmallVector<int, 64> choice;
  for (unsigned i = 0; i < fields * b_.width; ++i)
    choice.push_back(static_cast<int>(pack.fields[i % fields] < 0 ? fields * b_.width + i : i));
  return b_.CreateShuffleVector(result, uniformPack(pack), choice);
}

/// Halves to floats, a register of floats at a time: LLVM would put the lanes' pieces together to whole registers of
/// halves, and take these apart again.
Value *FunctionPacketizer::extendedHalves(Value *halves, Type *type) {
  auto count = llvm::cast<llvm::FixedVectorType>(type)->getNumElements();
  const unsigned atATime = session_.options.machine->vectorBits / type->getScalarSizeInBits();
  if (count % atATime)
    return b_.CreateFPExt(halves, type);
  Registers parts;
  for (unsigned i = 0; i < count; i += atATime)
    parts.push_back(
        b_.CreateFPExt(b_.piece(halves, i, atATime), llvm::FixedVectorType::get(type->getScalarType(), atATime)));
  return llvm::concatenateVectors(b_, parts);
}

Value *FunctionPacketizer::computedPack(const Pack &pack) {
  Instruction &first = pack.first();
  auto count = static_cast<unsigned>(pack.values.size()) * b_.width;
  llvm::SmallVector<Value *, 4> operands;
  for (unsigned i = 0; i < pack.operands.size(); ++i) {
    Type *type = llvm::FixedVectorType::get(first.getOperand(i)->getType(), count);
    operands.push_back(pack.operands[i] == PackPlan::None ? llvm::UndefValue::get(type) : packed(pack.operands[i]));
  }
  Type *type = llvm::FixedVectorType::get(first.getType(), count);
  Instruction *made = nullptr;
  auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&first);
  if (call && isSaturatingConversion(*call))
    return saturated(b_, *call, operands[0]);
  if (llvm::isa<llvm::FPExtInst>(first) && first.getOperand(0)->getType()->isHalfTy())
    return extendedHalves(operands[0], type);
  if (call) {
    llvm::SmallVector<Type *, 2> overloads;
    auto id = call->getIntrinsicID();
    if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, -1, nullptr))
      overloads.push_back(type);
    for (unsigned i = 0; i < operands.size(); ++i)
      if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, static_cast<int>(i), nullptr))
        overloads.push_back(operands[i]->getType());
    made = b_.CreateIntrinsic(id, overloads, operands);
    made->copyIRFlags(&first);
  } else if (type->getScalarType()->isHalfTy() && !session_.options.machine->nativeHalf &&
             llvm::isa<llvm::BinaryOperator>(first)) { // in float, as vectorArithmetic does
    Type *wide = llvm::FixedVectorType::get(b_.getFloatTy(), count);
    made = first.clone();
    made->mutateType(wide);
    for (auto [operand, value] : llvm::zip(made->operands(), operands))
      operand.set(b_.CreateFPExt(value, wide));
    b_.Insert(made);
    return b_.CreateFPTrunc(made, type);
  } else {
    made = first.clone();
    made->dropUnknownNonDebugMetadata();
    made->setDebugLoc({});
    for (auto [operand, value] : llvm::zip(made->operands(), operands))
      operand.set(value);
    made->mutateType(type);
    b_.Insert(made);
  }
  for (Value *value : pack.values) // what is promised of all
    if (value)
      made->andIRFlags(value);
  return made;
}

/// What a loop has left in packs is sorted behind it.
void FunctionPacketizer::openPacks(const llvm::BasicBlock &block) {
  for (unsigned number : packs_.joinedPacks(block)) {
    if (!packs_.isOpened(number))
      continue;
    const Fields &values = packs_.pack(number).values;
    for (auto [value, vector] : llvm::zip(values, sorted(packed(number), static_cast<unsigned>(values.size()))))
      values_.define(*llvm::cast<Instruction>(value), nullptr, vector);
  }
}

// ---- Memory

/// Elements of the group's type that are accessed at a time: what fills a register, if W do not.
unsigned FunctionPacketizer::sequenceLength(const FieldGroup &group) const {
  auto bits = static_cast<unsigned>(group.bytes() * 8) * b_.width;
  return b_.width * llvm::divideCeil(session_.options.machine->vectorBits, bits);
}

/// All of the group's memory, in its order, if `value` is null; else stores it.
Value *FunctionPacketizer::accessWhole(const FieldGroup &group, const GroupPlace &place, Value *value) {
  unsigned count = group.fields() * b_.width, length = sequenceLength(group);
  llvm::SmallVector<Value *, 16> loaded;
  for (unsigned begin = 0; begin < count; begin += length) {
    unsigned elements = std::min(length, count - begin);
    Value *at = b_.CreateConstGEP1_64(b_.getInt8Ty(), place.address, begin * place.bytes);
    auto *type = llvm::FixedVectorType::get(group.type, elements);
    if (value) {
      keepMetadata(b_.CreateAlignedStore(b_.piece(value, begin, elements), at, place.align), group.members);
    } else {
      loaded.push_back(keepMetadata(b_.CreateAlignedLoad(type, at, place.align), group.members));
    }
  }
  return value ? nullptr : llvm::concatenateVectors(b_, loaded);
}

/// Elements in which structures are accessed under a mask: machines have masks for 32 and 64 bits first of all.
Type *FunctionPacketizer::maskedUnit(const FieldGroup &group) {
  for (unsigned bytes : {8u, 4u})
    if (group.stride % bytes == 0 && bytes >= group.bytes())
      return b_.getIntNTy(bytes * 8);
  return group.type;
}

/// As accessWhole, of the lanes of `mask`.
Value *FunctionPacketizer::accessMasked(const FieldGroup &group, const GroupPlace &place, Value *value, Value *mask) {
  Type *unit = maskedUnit(group);
  auto unitBytes = static_cast<unsigned>(unit->getPrimitiveSizeInBits().getFixedValue() / 8);
  auto units = static_cast<unsigned>(group.stride) / unitBytes, width = b_.width;
  if (value)
    value = b_.CreateBitCast(value, llvm::FixedVectorType::get(unit, units * width));
  llvm::SmallVector<Value *, 16> loaded;
  for (unsigned part = 0; part < units; ++part) {
    llvm::SmallVector<int, 64> lanes;
    for (unsigned i = 0; i < width; ++i)
      lanes.push_back(static_cast<int>((part * width + i) / units));
    Value *use = b_.CreateShuffleVector(mask, lanes);
    Value *at = b_.CreateConstGEP1_64(b_.getInt8Ty(), place.address, uint64_t(part) * width * unitBytes);
    Value *own = value ? b_.piece(value, part * width, width) : nullptr;
    auto *made = own ? b_.store(own, at, place.align, use) : b_.load(b_.wide(unit), at, place.align, use);
    loaded.push_back(keepMetadata(made, group.members));
  }
  if (value)
    return nullptr;
  return b_.CreateBitCast(llvm::concatenateVectors(b_, loaded),
                          llvm::FixedVectorType::get(group.type, group.fields() * width));
}

Value *FunctionPacketizer::loadGroupParts(const FieldGroup &group, const GroupPlace &place, Value *mask) {
  if (group.isWhole())
    return mask ? accessMasked(group, place, nullptr, mask) : accessWhole(group, place, nullptr);
  llvm::SmallVector<Value *, 16> sequences;
  for (unsigned part = 0; part < group.fields(); ++part)
    sequences.push_back(accessConsecutive(group, place, part, nullptr, mask));
  return llvm::concatenateVectors(b_, sequences);
}

/// The group's memory, which has been loaded before.
Value *FunctionPacketizer::groupParts(const FieldGroup &group) {
  auto &[here, slot] = groupParts_[&group];
  if (group.members[0]->getParent() == block_)
    return here;
  return b_.CreateLoad(slot->getAllocatedType(), slot);
}

void FunctionPacketizer::storePack(const FieldGroup &group, unsigned number, Value *mask) {
  unsigned fields = group.fields();
  Value *all = b_.CreateBitCast(packed(number), llvm::FixedVectorType::get(group.type, fields * b_.width));
  storeSorted(group, all, mask, [&](const GroupPlace &place, Value *use) {
    if (group.members.size() == fields) {
      use ? accessMasked(group, place, all, use) : accessWhole(group, place, all);
      return;
    }
    for (unsigned part = 0; part < fields; ++part)
      accessConsecutive(group, place, part, b_.piece(all, part * b_.width, b_.width), use);
  });
}

} // namespace lanecl::simd
