// Operations of work-groups and sub-groups (SPIR-V 3.42.21, 3.42.24; SPV_INTEL_subgroups; SPV_KHR_shader_ballot):
// calls of lanecl.GROUP.OP[.KIND].TYPE on scalars.
#include "compiler/spirv/Handlers.h"

namespace lanecl::spirv {

namespace {

using Text = llvm::SmallString<48>;
using Each = llvm::function_ref<llvm::Value *(llvm::Value *)>;

/// "work_group" or "sub_group"; empty and an error for other scopes.
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

Text name(llvm::StringRef group, llvm::StringRef operation, llvm::Type *type = nullptr) {
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

/// Scalars one by one; the functions know no vectors.
llvm::Value *components(Translation &t, llvm::Value *value, Each each) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  if (!vector)
    return each(value);
  llvm::Value *result = llvm::PoisonValue::get(vector);
  for (uint64_t i = 0; i < vector->getNumElements(); ++i)
    result = t.builder.CreateInsertElement(result, each(t.builder.CreateExtractElement(value, i)), i);
  return result;
}

/// A value that group functions take; bools travel as i8.
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

llvm::Value *query(Translation &t, const char *which) {
  return t.callQuery(llvm::Twine("lanecl.") + which, t.builder.getInt32Ty(), {});
}

// --------------------------------------------------------------------------------------------------- votes, reductions

/// all, any: `Scoped` instructions name the scope first.
template <bool All, bool Scoped> void vote(Translation &t, const Instruction &instruction) {
  llvm::StringRef where = Scoped ? group(t, instruction) : llvm::StringRef("sub_group");
  llvm::Value *predicate = t.boolean(instruction, Scoped ? 1 : 0);
  if (!where.empty() && predicate && t.require(predicate->getType()->isIntegerTy(), instruction, "votes on a scalar"))
    t.define(instruction, t.callConvergent(name(where, All ? "all" : "any"), t.builder.getInt1Ty(), {predicate}));
}

template <bool Scoped> void allEqual(Translation &t, const Instruction &instruction) {
  llvm::StringRef where = Scoped ? group(t, instruction) : llvm::StringRef("sub_group");
  llvm::Value *value = groupValue(t, instruction, Scoped ? 1 : 0);
  if (where.empty() || !value)
    return;
  llvm::Value *result = t.builder.getTrue();
  components(t, value, [&](llvm::Value *scalar) {
    llvm::Value *one = t.callConvergent(name(where, "all_equal", scalar->getType()), t.builder.getInt1Ty(), {scalar});
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
    if (!(cluster = index32(t, instruction, 3)))
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
                     return t.callConvergent(name(where, operation, scalar->getType()), scalar->getType(), arguments);
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
                     return t.callConvergent(name(where, "broadcast", scalar->getType()), scalar->getType(), arguments);
                   }));
}

llvm::Value *move(Translation &t, llvm::StringRef operation, llvm::Value *value, llvm::ArrayRef<llvm::Value *> more) {
  return components(t, value, [&](llvm::Value *scalar) -> llvm::Value * {
    llvm::SmallVector<llvm::Value *, 3> arguments = {scalar};
    arguments.append(more.begin(), more.end());
    return t.callConvergent(name("sub_group", operation, scalar->getType()), scalar->getType(), arguments);
  });
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
  llvm::Value *self = query(t, "sub_group_local_id");
  llvm::Value *size = instruction.count() > 3 ? index32(t, instruction, 3) : query(t, "max_sub_group_size");
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
  llvm::Value *self = query(t, "sub_group_local_id"), *size = query(t, "max_sub_group_size");
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

// ------------------------------------------------------------------------------------------------------------ ballots

llvm::Type *wideMask(Translation &t) { return t.builder.getIntNTy(128); }

template <bool Scoped> void ballot(Translation &t, const Instruction &instruction) {
  llvm::Value *predicate = t.boolean(instruction, Scoped ? 1 : 0);
  auto *words = llvm::FixedVectorType::get(t.builder.getInt32Ty(), 4);
  if (predicate && t.require(predicate->getType()->isIntegerTy(), instruction, "the predicate is a scalar"))
    t.define(instruction, t.callConvergent("lanecl.sub_group.ballot", words, {predicate}));
}

/// Operand i as one number of 128 bits.
llvm::Value *maskOperand(Translation &t, const Instruction &instruction, uint32_t i) {
  llvm::Value *mask = t.integer(instruction, i);
  if (!mask || !t.require(mask->getType()->isVectorTy() && mask->getType()->getPrimitiveSizeInBits() == 128,
                          instruction, "the ballot is a vector of four 32-bit integers"))
    return nullptr;
  return t.builder.CreateBitCast(mask, wideMask(t));
}

llvm::Value *bitOf(Translation &t, llvm::Value *mask, llvm::Value *lane) {
  llvm::Value *shift = t.builder.CreateZExt(t.builder.CreateAnd(lane, t.int32(127)), wideMask(t));
  return t.builder.CreateTrunc(t.builder.CreateLShr(mask, shift), t.builder.getInt1Ty());
}

void inverseBallot(Translation &t, const Instruction &instruction) {
  if (llvm::Value *mask = maskOperand(t, instruction, 1))
    t.define(instruction, bitOf(t, mask, query(t, "sub_group_local_id")));
}

void ballotBit(Translation &t, const Instruction &instruction) {
  llvm::Value *mask = maskOperand(t, instruction, 1), *lane = index32(t, instruction, 2);
  if (mask && lane)
    t.define(instruction, bitOf(t, mask, lane));
}

/// Ones for the lanes below `count`.
llvm::Value *below(Translation &t, llvm::Value *count) {
  auto *one = llvm::ConstantInt::get(wideMask(t), 1);
  return t.builder.CreateSub(t.builder.CreateShl(one, t.builder.CreateZExt(count, wideMask(t))), one);
}

void ballotCount(Translation &t, const Instruction &instruction) {
  llvm::Value *mask = maskOperand(t, instruction, 2);
  llvm::Type *type = t.resultType(instruction);
  if (!mask || !type || !t.require(type->isIntegerTy(), instruction, "the result is an integer"))
    return;
  auto operation = GroupOperation(instruction.literal(1));
  llvm::Value *count = operation == GroupOperation::Reduce ? query(t, "max_sub_group_size")
                       : operation == GroupOperation::ExclusiveScan
                           ? query(t, "sub_group_local_id")
                           : t.builder.CreateAdd(query(t, "sub_group_local_id"), t.int32(1));
  llvm::Value *bits = t.builder.CreateAnd(mask, below(t, count));
  t.define(instruction,
           t.builder.CreateZExtOrTrunc(t.builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, bits), type));
}

template <bool Lowest> void ballotFind(Translation &t, const Instruction &instruction) {
  llvm::Value *mask = maskOperand(t, instruction, 1);
  llvm::Type *type = t.resultType(instruction);
  if (!mask || !type || !t.require(type->isIntegerTy(), instruction, "the result is an integer"))
    return;
  mask = t.builder.CreateAnd(mask, below(t, query(t, "max_sub_group_size")));
  llvm::Value *zeros = t.builder.CreateIntrinsic(Lowest ? llvm::Intrinsic::cttz : llvm::Intrinsic::ctlz, {wideMask(t)},
                                                 {mask, t.builder.getFalse()});
  llvm::Value *found = Lowest ? zeros : t.builder.CreateSub(llvm::ConstantInt::get(wideMask(t), 127), zeros);
  t.define(instruction, t.builder.CreateZExtOrTrunc(found, type));
}

// ----------------------------------------------------------------------------------------------------------- block IO

/// Where component i of a block lies for this lane: element i * size + lane.
llvm::Value *blockPlace(Translation &t, llvm::Type *element, llvm::Value *pointer, uint64_t i) {
  llvm::Value *lane = t.builder.CreateZExt(query(t, "sub_group_local_id"), t.builder.getInt64Ty());
  llvm::Value *size = t.builder.CreateZExt(query(t, "max_sub_group_size"), t.builder.getInt64Ty());
  llvm::Value *first = t.builder.CreateMul(size, t.int64(i), "", true, true);
  llvm::Value *row = i == 0 ? pointer : t.builder.CreateInBoundsGEP(element, pointer, first);
  return t.builder.CreateInBoundsGEP(element, row, lane);
}

llvm::Align blockAlign(llvm::Type *element) { return llvm::Align(element->getScalarSizeInBits() / 8); }

void blockRead(Translation &t, const Instruction &instruction) {
  llvm::Value *pointer = t.pointer(instruction, 0);
  llvm::Type *type = t.resultType(instruction);
  if (!pointer || !type || !t.require(isGroupType(type), instruction, "the result is a number or a vector of them"))
    return;
  llvm::Type *element = type->getScalarType();
  uint64_t next = 0;
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  llvm::Value *result = llvm::PoisonValue::get(type);
  for (uint64_t count = vector ? vector->getNumElements() : 1; next < count; ++next) {
    llvm::Value *one = t.builder.CreateAlignedLoad(element, blockPlace(t, element, pointer, next), blockAlign(element));
    result = vector ? t.builder.CreateInsertElement(result, one, next) : one;
  }
  t.define(instruction, result);
}

void blockWrite(Translation &t, const Instruction &instruction) {
  llvm::Value *pointer = t.pointer(instruction, 0), *data = t.operand(instruction, 1);
  if (!pointer || !data || !t.require(isGroupType(data->getType()), instruction, "the data are numbers"))
    return;
  uint64_t next = 0;
  llvm::Type *element = data->getType()->getScalarType();
  components(t, data, [&](llvm::Value *scalar) {
    t.builder.CreateAlignedStore(scalar, blockPlace(t, element, pointer, next++), blockAlign(element));
    return scalar;
  });
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
    {Op::GroupNonUniformBallot, ballot<true>},
    {Op::GroupNonUniformInverseBallot, inverseBallot},
    {Op::GroupNonUniformBallotBitExtract, ballotBit},
    {Op::GroupNonUniformBallotBitCount, ballotCount},
    {Op::GroupNonUniformBallotFindLSB, ballotFind<true>},
    {Op::GroupNonUniformBallotFindMSB, ballotFind<false>},
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
    {Op::SubgroupBallotKHR, ballot<false>},
    {Op::SubgroupFirstInvocationKHR, broadcastFirst<false>},
    {Op::SubgroupAllKHR, vote<true, false>},
    {Op::SubgroupAnyKHR, vote<false, false>},
    {Op::SubgroupAllEqualKHR, allEqual<false>},
    {Op::SubgroupReadInvocationKHR, moveLanes<Move::Broadcast, false>},
    {Op::SubgroupShuffleINTEL, moveLanes<Move::Shuffle, false>},
    {Op::SubgroupShuffleXorINTEL, moveLanes<Move::ShuffleXor, false>},
    {Op::SubgroupShuffleDownINTEL, shuffleTwo<false>},
    {Op::SubgroupShuffleUpINTEL, shuffleTwo<true>},
    {Op::SubgroupBlockReadINTEL, blockRead},
    {Op::SubgroupBlockWriteINTEL, blockWrite},
};

} // namespace

std::span<const Handler> groupHandlers() { return handlers; }

} // namespace lanecl::spirv
