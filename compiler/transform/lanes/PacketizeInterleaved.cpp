#include "compiler/transform/lanes/PacketizeInterleaved.h"
#include "compiler/transform/lanes/GroupAccess.h"
#include "compiler/transform/lanes/Interleave.h"
#include "compiler/transform/lanes/PacketizePieces.h"
#include "llvm/Analysis/VectorUtils.h"

namespace lanecl::simd {

using llvm::Instruction, llvm::Value;

namespace {

/// A structure that the machine has an integer for. One of three shorts is none: an i48 takes eight bytes in memory.
bool isOneInteger(const FieldGroup &group) {
  return group.stride <= 8 && llvm::isPowerOf2_64(static_cast<uint64_t>(group.stride)) && group.type->isIntegerTy();
}

} // namespace

bool InterleavedAccesses::load(llvm::LoadInst &load, Value *mask) {
  const FieldGroup *group = f_.packs.groupOf(load);
  if (!group)
    return false;
  if (group->members[0] == &load)
    loadGroup(*group, mask);
  if (!f_.packs.isReplaced(load))
    f_.values.define(load, nullptr, loaded_.at(&load));
  return true;
}

/// The last one does it all.
bool InterleavedAccesses::store(llvm::StoreInst &store, Value *mask) {
  const FieldGroup *group = f_.packs.groupOf(store);
  if (!group)
    return false;
  if (group->members.back() != &store)
    return true;
  if (unsigned pack = f_.packs.storedPack(*group); pack != PackPlan::None)
    storePack(*group, pack, mask);
  else
    storeGroup(*group, mask);
  return true;
}

void InterleavedAccesses::loadGroup(const FieldGroup &group, Value *mask) {
  GroupAccess access(f_, memory_, group);
  bool isPacked = f_.packs.isPacked(group);
  if (group.isWhole() && isOneInteger(group) && !isPacked) {
    Value *all = access.loadIntegers(mask);
    for (auto [member, offset] : llvm::zip(group.members, group.offsets))
      loaded_[member] = b_.CreateBitCast(
          b_.CreateTrunc(b_.CreateLShr(all, static_cast<uint64_t>(offset - group.begin) * 8), b_.wide(group.type)),
          b_.wide(member->getType()));
    return;
  }
  Value *all = access.load(mask);
  if (isPacked)
    packs_.defineGroup(group, all);
  if (!llvm::all_of(group.members, [&](Instruction *member) { return f_.packs.isReplaced(*member); }))
    sortFields(group, all);
}

void InterleavedAccesses::sortFields(const FieldGroup &group, Value *all) {
  const Registers fields = sortedFields(b_, all, group.fields());
  for (auto [member, offset] : llvm::zip(group.members, group.offsets))
    loaded_[member] = b_.CreateBitCast(fields[group.fieldAt(offset)], b_.wide(member->getType()));
}

void InterleavedAccesses::storeGroup(const FieldGroup &group, Value *mask) {
  const bool isAll = group.members.size() == group.fields();
  if (isAll && isOneInteger(group)) {
    Value *all = joinedFields(group);
    return GroupAccess(f_, memory_, group).storeIntegers(all, mask);
  }
  Registers values;
  for (Value *value : group.stored())
    values.push_back(value ? b_.CreateBitCast(f_.vector(value), b_.wide(group.type))
                           : llvm::PoisonValue::get(b_.wide(group.type)));
  weave(b_, values);
  Value *all = isAll ? llvm::concatenateVectors(b_, values) : nullptr;
  GroupAccess(f_, memory_, group).storeSequences(values, all, mask);
}

void InterleavedAccesses::storePack(const FieldGroup &group, unsigned number, Value *mask) {
  auto *type = llvm::FixedVectorType::get(group.type, group.fields() * b_.width);
  Value *all = b_.CreateBitCast(packs_.packed(number), type);
  GroupAccess(f_, memory_, group).store(all, mask);
}

/// All fields of a structure as one integer. Frozen: what one of them is must not touch the others.
Value *InterleavedAccesses::joinedFields(const FieldGroup &group) {
  Value *result = nullptr;
  for (auto [member, offset] : llvm::zip(group.members, group.offsets)) {
    Value *value = b_.CreateFreeze(f_.vector(llvm::cast<llvm::StoreInst>(member)->getValueOperand()));
    value = b_.CreateBitCast(value, b_.wide(group.type));
    Value *moved =
        b_.CreateShl(b_.CreateZExt(value, wholeType(b_, group)), static_cast<uint64_t>(offset - group.begin) * 8);
    result = result ? b_.CreateOr(result, moved) : moved;
  }
  return result;
}

} // namespace lanecl::simd
