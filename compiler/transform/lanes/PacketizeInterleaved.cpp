// Arrays of structures: `p[i].x, p[i].y, ...` of W lanes is contiguous memory, read by wide loads and sorted by
// shuffles (for stores: sorted, then written).
#include "compiler/transform/lanes/Interleave.h"
#include "compiler/transform/lanes/PacketizeFunction.h"
#include "llvm/Analysis/VectorUtils.h"
#include <fmt/format.h>

namespace lanecl::simd {

using llvm::Instruction, llvm::Type, llvm::Value;

namespace {

/// One field of any number of them, from the vectors in memory's order.
Value *pickField(LaneBuilder &b, const Registers &sequences, unsigned field) {
  unsigned width = b.width, fields = static_cast<unsigned>(sequences.size());
  Value *result = sequences[0];
  for (unsigned part = 1; part < fields; ++part) // lanes found so far stay, lanes of this sequence are taken
    result = shuffled(b, result, sequences[part], [&](unsigned lane) {
      unsigned element = lane * fields + field, sequence = element / width;
      unsigned earlier = part == 1 ? element % width : lane;
      return sequence < part ? earlier : sequence == part ? width + element % width : 0;
    });
  return result;
}

} // namespace

bool FunctionPacketizer::emitGroupedLoad(llvm::LoadInst &load, Value *mask) {
  const FieldGroup *group = packs_.groupOf(load);
  if (!group)
    return false;
  if (group->members[0] == &load)
    loadGroup(*group, mask);
  if (!packs_.isReplaced(load))
    values_.define(load, nullptr, loadedTogether_.at(&load));
  return true;
}

/// The last one does it all.
bool FunctionPacketizer::emitGroupedStore(llvm::StoreInst &store, Value *mask) {
  const FieldGroup *group = packs_.groupOf(store);
  if (!group)
    return false;
  if (group->members.back() != &store)
    return true;
  if (unsigned pack = packs_.storedPack(*group); pack != PackPlan::None)
    storePack(*group, pack, mask);
  else
    storeGroup(*group, mask);
  return true;
}

/// A structure that the machine has an integer for. One of three shorts is none: an i48 takes eight bytes in memory.
bool FunctionPacketizer::isOneInteger(const FieldGroup &group) {
  return group.stride <= 8 && llvm::isPowerOf2_64(static_cast<uint64_t>(group.stride)) && group.type->isIntegerTy();
}

/// The address of lane 0's first field.
Value *FunctionPacketizer::groupAddress(const FieldGroup &group) {
  Value *first = scalar(llvm::getLoadStorePointerOperand(group.members[0]));
  return b_.CreateConstGEP1_64(b_.getInt8Ty(), first, static_cast<uint64_t>(group.begin - group.offsets[0]));
}

/// Elements of the `part`-th sequence of W that belong to active lanes and to the fields; null: all of them.
Value *FunctionPacketizer::fieldMask(const FieldGroup &group, unsigned part, Value *mask) {
  unsigned fields = group.fields(), width = b_.width;
  llvm::SmallVector<int64_t, 8> used;
  for (int64_t offset : group.offsets)
    used.push_back((offset - group.begin) * fields / group.stride);
  bool isStore = llvm::isa<llvm::StoreInst>(group.members[0]);
  int64_t lastUsed = *llvm::max_element(used);
  llvm::SmallVector<int, 64> lanes;
  llvm::SmallVector<llvm::Constant *, 64> present;
  bool all = true;
  for (unsigned i = 0; i < width; ++i) {
    unsigned element = part * width + i, field = element % fields, lane = element / fields;
    lanes.push_back(static_cast<int>(lane));
    // A store must not touch what lies between; a load must not read behind the last lane's fields.
    bool touched = isStore ? llvm::is_contained(used, field) : lane + 1 < width || field <= lastUsed || mask;
    if (!isStore && mask)
      touched = field <= lastUsed;
    present.push_back(b_.getInt1(touched));
    all &= touched;
  }
  Value *constant = llvm::ConstantVector::get(present);
  if (!mask)
    return all ? nullptr : constant;
  Value *spread = b_.CreateShuffleVector(mask, lanes);
  return all ? spread : b_.CreateAnd(spread, constant);
}

void FunctionPacketizer::noteGroup(const FieldGroup &group) {
  session_.report.strided += static_cast<unsigned>(group.members.size());
  session_.report.guarded += group.guard ? static_cast<unsigned>(group.members.size()) : 0;
  const std::string text = group.isScattered ? fmt::format("a piece of {} elements for each lane", group.fields())
                                             : fmt::format("strided: {} bytes from lane to lane{}", group.stride,
                                                           group.guard ? ", if a test at run time says so" : "");
  for (Instruction *member : group.members)
    session_.note(*member, text);
}

/// Reports the group, too.
FunctionPacketizer::GroupPlace FunctionPacketizer::placeGroup(const FieldGroup &group) {
  noteGroup(group);
  auto bytes = static_cast<uint64_t>(group.stride) / group.fields();
  auto align = llvm::Align(bytes);
  for (Instruction *member : group.members)
    align = std::min(align, llvm::getLoadStoreAlignment(member));
  return {groupAddress(group), align, bytes};
}

/// The `part`-th W elements of the group: stores them, or loads them when `value` is null.
Value *FunctionPacketizer::accessConsecutive(const FieldGroup &group, const GroupPlace &place, unsigned part,
                                             Value *value, Value *mask) {
  Value *at = b_.CreateConstGEP1_64(b_.getInt8Ty(), place.address, part * b_.width * place.bytes);
  Value *use = fieldMask(group, part, mask);
  auto *made = value ? b_.store(value, at, place.align, use) : b_.load(b_.wide(group.type), at, place.align, use);
  return keepMetadata(made, group.members);
}

void FunctionPacketizer::loadGroup(const FieldGroup &group, Value *mask) {
  GroupPlace place = placeGroup(group);
  bool isPacked = packs_.isPacked(group);
  if (group.isWhole() && isOneInteger(group) && !isPacked) {
    Value *all = orPieces(group, nullptr, mask, [&]() -> Value * {
      return keepMetadata(b_.load(wholeType(group), place.address, place.align, mask), group.members);
    });
    all = b_.CreateBitCast(all, wholeType(group));
    for (auto [member, offset] : llvm::zip(group.members, group.offsets))
      loadedTogether_[member] = b_.CreateBitCast(
          b_.CreateTrunc(b_.CreateLShr(all, static_cast<uint64_t>(offset - group.begin) * 8), b_.wide(group.type)),
          b_.wide(member->getType()));
    return;
  }
  Value *all = orPieces(group, nullptr, mask, [&] { return loadGroupParts(group, place, mask); });
  if (isPacked) {
    auto *slot = values_.slot(all->getType(), "runs");
    b_.CreateStore(all, slot);
    groupParts_[&group] = {all, slot};
  }
  if (!llvm::all_of(group.members, [&](Instruction *member) { return packs_.isReplaced(*member); }))
    sortFields(group, all);
}

/// A vector for each field of what lies in memory's order.
Registers FunctionPacketizer::sorted(Value *all, unsigned fields) {
  Registers sequences, result;
  for (unsigned part = 0; part < fields; ++part)
    sequences.push_back(b_.piece(all, part * b_.width, b_.width));
  if (llvm::isPowerOf2_32(fields)) {
    deinterleave(b_, sequences);
    return sequences;
  }
  for (unsigned field = 0; field < fields; ++field)
    result.push_back(pickField(b_, sequences, field));
  return result;
}

void FunctionPacketizer::sortFields(const FieldGroup &group, Value *all) {
  const Registers fields = sorted(all, group.fields());
  for (auto [member, offset] : llvm::zip(group.members, group.offsets))
    loadedTogether_[member] = b_.CreateBitCast(fields[group.fieldAt(offset)], b_.wide(member->getType()));
}

void FunctionPacketizer::storeGroup(const FieldGroup &group, Value *mask) {
  unsigned fields = group.fields();
  const bool isAll = group.members.size() == fields;
  Registers values;
  Value *all = nullptr;
  if (isAll && isOneInteger(group)) {
    all = joinedFields(group);
  } else {
    for (Value *value : group.stored())
      values.push_back(value ? b_.CreateBitCast(vector(value), b_.wide(group.type))
                             : llvm::PoisonValue::get(b_.wide(group.type)));
    weave(b_, values);
    if (isAll)
      all = llvm::concatenateVectors(b_, values);
  }
  storeSorted(group, all, mask, [&](const GroupPlace &place, Value *use) {
    if (values.empty())
      keepMetadata(b_.store(all, place.address, place.align, use), group.members);
    else if (isAll && !use)
      accessWhole(group, place, all);
    else
      for (unsigned part = 0; part < fields; ++part)
        accessConsecutive(group, place, part, values[part], use);
  });
}

/// Pieces, or `store` under a mask; without where all lanes take part and masks are dear: several operations at once
/// are worth the test.
void FunctionPacketizer::storeSorted(const FieldGroup &group, Value *all, Value *mask,
                                     llvm::function_ref<void(const GroupPlace &, Value *)> store) {
  if (group.isScattered) {
    noteGroup(group);
    return storePieces(group, all, mask);
  }
  GroupPlace place = placeGroup(group);
  auto storedUnder = [&](Value *use) -> Value * {
    store(place, use);
    return nullptr;
  };
  orPieces(group, all, mask, [&] {
    const bool isTested = mask && !session_.options.machine->cheapMaskedStores;
    return isTested ? b_.either(
                          b_.everyLane(mask), [&] { return storedUnder(nullptr); }, [&] { return storedUnder(mask); })
                    : storedUnder(mask);
  });
}

/// Structures that are one integer each.
Type *FunctionPacketizer::wholeType(const FieldGroup &group) {
  return b_.wide(b_.getIntNTy(static_cast<unsigned>(group.stride * 8)));
}

/// All fields of a structure as one integer. Frozen: what one of them is must not touch the others.
Value *FunctionPacketizer::joinedFields(const FieldGroup &group) {
  Value *result = nullptr;
  for (auto [member, offset] : llvm::zip(group.members, group.offsets)) {
    Value *value = b_.CreateFreeze(vector(llvm::cast<llvm::StoreInst>(member)->getValueOperand()));
    value = b_.CreateBitCast(value, b_.wide(group.type));
    Value *moved =
        b_.CreateShl(b_.CreateZExt(value, wholeType(group)), static_cast<uint64_t>(offset - group.begin) * 8);
    result = result ? b_.CreateOr(result, moved) : moved;
  }
  return result;
}

} // namespace lanecl::simd
