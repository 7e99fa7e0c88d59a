#include "compiler/transform/lanes/PacketizePacks.h"
#include "compiler/transform/lanes/Interleave.h"
#include "compiler/transform/lanes/PacketizeVectors.h"
#include "llvm/Analysis/VectorUtils.h"

namespace lanecl::simd {

using llvm::Instruction, llvm::Type, llvm::Value;

namespace {

/// Element (lane, field) of the result is number at(lane, field) of `vector`, or any where that is negative.
Value *spread(LaneBuilder &b, Value *vector, unsigned fields, llvm::function_ref<int(unsigned, unsigned)> at) {
  llvm::SmallVector<int, 64> from;
  for (unsigned lane = 0; lane < b.width; ++lane)
    for (unsigned field = 0; field < fields; ++field)
      from.push_back(at(lane, field));
  return b.CreateShuffleVector(vector, from);
}

/// Halves to floats, a register of floats at a time: LLVM would put the lanes' pieces together to whole registers of
/// halves, and take these apart again.
Value *extendedHalves(LaneFunction &f, Value *halves, Type *type) {
  LaneBuilder &b = f.b;
  auto count = llvm::cast<llvm::FixedVectorType>(type)->getNumElements();
  const unsigned atATime = f.machine.vectorBits / type->getScalarSizeInBits();
  if (count % atATime)
    return b.CreateFPExt(halves, type);
  Registers parts;
  for (unsigned i = 0; i < count; i += atATime)
    parts.push_back(
        b.CreateFPExt(b.piece(halves, i, atATime), llvm::FixedVectorType::get(type->getScalarType(), atATime)));
  return llvm::concatenateVectors(b, parts);
}

} // namespace

/// Conditions travel as the numbers that choices of 32 bits are made by: LLVM would narrow them to bytes for the way
/// and widen them again for each use.
Value *spreadLanes(LaneBuilder &b, Value *vector, unsigned fields) {
  bool isCondition = vector->getType()->getScalarType()->isIntegerTy(1);
  if (isCondition)
    vector = b.CreateSExt(vector, b.wide(b.getInt32Ty()));
  Value *result = spread(b, vector, fields, [](unsigned lane, unsigned) { return static_cast<int>(lane); });
  return isCondition ? b.CreateIsNeg(result) : result;
}

Value *LanePacks::packed(unsigned number) {
  if (auto found = here_.find(number); found != here_.end())
    return found->second;
  const Pack &pack = f_.packs.pack(number);
  bool isRemote = pack.kind == Pack::Joined || (pack.isMade() && pack.first().getParent() != f_.values.block());
  if (isRemote) {
    llvm::AllocaInst *memory = slot(number);
    return here_[number] = b_.CreateLoad(memory->getAllocatedType(), memory);
  }
  Value *value = makePack(pack);
  if (pack.kind == Pack::Computed)
    b_.CreateStore(value, slot(number));
  return here_[number] = value;
}

llvm::AllocaInst *LanePacks::slot(unsigned number) {
  auto *&result = slots_[number];
  const Pack &pack = f_.packs.pack(number);
  auto count = static_cast<unsigned>(pack.values.size()) * b_.width;
  if (!result)
    result = f_.values.slot(llvm::FixedVectorType::get(pack.type(), count), "pack");
  return result;
}

void LanePacks::define(unsigned number, Value *all) {
  b_.CreateStore(all, slot(number));
  here_[number] = all;
}

void LanePacks::defineGroup(const FieldGroup &group, Value *all) {
  auto *memory = f_.values.slot(all->getType(), "runs");
  b_.CreateStore(all, memory);
  groups_[&group] = {all, memory};
}

Value *LanePacks::makePack(const Pack &pack) {
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
      sequences.push_back(value ? f_.vector(value) : llvm::PoisonValue::get(type));
    weave(b_, sequences);
    return llvm::concatenateVectors(b_, sequences);
  }
  case Pack::Blended: {
    llvm::SmallVector<int, 64> choice;
    for (unsigned i = 0; i < fields * b_.width; ++i)
      choice.push_back(
          static_cast<int>(f_.packs.pack(pack.operands[1]).values[i % fields] ? fields * b_.width + i : i));
    Value *first = packed(pack.operands[0]), *second = packed(pack.operands[1]);
    return b_.CreateShuffleVector(first, b_.CreateBitCast(second, first->getType()), choice);
  }
  default:
    return computedPack(pack);
  }
}

