// Operations of work-groups and sub-groups (SPIR-V 3.42.21, 3.42.24; SPV_INTEL_subgroups; SPV_KHR_shader_ballot):
// operations of LaneCL IR on scalars.
#include "compiler/spirv/GroupParts.h"

namespace lanecl::spirv {

std::optional<Group> group(Translation &t, const Instruction &instruction) {
  std::optional<uint64_t> scope = t.constant(instruction.id(0));
  if (scope == uint64_t(Scope::Workgroup))
    return Group::WorkGroup;
  if (scope == uint64_t(Scope::Subgroup))
    return Group::SubGroup;
  t.fail(instruction, "the scope of execution is Workgroup or Subgroup, and constant");
  return std::nullopt;
}

bool isGroupType(llvm::Type *type) {
  llvm::Type *scalar = type->getScalarType();
  return (scalar->isIntegerTy() && !scalar->isIntegerTy(1)) || scalar->isFloatingPointTy();
}

llvm::Value *components(Translation &t, llvm::Value *value, llvm::function_ref<llvm::Value *(llvm::Value *)> each) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  if (!vector)
    return each(value);
  llvm::Value *result = llvm::PoisonValue::get(vector);
  for (uint64_t i = 0; i < vector->getNumElements(); ++i)
    result = t.builder.CreateInsertElement(result, each(t.builder.CreateExtractElement(value, i)), i);
  return result;
}

llvm::Value *groupValue(Translation &t, const Instruction &instruction, uint32_t i) {
  llvm::Value *value = t.operand(instruction, i);
  if (!value)
    return nullptr;
  if (value->getType()->isIntOrIntVectorTy(1))
    value = t.builder.CreateZExt(value, withScalar(value->getType(), t.builder.getInt8Ty()));
  return t.require(isGroupType(value->getType()), instruction, "the value is a number or a vector of numbers")
             ? value
             : nullptr;
}

void defineGroupValue(Translation &t, const Instruction &instruction, llvm::Value *value) {
  llvm::Type *type = t.resultType(instruction);
  if (type && type->isIntOrIntVectorTy(1) && value->getType()->isIntOrIntVectorTy() &&
      sameShape(type, value->getType()))
    value = t.builder.CreateICmpNE(value, llvm::Constant::getNullValue(value->getType()));
  t.define(instruction, value);
}

llvm::Value *index32(Translation &t, const Instruction &instruction, uint32_t i) {
  llvm::Value *value = t.integer(instruction, i);
  if (!value || !t.require(value->getType()->isIntegerTy(), instruction, "a lane number is a scalar integer"))
    return nullptr;
  return t.builder.CreateZExtOrTrunc(value, t.builder.getInt32Ty());
}

llvm::Value *ofComponents(Translation &t, Operation operation, llvm::Value *value, llvm::ArrayRef<llvm::Value *> more,
                          Kind kind) {
  return components(t, value, [&](llvm::Value *scalar) -> llvm::Value * {
    llvm::SmallVector<llvm::Value *, 4> operands = {scalar};
    operands.append(more.begin(), more.end());
    return createOperation(t.builder, operation, operands, kind);
  });
}

