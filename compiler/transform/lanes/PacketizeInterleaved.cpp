// Arrays of structures: `p[i].x, p[i].y, ...` of W lanes is one run of memory, read by wide loads and sorted by
// shuffles (for stores: sorted, then written).
#include "compiler/transform/lanes/PacketizeFunction.h"
#include "compiler/transform/lanes/Riffle.h"

namespace lanecl::simd {

using llvm::Instruction, llvm::Type, llvm::Value;

namespace {

constexpr int64_t MaxFields = 16;
/// How far behind the first access the others are searched: keeps the search linear.
constexpr unsigned SearchLimit = 400;

struct Place {
  const Value *base;
  int64_t offset;
};

Place placeOf(const Value *pointer, const llvm::DataLayout &data) {
  llvm::APInt offset(64, 0);
  const Value *base = pointer->stripAndAccumulateConstantOffsets(data, offset, true);
  return {base, offset.getSExtValue()};
}

Type *accessType(const Instruction &instruction) { return llvm::getLoadStoreType(&instruction); }

bool isScalarNumber(Type *type) { return type->isIntegerTy() || type->isFloatingPointTy(); }

/// One field of any number of them, from the vectors in memory's order.
Value *pickField(LaneBuilder &b, const Runs &runs, unsigned field) {
  unsigned width = b.width, fields = static_cast<unsigned>(runs.size());
  Value *result = runs[0];
  for (unsigned part = 1; part < fields; ++part) // lanes found so far stay, lanes of this run are taken
    result = shuffled(b, result, runs[part], [&](unsigned lane) {
      unsigned element = lane * fields + field, run = element / width;
      unsigned earlier = part == 1 ? element % width : lane;
      return run < part ? earlier : run == part ? width + element % width : 0;
    });
  return result;
}

/// The inverse, for all fields.
Runs weaveFields(LaneBuilder &b, const Runs &values) {
  unsigned width = b.width, fields = static_cast<unsigned>(values.size());
  Runs runs;
  for (unsigned part = 0; part < fields; ++part) {
    Value *run = values[0];
    for (unsigned field = 1; field < fields; ++field)
      run = shuffled(b, run, values[field], [&](unsigned i) {
        unsigned element = part * width + i, lane = element / fields, of = element % fields;
        return of < field ? (field == 1 ? lane : i) : of == field ? width + lane : 0;
      });
    runs.push_back(run);
  }
  return runs;
}

} // namespace

unsigned FunctionPacketizer::FieldGroup::fields() const {
  return static_cast<unsigned>(stride * 8 / type->getPrimitiveSizeInBits().getFixedValue());
}

/// The accesses that belong together with `first`, which comes before the others: loads with no write between them, or
/// stores with no other access between them.
std::optional<FunctionPacketizer::FieldGroup> FunctionPacketizer::findGroup(Instruction &first) {
  const Value *pointer = llvm::getLoadStorePointerOperand(&first);
  Shape shape = shapes_.of(pointer);
  FieldGroup group;
  group.type = accessType(first);
  group.stride = shape.stride;
  if (!shape.isLinear() || shape.guard || layout_.isInterleaved(pointer) || !isScalarNumber(group.type))
    return std::nullopt;
  auto bytes = static_cast<int64_t>(data_.getTypeStoreSize(group.type));
  if (shape.stride % bytes != 0 || shape.stride <= bytes || shape.stride > MaxFields * bytes)
    return std::nullopt;
  Place place = placeOf(pointer, data_);
  group.begin = place.offset;
  group.end = place.offset + bytes;
  bool isStore = llvm::isa<llvm::StoreInst>(first);
  unsigned left = SearchLimit;
  for (Instruction *next = &first; next && left-- > 0; next = next->getNextNode()) {
    bool sameKind = next->getOpcode() == first.getOpcode() && accessType(*next) == group.type;
    const Value *address = sameKind ? llvm::getLoadStorePointerOperand(next) : nullptr;
    Place at = address ? placeOf(address, data_) : Place{nullptr, 0};
    int64_t begin = std::min(group.begin, at.offset), end = std::max(group.end, at.offset + bytes);
    bool joins = at.base == place.base && shapes_.of(address) == shape && end - begin <= group.stride &&
                 (at.offset - group.begin) % bytes == 0 && !next->isVolatile() && !next->isAtomic() &&
                 !(isStore && llvm::is_contained(group.offsets, at.offset));
    if (joins) {
      group.members.push_back(next);
      group.offsets.push_back(at.offset);
      group.begin = begin;
      group.end = end;
    } else if (isStore ? next->mayReadOrWriteMemory() : next->mayWriteToMemory()) {
      break;
    }
  }
  // One field of many is no better off than with a gather.
  bool worthwhile = group.members.size() * 4 >= group.fields() && b_.width >= 4;
  return worthwhile && !group.members.empty() ? std::optional(group) : std::nullopt;
}

bool FunctionPacketizer::emitGroupedLoad(llvm::LoadInst &load, Value *mask) {
  if (auto done = loadedTogether_.find(&load); done != loadedTogether_.end()) {
    values_.define(load, nullptr, done->second);
    return true;
  }
  auto group = findGroup(load);
  if (!group)
    return false;
  loadGroup(*group, mask);
  values_.define(load, nullptr, loadedTogether_.at(&load));
  return true;
}

bool FunctionPacketizer::emitGroupedStore(llvm::StoreInst &store, Value *mask) {
  if (auto planned = storedTogether_.find(&store); planned != storedTogether_.end()) {
    if (planned->second)
      storeGroup(*planned->second, mask);
    return true;
  }
  auto group = findGroup(store);
  if (!group || group->members.size() * 2 < group->fields())
    return false;
  for (Instruction *member : group->members)
    storedTogether_[member] = std::nullopt;
  if (group->members.back() == &store)
    storeGroup(*group, mask);
  else
    storedTogether_[group->members.back()] = group;
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

/// Elements of the `part`-th run of W that belong to active lanes and to the fields; null: all of them.
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

/// Reports the group, too.
FunctionPacketizer::GroupPlace FunctionPacketizer::placeGroup(const FieldGroup &group) {
  session_.report.strided += static_cast<unsigned>(group.members.size());
  for (Instruction *member : group.members)
    session_.note(*member, "strided: " + llvm::Twine(group.stride) + " bytes from lane to lane");
  auto bytes = static_cast<uint64_t>(group.stride) / group.fields();
  auto align = llvm::Align(bytes);
  for (Instruction *member : group.members)
    align = std::min(align, llvm::getLoadStoreAlignment(member));
  return {groupAddress(group), align, bytes};
}

/// The `part`-th W elements of the group: stores them, or loads them when `value` is null.
Value *FunctionPacketizer::accessRun(const FieldGroup &group, const GroupPlace &place, unsigned part, Value *value,
                                     Value *mask) {
  Value *at = b_.CreateConstGEP1_64(b_.getInt8Ty(), place.address, part * b_.width * place.bytes);
  Value *use = fieldMask(group, part, mask);
  auto *made = value ? b_.store(value, at, place.align, use) : b_.load(b_.wide(group.type), at, place.align, use);
  return keepMetadata(made, group.members);
}

void FunctionPacketizer::loadGroup(const FieldGroup &group, Value *mask) {
  GroupPlace place = placeGroup(group);
  unsigned fields = group.fields();
  if (group.isWhole() && isOneInteger(group)) {
    Value *all = keepMetadata(b_.load(wholeType(group), place.address, place.align, mask), group.members);
    for (auto [member, offset] : llvm::zip(group.members, group.offsets))
      loadedTogether_[member] =
          b_.CreateTrunc(b_.CreateLShr(all, static_cast<uint64_t>(offset - group.begin) * 8), b_.wide(group.type));
    return;
  }
  Runs runs;
  for (unsigned part = 0; part < fields; ++part)
    runs.push_back(accessRun(group, place, part, nullptr, mask));
  bool halves = llvm::isPowerOf2_32(fields);
  if (halves)
    unriffle(b_, runs);
  for (auto [member, offset] : llvm::zip(group.members, group.offsets)) {
    auto field = static_cast<unsigned>(static_cast<uint64_t>(offset - group.begin) / place.bytes);
    loadedTogether_[member] = halves ? runs[field] : pickField(b_, runs, field);
  }
}

void FunctionPacketizer::storeGroup(const FieldGroup &group, Value *mask) {
  GroupPlace place = placeGroup(group);
  unsigned fields = group.fields();
  if (group.members.size() == fields && isOneInteger(group)) {
    keepMetadata(b_.store(packed(group), place.address, place.align, mask), group.members);
    return;
  }
  Runs values(fields, llvm::PoisonValue::get(b_.wide(group.type)));
  for (auto [member, offset] : llvm::zip(group.members, group.offsets))
    values[static_cast<uint64_t>(offset - group.begin) / place.bytes] =
        vector(llvm::cast<llvm::StoreInst>(member)->getValueOperand());
  if (llvm::isPowerOf2_32(fields))
    riffle(b_, values);
  else
    values = weaveFields(b_, values);
  for (unsigned part = 0; part < fields; ++part)
    accessRun(group, place, part, values[part], mask);
}

/// Structures that are one integer each.
Type *FunctionPacketizer::wholeType(const FieldGroup &group) {
  return b_.wide(b_.getIntNTy(static_cast<unsigned>(group.stride * 8)));
}

/// All fields of a structure as one integer. Frozen: what one of them is must not touch the others.
Value *FunctionPacketizer::packed(const FieldGroup &group) {
  Value *result = nullptr;
  for (auto [member, offset] : llvm::zip(group.members, group.offsets)) {
    Value *value = b_.CreateFreeze(vector(llvm::cast<llvm::StoreInst>(member)->getValueOperand()));
    Value *moved =
        b_.CreateShl(b_.CreateZExt(value, wholeType(group)), static_cast<uint64_t>(offset - group.begin) * 8);
    result = result ? b_.CreateOr(result, moved) : moved;
  }
  return result;
}

} // namespace lanecl::simd