/// What is computed of a constant and of a value that is spread anyway is computed behind that: `1 - weight`,
/// `weight == 0`. A spread takes two instructions for each register of 32 bit elements that crosses its halves.
Value *LanePacks::samePack(const Pack &pack) {
  auto fields = static_cast<unsigned>(pack.values.size());
  Value *value = pack.values[pack.firstField()];
  auto *made = llvm::dyn_cast<Instruction>(value);
  const bool isArithmetic = made && llvm::isa<llvm::BinaryOperator, llvm::FCmpInst>(made);
  for (unsigned i = 0; isArithmetic && i < 2; ++i) {
    Value *varying = made->getOperand(i), *constant = made->getOperand(1 - i);
    if (!llvm::isa<llvm::ConstantFP>(constant) || !varying->getType()->isFloatTy())
      continue;
    unsigned number = f_.packs.sameOf(*varying, fields);
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
  return spreadLanes(b_, f_.vector(value), fields);
}

/// The same in all lanes: each field's scalar, again and again.
Value *LanePacks::uniformPack(const Pack &pack) {
  auto fields = static_cast<unsigned>(pack.values.size());
  Type *type = pack.type();
  if (llvm::all_equal(pack.values))
    return b_.CreateVectorSplat(fields * b_.width, f_.scalar(pack.values[0]));
  Value *all = llvm::PoisonValue::get(llvm::FixedVectorType::get(type, fields));
  for (unsigned field = 0; field < fields; ++field)
    if (Value *value = pack.values[field]; value && f_.isUniform(value))
      all = b_.CreateInsertElement(all, f_.scalar(value), field);
  return spread(b_, all, fields, [](unsigned, unsigned field) { return static_cast<int>(field); });
}

/// The group's memory, which has been loaded before.
Value *LanePacks::loadedGroup(const FieldGroup &group) {
  auto &[here, slot] = groups_[&group];
  if (group.members[0]->getParent() == f_.values.block())
    return here;
  return b_.CreateLoad(slot->getAllocatedType(), slot);
}

Value *LanePacks::loadedPack(const Pack &pack) {
  auto fields = static_cast<unsigned>(pack.values.size()), loaded = pack.group->fields();
  Value *memory = loadedGroup(*pack.group);
  memory = b_.CreateBitCast(memory, llvm::FixedVectorType::get(pack.type(), loaded * b_.width));
  auto number = [&](unsigned lane, unsigned field) {
    return pack.fields[field] < 0 ? -1 : static_cast<int>(lane * loaded) + pack.fields[field];
  };
  if (pack.isAsLoaded())
    return memory;
  Value *result = spread(b_, memory, fields, number);
  bool hasOthers = llvm::any_of(llvm::zip(pack.values, pack.fields),
                                [](auto pair) { return std::get<0>(pair) && std::get<1>(pair) < 0; });
  if (!hasOthers)
    return result;
  llvm::SmallVector<int, 64> choice;
  for (unsigned i = 0; i < fields * b_.width; ++i)
    choice.push_back(static_cast<int>(pack.fields[i % fields] < 0 ? fields * b_.width + i : i));
  return b_.CreateShuffleVector(result, uniformPack(pack), choice);
}

Value *LanePacks::computedPack(const Pack &pack) {
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
    return extendedHalves(f_, operands[0], type);
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
  } else if (type->getScalarType()->isHalfTy() && !f_.machine.nativeHalf &&
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

void LanePacks::open(const llvm::BasicBlock &block) {
  for (unsigned number : f_.packs.joinedPacks(block)) {
    if (!f_.packs.isOpened(number))
      continue;
    const Fields &values = f_.packs.pack(number).values;
    for (auto [value, vector] :
         llvm::zip(values, sortedFields(b_, packed(number), static_cast<unsigned>(values.size()))))
      f_.values.define(*llvm::cast<Instruction>(value), nullptr, vector);
  }
}

} // namespace lanecl::simd
