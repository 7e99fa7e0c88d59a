// Operations of work-groups and sub-groups (SPIR-V 3.42.21, 3.42.24; SPV_INTEL_subgroups; SPV_KHR_shader_ballot):
// calls of lanecl.GROUP.OP[.KIND].TYPE on scalars.
#include "compiler/spirv/GroupParts.h"

namespace lanecl::spirv {

llvm::StringRef group(Translation &t, const Instruction &instruction) {
  std::optional<uint64_t> scope = t.constant(instruction.id(0));
  if (scope == uint64_t(Scope::Workgroup))
    return "work_group";
  if (scope == uint64_t(Scope::Subgroup))
    return "sub_group";
  t.fail(instruction, "the scope of execution is Workgroup or Subgroup, and constant");
  return "";
}

bool isGroupType(llvm::Type *type) {
  llvm::Type *scalar = type->getScalarType();
  return (scalar->isIntegerTy() && !scalar->isIntegerTy(1)) || scalar->isFloatingPointTy();
}

Text groupName(llvm::StringRef group, llvm::StringRef operation, llvm::Type *type) {
  Text text("lanecl.");
  text += group;
  text += ".";
  text += operation;
  if (type) {
    text += type->isFloatingPointTy() ? ".f" : ".i";
    text += std::to_string(type->getScalarSizeInBits());
  }
  return text;
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

llvm::Value *move(Translation &t, llvm::StringRef operation, llvm::Value *value, llvm::ArrayRef<llvm::Value *> more) {
  return components(t, value, [&](llvm::Value *scalar) -> llvm::Value * {
    llvm::SmallVector<llvm::Value *, 3> arguments = {scalar};
    arguments.append(more.begin(), more.end());
    return t.callConvergent(groupName("sub_group", operation, scalar->getType()), scalar->getType(), arguments);
  });
}

namespace {

// --------------------------------------------------------------------------------------------------- votes, reductions

/// all, any: `Scoped` instructions name the scope first.
template <bool All, bool Scoped> void vote(Translation &t, const Instruction &instruction) {
  llvm::StringRef where = Scoped ? group(t, instruction) : llvm::StringRef("sub_group");
  llvm::Value *predicate = t.boolean(instruction, Scoped ? 1 : 0);
  if (!where.empty() && predicate && t.require(predicate->getType()->isIntegerTy(), instruction, "votes on a scalar"))
    t.define(instruction, t.callConvergent(groupName(where, All ? "all" : "any"), t.builder.getInt1Ty(), {predicate}));
}

template <bool Scoped> void allEqual(Translation &t, const Instruction &instruction) {
  llvm::StringRef where = Scoped ? group(t, instruction) : llvm::StringRef("sub_group");
  llvm::Value *value = groupValue(t, instruction, Scoped ? 1 : 0);
  if (where.empty() || !value)
    return;
  llvm::Value *result = t.builder.getTrue();
  components(t, value, [&](llvm::Value *scalar) {
    llvm::Value *one =
        t.callConvergent(groupName(where, "all_equal", scalar->getType()), t.builder.getInt1Ty(), {scalar});
    result = t.builder.CreateAnd(result, one);
    return scalar;
  });
  t.define(instruction, result);
}

enum class Kind { Add, Mul, SMin, SMax, UMin, UMax, FMin, FMax, And, Or, Xor };

constexpr llvm::StringRef kindName(Kind kind) {
  constexpr const char *names[] = {"add", "mul", "smin", "smax", "umin", "umax", "fmin", "fmax", "and", "or", "xor"};
  return names[size_t(kind)];
}

/// "ClusterSize ... must come from a constant instruction ... at least 1 ... a power of 2".
llvm::Value *clusterSize(Translation &t, const Instruction &instruction) {
  std::optional<uint64_t> size = t.constant(instruction.id(3));
  bool valid = size && llvm::isPowerOf2_64(*size) && *size <= 0x80000000u;
  return t.require(valid, instruction, "the cluster size is a constant power of two") ? t.int32(*size) : nullptr;
}

/// Operands: scope, group operation, value, for clusters their size.
template <Kind Which> void reduce(Translation &t, const Instruction &instruction) {
  llvm::StringRef where = group(t, instruction);
  llvm::Value *value = groupValue(t, instruction, 2);
  if (where.empty() || !value)
    return;
  llvm::StringRef form;
  llvm::Value *cluster = nullptr;
  switch (GroupOperation(instruction.literal(1))) {
  case GroupOperation::Reduce:
    form = "reduce.";
    break;
  case GroupOperation::InclusiveScan:
    form = "scan_inclusive.";
    break;
  case GroupOperation::ExclusiveScan:
    form = "scan_exclusive.";
    break;
  case GroupOperation::ClusteredReduce:
    form = "clustered_reduce.";
    cluster = clusterSize(t, instruction);
    if (!cluster)
      return;
    break;
  default:
    return t.fail(instruction, "the group operation is not supported");
  }
  Text operation(form);
  operation += kindName(Which);
  defineGroupValue(t, instruction, components(t, value, [&](llvm::Value *scalar) -> llvm::Value * {
                     llvm::SmallVector<llvm::Value *, 2> arguments = {scalar};
                     if (cluster)
                       arguments.push_back(cluster);
                     return t.callConvergent(groupName(where, operation, scalar->getType()), scalar->getType(),
                                             arguments);
                   }));
}

// ------------------------------------------------------------------------------------------------ moves between lanes

/// OpGroupBroadcast: the work-group's form names a work-item by up to three numbers.
void broadcast(Translation &t, const Instruction &instruction) {
  llvm::StringRef where = group(t, instruction);
  llvm::Value *value = groupValue(t, instruction, 1), *from = t.integer(instruction, 2);
  if (where.empty() || !value || !from)
    return;
  llvm::SmallVector<llvm::Value *, 3> place;
  if (where == "sub_group") {
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
  defineGroupValue(t, instruction, components(t, value, [&](llvm::Value *scalar) -> llvm::Value * {
                     llvm::SmallVector<llvm::Value *, 4> arguments = {scalar};
                     arguments.append(place);
                     return t.callConvergent(groupName(where, "broadcast", scalar->getType()), scalar->getType(),
                                             arguments);
                   }));
}

enum class Move { Shuffle, ShuffleXor, ShuffleUp, ShuffleDown, Broadcast };

constexpr llvm::StringRef moveName(Move which) {
  constexpr const char *names[] = {"shuffle", "shuffle_xor", "shuffle_up", "shuffle_down", "broadcast"};
  return names[size_t(which)];
}

/// Value and lane number (or distance), behind the scope when there is one.
template <Move Which, bool Scoped> void moveLanes(Translation &t, const Instruction &instruction) {
  if (Scoped && !t.require(group(t, instruction) == "sub_group", instruction, "the scope is Subgroup"))
    return;
  llvm::Value *value = groupValue(t, instruction, Scoped ? 1 : 0);
  llvm::Value *lane = index32(t, instruction, Scoped ? 2 : 1);
  if (value && lane)
    defineGroupValue(t, instruction, move(t, moveName(Which), value, {lane}));
}

void rotate(Translation &t, const Instruction &instruction) {
  llvm::Value *value = groupValue(t, instruction, 1), *distance = index32(t, instruction, 2);
  if (!value || !distance || !t.require(group(t, instruction) == "sub_group", instruction, "the scope is Subgroup"))
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
  defineGroupValue(t, instruction, move(t, "shuffle", value, {lane}));
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
  llvm::Value *low = move(t, "shuffle", first, {lane}), *high = move(t, "shuffle", second, {lane});
  defineGroupValue(t, instruction, t.builder.CreateSelect(inFirst, low, high));
}

template <bool Scoped> void broadcastFirst(Translation &t, const Instruction &instruction) {
  if (llvm::Value *value = groupValue(t, instruction, Scoped ? 1 : 0))
    defineGroupValue(t, instruction, move(t, "broadcast_first", value, {}));
}

void elect(Translation &t, const Instruction &instruction) {
  t.define(instruction, t.callConvergent("lanecl.sub_group.elect", t.builder.getInt1Ty(), {}));
}

constexpr Handler handlers[] = {
    {Op::GroupAll, vote<true, true>},
    {Op::GroupAny, vote<false, true>},
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
    {Op::GroupNonUniformAll, vote<true, true>},
    {Op::GroupNonUniformAny, vote<false, true>},
    {Op::GroupNonUniformAllEqual, allEqual<true>},
    {Op::GroupNonUniformBroadcast, broadcast},
    {Op::GroupNonUniformBroadcastFirst, broadcastFirst<true>},
    {Op::GroupNonUniformShuffle, moveLanes<Move::Shuffle, true>},
    {Op::GroupNonUniformShuffleXor, moveLanes<Move::ShuffleXor, true>},
    {Op::GroupNonUniformShuffleUp, moveLanes<Move::ShuffleUp, true>},
    {Op::GroupNonUniformShuffleDown, moveLanes<Move::ShuffleDown, true>},
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
    {Op::SubgroupAllKHR, vote<true, false>},
    {Op::SubgroupAnyKHR, vote<false, false>},
    {Op::SubgroupAllEqualKHR, allEqual<false>},
    {Op::SubgroupReadInvocationKHR, moveLanes<Move::Broadcast, false>},
    {Op::SubgroupShuffleINTEL, moveLanes<Move::Shuffle, false>},
    {Op::SubgroupShuffleXorINTEL, moveLanes<Move::ShuffleXor, false>},
    {Op::SubgroupShuffleDownINTEL, shuffleTwo<false>},
    {Op::SubgroupShuffleUpINTEL, shuffleTwo<true>},
};

} // namespace

std::span<const Handler> groupHandlers() { return handlers; }

} // namespace lanecl::spirv
