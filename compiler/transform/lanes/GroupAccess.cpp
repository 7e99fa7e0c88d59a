#include "compiler/transform/lanes/GroupAccess.h"
#include "compiler/transform/lanes/PacketizePieces.h"
#include "llvm/Analysis/VectorUtils.h"
#include <fmt/format.h>

namespace lanecl::simd {

using llvm::Instruction, llvm::Type, llvm::Value;

GroupAccess::GroupAccess(LaneFunction &function, LaneMemory &memory, const FieldGroup &group)
    : f_(function), b_(function.b), memory_(memory), group_(group), align_(1),
      bytes_(static_cast<uint64_t>(group.stride) / group.fields()) {
  note();
  if (group.isScattered)
    return;
  align_ = llvm::Align(bytes_);
  for (Instruction *member : group.members)
    align_ = std::min(align_, llvm::getLoadStoreAlignment(member));
  Value *first = f_.scalar(llvm::getLoadStorePointerOperand(group.members[0]));
  address_ = b_.CreateConstGEP1_64(b_.getInt8Ty(), first, static_cast<uint64_t>(group.begin - group.offsets[0]));
}

void GroupAccess::note() {
  f_.session.report.strided += static_cast<unsigned>(group_.members.size());
  f_.session.report.guarded += group_.guard ? static_cast<unsigned>(group_.members.size()) : 0;
  const std::string text = group_.isScattered ? fmt::format("a piece of {} elements for each lane", group_.fields())
                                              : fmt::format("strided: {} bytes from lane to lane{}", group_.stride,
                                                            group_.guard ? ", if a test at run time says so" : "");
  for (Instruction *member : group_.members)
    f_.session.note(*member, text);
}

/// Elements of the `part`-th sequence of W that belong to active lanes and to the fields; null: all of them.
Value *GroupAccess::fieldMask(unsigned part, Value *mask) {
  unsigned fields = group_.fields(), width = b_.width;
  llvm::SmallVector<int64_t, 8> used;
  for (int64_t offset : group_.offsets)
    used.push_back((offset - group_.begin) * fields / group_.stride);
  bool isStore = llvm::isa<llvm::StoreInst>(group_.members[0]);
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

/// The `part`-th W elements of the group: stores them, or loads them when `value` is null.
Value *GroupAccess::accessConsecutive(unsigned part, Value *value, Value *mask) {
  Value *at = b_.CreateConstGEP1_64(b_.getInt8Ty(), address_, part * b_.width * bytes_);
  Value *use = fieldMask(part, mask);
  auto *made = value ? b_.store(value, at, align_, use) : b_.load(b_.wide(group_.type), at, align_, use);
  return keepMetadata(made, group_.members);
}

/// Elements of the group's type that are accessed at a time: what fills a register, if W do not.
unsigned GroupAccess::sequenceLength() const {
  auto bits = static_cast<unsigned>(group_.bytes() * 8) * b_.width;
  return b_.width * llvm::divideCeil(f_.machine.vectorBits, bits);
}

/// All of the group's memory, in its order, if `value` is null; else stores it.
Value *GroupAccess::accessWhole(Value *value) {
  unsigned count = group_.fields() * b_.width, length = sequenceLength();
  llvm::SmallVector<Value *, 16> loaded;
  for (unsigned begin = 0; begin < count; begin += length) {
    unsigned elements = std::min(length, count - begin);
    Value *at = b_.CreateConstGEP1_64(b_.getInt8Ty(), address_, begin * bytes_);
    auto *type = llvm::FixedVectorType::get(group_.type, elements);
    if (value) {
      keepMetadata(b_.CreateAlignedStore(b_.piece(value, begin, elements), at, align_), group_.members);
    } else {
      loaded.push_back(keepMetadata(b_.CreateAlignedLoad(type, at, align_), group_.members));
    }
  }
  return value ? nullptr : llvm::concatenateVectors(b_, loaded);
}

/// Elements in which structures are accessed under a mask: machines have masks for 32 and 64 bits first of all.
Type *GroupAccess::maskedUnit() const {
  for (unsigned bytes : {8u, 4u})
    if (group_.stride % bytes == 0 && bytes >= group_.bytes())
      return b_.getIntNTy(bytes * 8);
  return group_.type;
}

/// As accessWhole, of the lanes of `mask`.
Value *GroupAccess::accessMasked(Value *value, Value *mask) {
  Type *unit = maskedUnit();
  auto unitBytes = static_cast<unsigned>(unit->getPrimitiveSizeInBits().getFixedValue() / 8);
  auto units = static_cast<unsigned>(group_.stride) / unitBytes, width = b_.width;
  if (value)
    value = b_.CreateBitCast(value, llvm::FixedVectorType::get(unit, units * width));
  llvm::SmallVector<Value *, 16> loaded;
  for (unsigned part = 0; part < units; ++part) {
    llvm::SmallVector<int, 64> lanes;
    for (unsigned i = 0; i < width; ++i)
      lanes.push_back(static_cast<int>((part * width + i) / units));
    Value *use = b_.CreateShuffleVector(mask, lanes);
    Value *at = b_.CreateConstGEP1_64(b_.getInt8Ty(), address_, uint64_t(part) * width * unitBytes);
    Value *own = value ? b_.piece(value, part * width, width) : nullptr;
    auto *made = own ? b_.store(own, at, align_, use) : b_.load(b_.wide(unit), at, align_, use);
    loaded.push_back(keepMetadata(made, group_.members));
  }
  if (value)
    return nullptr;
  return b_.CreateBitCast(llvm::concatenateVectors(b_, loaded),
                          llvm::FixedVectorType::get(group_.type, group_.fields() * width));
}

Value *GroupAccess::loadTogether(Value *mask) {
  if (group_.isWhole())
    return mask ? accessMasked(nullptr, mask) : accessWhole(nullptr);
  llvm::SmallVector<Value *, 16> sequences;
  for (unsigned part = 0; part < group_.fields(); ++part)
    sequences.push_back(accessConsecutive(part, nullptr, mask));
  return llvm::concatenateVectors(b_, sequences);
}

Value *GroupAccess::orPieces(Value *all, Value *mask, llvm::function_ref<Value *()> together) {
  if (!group_.guard)
    return together();
  auto inOrder = [&](Value *value) {
    return value ? b_.CreateBitCast(value, llvm::FixedVectorType::get(group_.type, group_.fields() * b_.width))
                 : nullptr;
  };
  return b_.either(
      memory_.testGuard(*group_.guard, mask), [&] { return inOrder(together()); },
      [&] {
        if (!group_.isStore())
          return inOrder(loadPieces(f_, group_, mask));
        storePieces(f_, group_, all, mask);
        return static_cast<Value *>(nullptr);
      });
}

Value *GroupAccess::load(Value *mask) {
  return orPieces(nullptr, mask, [&] { return loadTogether(mask); });
}

Value *GroupAccess::loadIntegers(Value *mask) {
  Type *type = wholeType(b_, group_);
  Value *all = orPieces(
      nullptr, mask, [&]() -> Value * { return keepMetadata(b_.load(type, address_, align_, mask), group_.members); });
  return b_.CreateBitCast(all, type);
}

/// Pieces, or `together` under a mask; without where all lanes take part and masks are dear: several operations at once
/// are worth the test.
void GroupAccess::storeBy(Value *all, Value *mask, llvm::function_ref<void(Value *)> together) {
  if (group_.isScattered)
    return storePieces(f_, group_, all, mask);
  auto storedUnder = [&](Value *use) -> Value * {
    together(use);
    return nullptr;
  };
  orPieces(all, mask, [&] {
    const bool isTested = mask && !f_.machine.cheapMaskedStores;
    return isTested ? b_.either(
                          b_.everyLane(mask), [&] { return storedUnder(nullptr); }, [&] { return storedUnder(mask); })
                    : storedUnder(mask);
  });
}

void GroupAccess::storeIntegers(Value *all, Value *mask) {
  storeBy(all, mask, [&](Value *use) { keepMetadata(b_.store(all, address_, align_, use), group_.members); });
}

void GroupAccess::store(Value *all, Value *mask) {
  const unsigned fields = group_.fields();
  storeBy(all, mask, [&](Value *use) {
    if (group_.members.size() == fields) {
      use ? accessMasked(all, use) : accessWhole(all);
      return;
    }
    for (unsigned part = 0; part < fields; ++part)
      accessConsecutive(part, b_.piece(all, part * b_.width, b_.width), use);
  });
}

void GroupAccess::storeSequences(llvm::ArrayRef<Value *> sequences, Value *all, Value *mask) {
  storeBy(all, mask, [&](Value *use) {
    if (all && !use)
      accessWhole(all);
    else
      for (unsigned part = 0; part < sequences.size(); ++part)
        accessConsecutive(part, sequences[part], use);
  });
}

} // namespace lanecl::simd
