// Vectors, arrays and structs as values (SPIR-V 3.42.12).
#include "compiler/spirv/Handlers.h"

namespace lanecl::spirv {

namespace {

/// SPIR-V, OpVectorExtractDynamic: "Index must be a scalar integer", which a bool is not.
bool isIndex(const llvm::Value &value) { return value.getType()->isIntegerTy() && !value.getType()->isIntegerTy(1); }

/// A component's index in range is the program's duty; one out of range must not make LLVM's undefined behaviour worse
/// than an undefined value, so the value stays a plain extractelement (poison).
void extractDynamic(Translation &t, const Instruction &instruction) {
  auto [vector, index] = t.operands<2>(instruction);
  if (vector && t.require(vector->getType()->isVectorTy() && isIndex(*index), instruction,
                          "the operands are a vector and an integer"))
    t.define(instruction, t.builder.CreateExtractElement(vector, index));
}

void insertDynamic(Translation &t, const Instruction &instruction) {
  auto [vector, component, index] = t.operands<3>(instruction);
  if (vector && t.require(vector->getType()->isVectorTy() && isIndex(*index) &&
                              component->getType() == vector->getType()->getScalarType(),
                          instruction, "the operands are a vector, a component of it and an integer"))
    t.define(instruction, t.builder.CreateInsertElement(vector, component, index));
}

/// A vector stretched to `count` components.
llvm::Value *stretch(Translation &t, llvm::Value *vector, unsigned count) {
  unsigned have = llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements();
  if (have == count)
    return vector;
  llvm::SmallVector<int> mask(count, -1);
  for (unsigned i = 0; i < have; ++i)
    mask[i] = int(i);
  return t.builder.CreateShuffleVector(vector, mask);
}

void shuffle(Translation &t, const Instruction &instruction) {
  auto [a, b] = t.operands<2>(instruction);
  if (!a)
    return;
  auto *first = llvm::dyn_cast<llvm::FixedVectorType>(a->getType());
  auto *second = llvm::dyn_cast<llvm::FixedVectorType>(b->getType());
  if (!t.require(first && second && first->getElementType() == second->getElementType() && instruction.count() > 2,
                 instruction, "the operands are vectors with one component type, and components follow"))
    return;
  unsigned firstCount = first->getNumElements(), secondCount = second->getNumElements();
  unsigned count = std::max(firstCount, secondCount);
  llvm::SmallVector<int> mask;
  for (uint32_t i = 2; i < instruction.count(); ++i) {
    uint32_t component = instruction.literal(i);
    // 0xFFFFFFFF: no source, an undefined component.
    if (!t.require(component == UINT32_MAX || component < firstCount + secondCount, instruction,
                   "a component number is out of range"))
      return;
    mask.push_back(component == UINT32_MAX  ? -1
                   : component < firstCount ? int(component)
                                            : int(component - firstCount + count));
  }
  t.define(instruction, t.builder.CreateShuffleVector(stretch(t, a, count), stretch(t, b, count), mask));
}

void constructVector(Translation &t, const Instruction &instruction, llvm::FixedVectorType *type,
                     llvm::ArrayRef<llvm::Value *> parts) {
  llvm::Value *result = llvm::PoisonValue::get(type);
  uint64_t next = 0, count = type->getNumElements();
  for (llvm::Value *part : parts) {
    auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(part->getType());
    uint64_t width = vector ? vector->getNumElements() : 1;
    if (!t.require(part->getType()->getScalarType() == type->getElementType() && next + width <= count, instruction,
                   "the constituents do not fit the vector"))
      return;
    for (uint64_t i = 0; i < width; ++i)
      result = t.builder.CreateInsertElement(result, vector ? t.builder.CreateExtractElement(part, i) : part, next++);
  }
  if (t.require(next == count, instruction, "the constituents do not fill the vector"))
    t.define(instruction, result);
}

uint64_t aggregateCount(llvm::Type *type) {
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
    return array->getNumElements();
  auto *structure = llvm::dyn_cast<llvm::StructType>(type);
  return structure && !structure->isOpaque() ? structure->getNumElements() : 0;
}

llvm::Type *aggregateMember(llvm::Type *type, uint64_t index) {
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
    return array->getElementType();
  return llvm::cast<llvm::StructType>(type)->getElementType(unsigned(index));
}

void construct(Translation &t, const Instruction &instruction) {
  llvm::Type *type = t.resultType(instruction);
  llvm::SmallVector<llvm::Value *> parts;
  for (uint32_t i = 0; i < instruction.count() && t.ok(); ++i)
    parts.push_back(t.operand(instruction, i));
  if (!t.ok())
    return;
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    return constructVector(t, instruction, vector, parts);
  if (!t.require(type->isAggregateType() && parts.size() == aggregateCount(type), instruction,
                 "there is one constituent for each member"))
    return;
  llvm::Value *result = llvm::PoisonValue::get(type);
  for (unsigned i = 0; i < parts.size(); ++i) {
    if (!t.require(parts[i]->getType() == aggregateMember(type, i), instruction, "a constituent has another type"))
      return;
    result = t.builder.CreateInsertValue(result, parts[i], i);
  }
  t.define(instruction, result);
}

/// The literals from operand `first` on, split into the path through aggregates and a last index into a vector.
struct Path {
  llvm::SmallVector<unsigned> aggregate;
  std::optional<unsigned> component;
  llvm::Type *target = nullptr; ///< null: an error
};

Path path(Translation &t, const Instruction &instruction, llvm::Type *type, uint32_t first) {
  Path result;
  for (uint32_t i = first; i < instruction.count(); ++i) {
    uint32_t index = instruction.literal(i);
    if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
      if (!t.require(index < vector->getNumElements(), instruction, "a component number is out of range"))
        return {};
      result.component = index;
      type = vector->getElementType();
      continue;
    }
    if (!t.require(index < aggregateCount(type), instruction, "an index is out of range"))
      return {};
    result.aggregate.push_back(index);
    type = aggregateMember(type, index);
  }
  result.target = type;
  return result;
}

/// The component of a vector that was just put together, without asking the vector. In a block that nobody comes to it
/// may be put together of itself.
llvm::Value *component(Translation &t, llvm::Value *vector, uint64_t index) {
  llvm::Value *from = vector;
  for (unsigned steps = 0; steps < 64; ++steps) {
    auto *made = llvm::dyn_cast<llvm::InsertElementInst>(from);
    if (!made)
      break;
    auto *place = llvm::dyn_cast<llvm::ConstantInt>(made->getOperand(2));
    if (!place)
      break;
    if (place->equalsInt(index))
      return made->getOperand(1);
    from = made->getOperand(0);
  }
  return t.builder.CreateExtractElement(vector, index);
}

void extract(Translation &t, const Instruction &instruction) {
  llvm::Value *composite = t.operand(instruction, 0);
  if (!composite)
    return;
  Path way = path(t, instruction, composite->getType(), 1);
  if (!way.target)
    return;
  if (!way.aggregate.empty())
    composite = t.builder.CreateExtractValue(composite, way.aggregate);
  if (way.component)
    composite = component(t, composite, *way.component);
  t.define(instruction, composite);
}

void insert(Translation &t, const Instruction &instruction) {
  auto [object, composite] = t.operands<2>(instruction);
  if (!object)
    return;
  Path way = path(t, instruction, composite->getType(), 2);
  if (!way.target || !t.require(object->getType() == way.target, instruction, "the object does not fit its place"))
    return;
  if (way.component) {
    llvm::Value *vector = way.aggregate.empty() ? composite : t.builder.CreateExtractValue(composite, way.aggregate);
    object = t.builder.CreateInsertElement(vector, object, uint64_t(*way.component));
  }
  t.define(instruction, way.aggregate.empty() ? object : t.builder.CreateInsertValue(composite, object, way.aggregate));
}

void copyObject(Translation &t, const Instruction &instruction) {
  if (llvm::Value *value = t.operand(instruction, 0))
    t.define(instruction, value);
}

/// OpCopyLogical: the same members under another type.
llvm::Value *rebuild(Translation &t, const Instruction &instruction, llvm::Value *value, llvm::Type *type) {
  if (value->getType() == type)
    return value;
  uint64_t count = aggregateCount(type);
  if (!t.require(count && count <= 65535 && count == aggregateCount(value->getType()), instruction,
                 "the types do not match logically"))
    return nullptr;
  llvm::Value *result = llvm::PoisonValue::get(type);
  for (unsigned i = 0; i < count && result; ++i) {
    llvm::Value *member = rebuild(t, instruction, t.builder.CreateExtractValue(value, i), aggregateMember(type, i));
    result = member ? t.builder.CreateInsertValue(result, member, i) : nullptr;
  }
  return result;
}

void copyLogical(Translation &t, const Instruction &instruction) {
  llvm::Value *value = t.operand(instruction, 0);
  llvm::Type *type = t.resultType(instruction);
  if (value && type)
    t.define(instruction, rebuild(t, instruction, value, type));
}

constexpr Handler compositeTable[] = {
    {Op::VectorExtractDynamic, extractDynamic},
    {Op::VectorInsertDynamic, insertDynamic},
    {Op::VectorShuffle, shuffle},
    {Op::CompositeConstruct, construct},
    {Op::CompositeExtract, extract},
    {Op::CompositeInsert, insert},
    {Op::CopyObject, copyObject},
    {Op::CopyLogical, copyLogical},
};

} // namespace

std::span<const Handler> compositeHandlers() { return compositeTable; }

} // namespace lanecl::spirv