namespace {

// --------------------------------------------------------------------------------------------------- votes, reductions

/// The operation in both kinds of group.
struct InGroups {
  Operation workGroup, subGroup;
  Operation in(Group group) const { return group == Group::WorkGroup ? workGroup : subGroup; }
};
constexpr InGroups all{Operation::WorkGroupAll, Operation::SubGroupAll},
    any{Operation::WorkGroupAny, Operation::SubGroupAny};

/// all, any: `Scoped` instructions name the scope first.
template <InGroups Which, bool Scoped> void vote(Translation &t, const Instruction &instruction) {
  std::optional<Group> where = Scoped ? group(t, instruction) : Group::SubGroup;
  llvm::Value *predicate = t.boolean(instruction, Scoped ? 1 : 0);
  if (where && predicate && t.require(predicate->getType()->isIntegerTy(), instruction, "votes on a scalar"))
    t.define(instruction, createOperation(t.builder, Which.in(*where), {predicate}));
}

/// The operation is of sub-groups: work-groups do not have it.
bool isInSubGroup(Translation &t, const Instruction &instruction) {
  auto where = group(t, instruction);
  return where && t.require(where == Group::SubGroup, instruction, "the scope is Subgroup");
}

template <bool Scoped> void allEqual(Translation &t, const Instruction &instruction) {
  llvm::Value *value = groupValue(t, instruction, Scoped ? 1 : 0);
  if (!value || (Scoped && !isInSubGroup(t, instruction)))
    return;
  llvm::Value *result = t.builder.getTrue();
  components(t, value, [&](llvm::Value *scalar) {
    result = t.builder.CreateAnd(result, createOperation(t.builder, Operation::SubGroupAllEqual, {scalar}));
    return scalar;
  });
  t.define(instruction, result);
}

/// "ClusterSize ... must come from a constant instruction ... at least 1 ... a power of 2".
llvm::Value *clusterSize(Translation &t, const Instruction &instruction) {
  std::optional<uint64_t> size = t.constant(instruction.id(3));
  bool valid = size && llvm::isPowerOf2_64(*size) && *size <= 0x80000000u;
  return t.require(valid, instruction, "the cluster size is a constant power of two") ? t.int32(*size) : nullptr;
}

/// By SPIR-V's group operation; nothing for others, and for clusters of work-groups.
std::optional<Operation> reductionIn(Group where, GroupOperation form) {
  switch (form) {
  case GroupOperation::Reduce:
    return InGroups{Operation::WorkGroupReduce, Operation::SubGroupReduce}.in(where);
  case GroupOperation::InclusiveScan:
    return InGroups{Operation::WorkGroupScanInclusive, Operation::SubGroupScanInclusive}.in(where);
  case GroupOperation::ExclusiveScan:
    return InGroups{Operation::WorkGroupScanExclusive, Operation::SubGroupScanExclusive}.in(where);
  case GroupOperation::ClusteredReduce:
    return where == Group::SubGroup ? std::optional(Operation::SubGroupClusteredReduce) : std::nullopt;
  default:
    return std::nullopt;
  }
}

/// Operands: scope, group operation, value, for clusters their size.
template <Kind Which> void reduce(Translation &t, const Instruction &instruction) {
  std::optional<Group> where = group(t, instruction);
  llvm::Value *value = groupValue(t, instruction, 2);
  if (!where || !value)
    return;
  auto operation = reductionIn(*where, GroupOperation(instruction.literal(1)));
  if (!t.require(operation.has_value(), instruction, "the group operation is not supported") ||
      !t.require(isDefined(Which, *value->getType()->getScalarType()), instruction,
                 "the operation is not of this type"))
    return;
  llvm::SmallVector<llvm::Value *, 1> more;
  if (operation == Operation::SubGroupClusteredReduce) {
    llvm::Value *cluster = clusterSize(t, instruction);
    if (!cluster)
      return;
    more.push_back(cluster);
  }
  defineGroupValue(t, instruction, ofComponents(t, *operation, value, more, Which));
}

// ------------------------------------------------------------------------------------------------ moves between lanes

/// OpGroupBroadcast: the work-group's form names a work-item by up to three numbers.
void broadcast(Translation &t, const Instruction &instruction) {
  std::optional<Group> where = group(t, instruction);
  llvm::Value *value = groupValue(t, instruction, 1), *from = t.integer(instruction, 2);
  if (!where || !value || !from)
    return;
  llvm::SmallVector<llvm::Value *, 3> place;
  if (where == Group::SubGroup) {
    if (!t.require(from->getType()->isIntegerTy(), instruction, "a sub-group's lane is a scalar"))
      return;
    place.push_back(t.builder.CreateZExtOrTrunc(from, t.builder.getInt32Ty()));
  } else {
    auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(from->getType());
    for (uint64_t i = 0; i < 3; ++i) {
      llvm::Value *number = !vector                        ? (i == 0 ? from : nullptr)
                            : i < vector->getNumElements() ? t.builder.CreateExtractElement(from, i)
                                                           : nullptr;
      place.push_back(number ? t.builder.CreateZExtOrTrunc(number, t.builder.getInt64Ty()) : t.int64(0));
    }
  }
  constexpr InGroups operation{Operation::WorkGroupBroadcast, Operation::SubGroupBroadcast};
  defineGroupValue(t, instruction, ofComponents(t, operation.in(*where), value, place));
}

/// Value and lane number (or distance), behind the scope when there is one.
template <Operation Which, bool Scoped> void moveLanes(Translation &t, const Instruction &instruction) {
  if (Scoped && !isInSubGroup(t, instruction))
    return;
  llvm::Value *value = groupValue(t, instruction, Scoped ? 1 : 0);
  llvm::Value *lane = index32(t, instruction, Scoped ? 2 : 1);
  if (value && lane)
    defineGroupValue(t, instruction, ofComponents(t, Which, value, {lane}));
}

void rotate(Translation &t, const Instruction &instruction) {
  llvm::Value *value = groupValue(t, instruction, 1), *distance = index32(t, instruction, 2);
  if (!value || !distance || !isInSubGroup(t, instruction))
    return;
  // Lane (id + distance) of the sub-group, or of the cluster of a power of two around the lane.
  llvm::Value *self = createQuery(t.builder, Query::SubGroupLocalId);
  llvm::Value *size =
      instruction.count() > 3 ? clusterSize(t, instruction) : createQuery(t.builder, Query::MaxSubGroupSize);
  if (!size)
    return;
  llvm::Value *mask = t.builder.CreateSub(size, t.int32(1));
  llvm::Value *inside = t.builder.CreateAnd(t.builder.CreateAdd(self, distance), mask);
  llvm::Value *lane = t.builder.CreateOr(t.builder.CreateAnd(self, t.builder.CreateNot(mask)), inside);
  defineGroupValue(t, instruction, ofComponents(t, Operation::SubGroupShuffle, value, {lane}));
}

/// SPV_INTEL_subgroups, ShuffleDown (and Up): two values side by side (the lower first), read at a distance.
template <bool Up> void shuffleTwo(Translation &t, const Instruction &instruction) {
  llvm::Value *first = groupValue(t, instruction, 0), *second = groupValue(t, instruction, 1);
  llvm::Value *distance = index32(t, instruction, 2);
  if (!first || !second || !distance ||
      !t.require(first->getType() == second->getType(), instruction, "both values have one type"))
    return;
  llvm::Value *self = createQuery(t.builder, Query::SubGroupLocalId),
              *size = createQuery(t.builder, Query::MaxSubGroupSize);
  // Up: lane (id + size - distance) of previous:current; down: lane (id + distance) of current:next.
  llvm::Value *at =
      Up ? t.builder.CreateSub(t.builder.CreateAdd(self, size), distance) : t.builder.CreateAdd(self, distance);
  llvm::Value *inFirst = t.builder.CreateICmpULT(at, size);
  llvm::Value *lane = t.builder.CreateSelect(inFirst, at, t.builder.CreateSub(at, size));
  llvm::Value *low = ofComponents(t, Operation::SubGroupShuffle, first, {lane}),
              *high = ofComponents(t, Operation::SubGroupShuffle, second, {lane});
  defineGroupValue(t, instruction, t.builder.CreateSelect(inFirst, low, high));
}

template <bool Scoped> void broadcastFirst(Translation &t, const Instruction &instruction) {
  if (llvm::Value *value = groupValue(t, instruction, Scoped ? 1 : 0))
    defineGroupValue(t, instruction, ofComponents(t, Operation::SubGroupBroadcastFirst, value, {}));
}

void elect(Translation &t, const Instruction &instruction) {
  t.define(instruction, createOperation(t.builder, Operation::SubGroupElect, {}));
}

constexpr Handler groupTable[] = {
    {Op::GroupAll, vote<all, true>},
    {Op::GroupAny, vote<any, true>},
    {Op::GroupBroadcast, broadcast},
    {Op::GroupIAdd, reduce<Kind::Add>},
    {Op::GroupFAdd, reduce<Kind::Add>},
    {Op::GroupFMin, reduce<Kind::FMin>},
    {Op::GroupUMin, reduce<Kind::UMin>},
    {Op::GroupSMin, reduce<Kind::SMin>},
    {Op::GroupFMax, reduce<Kind::FMax>},
    {Op::GroupUMax, reduce<Kind::UMax>},
    {Op::GroupSMax, reduce<Kind::SMax>},
    {Op::GroupIMulKHR, reduce<Kind::Mul>},
    {Op::GroupFMulKHR, reduce<Kind::Mul>},
    {Op::GroupBitwiseAndKHR, reduce<Kind::And>},
    {Op::GroupBitwiseOrKHR, reduce<Kind::Or>},
    {Op::GroupBitwiseXorKHR, reduce<Kind::Xor>},
    {Op::GroupLogicalAndKHR, reduce<Kind::And>},
    {Op::GroupLogicalOrKHR, reduce<Kind::Or>},
    {Op::GroupLogicalXorKHR, reduce<Kind::Xor>},
    {Op::GroupNonUniformElect, elect},
    {Op::GroupNonUniformAll, vote<all, true>},
    {Op::GroupNonUniformAny, vote<any, true>},
    {Op::GroupNonUniformAllEqual, allEqual<true>},
    {Op::GroupNonUniformBroadcast, broadcast},
    {Op::GroupNonUniformBroadcastFirst, broadcastFirst<true>},
    {Op::GroupNonUniformShuffle, moveLanes<Operation::SubGroupShuffle, true>},
    {Op::GroupNonUniformShuffleXor, moveLanes<Operation::SubGroupShuffleXor, true>},
    {Op::GroupNonUniformShuffleUp, moveLanes<Operation::SubGroupShuffleUp, true>},
    {Op::GroupNonUniformShuffleDown, moveLanes<Operation::SubGroupShuffleDown, true>},
    {Op::GroupNonUniformRotateKHR, rotate},
    {Op::GroupNonUniformIAdd, reduce<Kind::Add>},
    {Op::GroupNonUniformFAdd, reduce<Kind::Add>},
    {Op::GroupNonUniformIMul, reduce<Kind::Mul>},
    {Op::GroupNonUniformFMul, reduce<Kind::Mul>},
    {Op::GroupNonUniformSMin, reduce<Kind::SMin>},
    {Op::GroupNonUniformUMin, reduce<Kind::UMin>},
    {Op::GroupNonUniformFMin, reduce<Kind::FMin>},
    {Op::GroupNonUniformSMax, reduce<Kind::SMax>},
    {Op::GroupNonUniformUMax, reduce<Kind::UMax>},
    {Op::GroupNonUniformFMax, reduce<Kind::FMax>},
    {Op::GroupNonUniformBitwiseAnd, reduce<Kind::And>},
    {Op::GroupNonUniformBitwiseOr, reduce<Kind::Or>},
    {Op::GroupNonUniformBitwiseXor, reduce<Kind::Xor>},
    {Op::GroupNonUniformLogicalAnd, reduce<Kind::And>},
    {Op::GroupNonUniformLogicalOr, reduce<Kind::Or>},
    {Op::GroupNonUniformLogicalXor, reduce<Kind::Xor>},
    {Op::GroupIAddNonUniformAMD, reduce<Kind::Add>},
    {Op::GroupFAddNonUniformAMD, reduce<Kind::Add>},
    {Op::GroupFMinNonUniformAMD, reduce<Kind::FMin>},
    {Op::GroupUMinNonUniformAMD, reduce<Kind::UMin>},
    {Op::GroupSMinNonUniformAMD, reduce<Kind::SMin>},
    {Op::GroupFMaxNonUniformAMD, reduce<Kind::FMax>},
    {Op::GroupUMaxNonUniformAMD, reduce<Kind::UMax>},
    {Op::GroupSMaxNonUniformAMD, reduce<Kind::SMax>},
    {Op::SubgroupFirstInvocationKHR, broadcastFirst<false>},
    {Op::SubgroupAllKHR, vote<all, false>},
    {Op::SubgroupAnyKHR, vote<any, false>},
    {Op::SubgroupAllEqualKHR, allEqual<false>},
    {Op::SubgroupReadInvocationKHR, moveLanes<Operation::SubGroupBroadcast, false>},
    {Op::SubgroupShuffleINTEL, moveLanes<Operation::SubGroupShuffle, false>},
    {Op::SubgroupShuffleXorINTEL, moveLanes<Operation::SubGroupShuffleXor, false>},
    {Op::SubgroupShuffleDownINTEL, shuffleTwo<false>},
    {Op::SubgroupShuffleUpINTEL, shuffleTwo<true>},
};

} // namespace

std::span<const Handler> groupHandlers() { return groupTable; }

} // namespace lanecl::spirv
