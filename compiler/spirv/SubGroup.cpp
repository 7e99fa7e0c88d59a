// What only sub-groups have: ballots (SPIR-V 3.42.24, SPV_KHR_shader_ballot) and block IO (SPV_INTEL_subgroups,
// SPV_INTEL_subgroup_buffer_prefetch).
#include "compiler/spirv/GroupParts.h"

namespace lanecl::spirv {

namespace {

// ------------------------------------------------------------------------------------------------------------ ballots

template <bool Scoped> void ballot(Translation &t, const Instruction &instruction) {
  llvm::Value *predicate = t.boolean(instruction, Scoped ? 1 : 0);
  if (predicate && t.require(predicate->getType()->isIntegerTy(), instruction, "the predicate is a scalar"))
    t.define(instruction, createOperation(t.builder, Operation::SubGroupBallot, {predicate}));
}

/// Operand i as one number of 64 bits: sub-groups have 64 lanes at most, and the bits of others say nothing.
llvm::Value *maskOperand(Translation &t, const Instruction &instruction, uint32_t i) {
  llvm::Value *mask = t.integer(instruction, i);
  if (!mask || !t.require(mask->getType()->isVectorTy() && mask->getType()->getPrimitiveSizeInBits() == 128,
                          instruction, "the ballot is a vector of four 32-bit integers"))
    return nullptr;
  auto *halves = llvm::FixedVectorType::get(t.builder.getInt64Ty(), 2);
  return t.builder.CreateExtractElement(t.builder.CreateBitCast(mask, halves), uint64_t(0));
}

void inverseBallot(Translation &t, const Instruction &instruction) {
  if (llvm::Value *mask = maskOperand(t, instruction, 1))
    t.define(instruction, createOperation(t.builder, Operation::SubGroupInverseBallot, {mask}));
}

void ballotBit(Translation &t, const Instruction &instruction) {
  llvm::Value *mask = maskOperand(t, instruction, 1), *lane = index32(t, instruction, 2);
  if (!mask || !lane)
    return;
  llvm::Value *shift = t.builder.CreateZExt(t.builder.CreateAnd(lane, t.int32(63)), t.builder.getInt64Ty());
  t.define(instruction, t.builder.CreateTrunc(t.builder.CreateLShr(mask, shift), t.builder.getInt1Ty()));
}

/// Ones for all lanes that a sub-group may have.
llvm::Value *allBits(Translation &t) {
  llvm::Value *size = t.builder.CreateZExt(createQuery(t.builder, Query::MaxSubGroupSize), t.builder.getInt64Ty());
  return t.builder.CreateLShr(t.int64(~uint64_t(0)), t.builder.CreateSub(t.int64(64), size));
}

/// Ones for the lanes below this one, and for this one when `inclusive`.
llvm::Value *bitsBefore(Translation &t, bool inclusive) {
  llvm::Value *lane = t.builder.CreateZExt(createQuery(t.builder, Query::SubGroupLocalId), t.builder.getInt64Ty());
  return t.builder.CreateSub(t.builder.CreateShl(t.int64(inclusive ? 2 : 1), lane), t.int64(1));
}

void ballotCount(Translation &t, const Instruction &instruction) {
  llvm::Value *mask = maskOperand(t, instruction, 2);
  llvm::Type *type = t.resultType(instruction);
  if (!mask || !type || !t.require(type->isIntegerTy(), instruction, "the result is an integer"))
    return;
  auto operation = GroupOperation(instruction.literal(1));
  llvm::Value *counted =
      operation == GroupOperation::Reduce ? allBits(t) : bitsBefore(t, operation == GroupOperation::InclusiveScan);
  llvm::Value *bits = t.builder.CreateAnd(mask, counted);
  t.define(instruction,
           t.builder.CreateZExtOrTrunc(t.builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, bits), type));
}

template <bool Lowest> void ballotFind(Translation &t, const Instruction &instruction) {
  llvm::Value *mask = maskOperand(t, instruction, 1);
  llvm::Type *type = t.resultType(instruction);
  if (!mask || !type || !t.require(type->isIntegerTy(), instruction, "the result is an integer"))
    return;
  mask = t.builder.CreateAnd(mask, allBits(t));
  llvm::Value *zeros = t.builder.CreateIntrinsic(Lowest ? llvm::Intrinsic::cttz : llvm::Intrinsic::ctlz,
                                                 {mask->getType()}, {mask, t.builder.getFalse()});
  llvm::Value *found = Lowest ? zeros : t.builder.CreateSub(t.int64(63), zeros);
  t.define(instruction, t.builder.CreateZExtOrTrunc(found, type));
}

// ----------------------------------------------------------------------------------------------------------- block IO

// cl_intel_spirv_subgroups, 7.1.X.2; cl_intel_subgroup_local_block_io: "for Ptr valid Storage Classes are"
// CrossWorkgroup and Workgroup.
llvm::Value *blockPointer(Translation &t, const Instruction &instruction) {
  llvm::Value *pointer = t.pointer(instruction, 0);
  if (!pointer)
    return nullptr;
  unsigned where = pointer->getType()->getPointerAddressSpace();
  bool valid = where == space::Global || where == space::Local;
  return t.require(valid, instruction, "the pointer's storage class is CrossWorkgroup or Workgroup") ? pointer
                                                                                                     : nullptr;
}

void blockRead(Translation &t, const Instruction &instruction) {
  llvm::Value *pointer = blockPointer(t, instruction);
  llvm::Type *type = t.resultType(instruction);
  if (!pointer || !type ||
      !t.require(isBlockType(type), instruction, "the result is a number or a vector of 2, 4, 8 or 16"))
    return;
  llvm::Type *element = type->getScalarType();
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  llvm::Value *result = llvm::PoisonValue::get(type);
  for (unsigned i = 0, count = vector ? vector->getNumElements() : 1; i < count; ++i) {
    llvm::Value *one =
        createOperation(t.builder, Operation::SubGroupBlockRead, {pointer, t.int32(i)}, Kind::None, element);
    result = vector ? t.builder.CreateInsertElement(result, one, uint64_t(i)) : one;
  }
  t.define(instruction, result);
}

void blockWrite(Translation &t, const Instruction &instruction) {
  llvm::Value *pointer = blockPointer(t, instruction), *data = t.operand(instruction, 1);
  if (!pointer || !data ||
      !t.require(isBlockType(data->getType()), instruction, "the data are a number or a vector of 2, 4, 8 or 16"))
    return;
  uint32_t next = 0;
  components(t, data, [&](llvm::Value *scalar) {
    createOperation(t.builder, Operation::SubGroupBlockWrite, {pointer, scalar, t.int32(next++)});
    return scalar;
  });
}

// A hint, and the hardware's prefetcher knows better: only its rules (SPV_INTEL_subgroup_buffer_prefetch) are kept.
void blockPrefetch(Translation &t, const Instruction &instruction) {
  // "Ptr must be a pointer to an integer type scalar in the CrossWorkgroup Storage Class."
  llvm::Value *pointer = t.pointer(instruction, 0);
  llvm::Type *target = pointer ? t.pointee(instruction, instruction.id(0)) : nullptr;
  if (!target || !t.require(pointer->getType()->getPointerAddressSpace() == space::Global, instruction,
                            "the pointer's storage class is CrossWorkgroup"))
    return;
  t.require(target->isIntegerTy() && !target->isIntegerTy(1), instruction, "the pointer points to an integer");
  // "NumBytes must be a 32-bit integer type scalar ..., and must come from a constant instruction."
  t.require(t.constant32(instruction.id(1)).has_value(), instruction,
            "the number of bytes is a constant 32-bit integer");
}

constexpr Handler subGroupTable[] = {
    {Op::GroupNonUniformBallot, ballot<true>},
    {Op::GroupNonUniformInverseBallot, inverseBallot},
    {Op::GroupNonUniformBallotBitExtract, ballotBit},
    {Op::GroupNonUniformBallotBitCount, ballotCount},
    {Op::GroupNonUniformBallotFindLSB, ballotFind<true>},
    {Op::GroupNonUniformBallotFindMSB, ballotFind<false>},
    {Op::SubgroupBallotKHR, ballot<false>},
    {Op::SubgroupBlockReadINTEL, blockRead},
    {Op::SubgroupBlockWriteINTEL, blockWrite},
    {Op::SubgroupBlockPrefetchINTEL, blockPrefetch},
};

} // namespace

// cl_intel_spirv_subgroups, 7.1.X.2: a scalar or a vector of 2, 4 or 8 (16 for 8-bit) components of 8, 16, 32 or 64
// bits.
bool isBlockType(llvm::Type *type) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return isGroupType(type) && (!vector || llvm::isPowerOf2_32(vector->getNumElements()));
}

std::span<const Handler> subGroupHandlers() { return subGroupTable; }

} // namespace lanecl::spirv
