// Field groups of which each lane's piece may lie anywhere (Packs.h): an operation for each lane, or a gather or
// scatter of what the machine has an integer for. Fields are in memory's order: lane 0's, then lane 1's.
#include "compiler/transform/lanes/LaneAddresses.h"
#include "compiler/transform/lanes/PacketizeFunction.h"
#include "llvm/Analysis/VectorUtils.h"

namespace lanecl::simd {

using llvm::Instruction, llvm::Value;

namespace {

/// What gathers and scatters have as one element.
constexpr int64_t WordBytes = 8;

llvm::Align alignOf(const FieldGroup &group) { return llvm::getLoadStoreAlignment(&group.first()); }

} // namespace

/// Counted from the member that comes first in the block: of the others' addresses nothing may be known there.
Value *FunctionPacketizer::pieceAddresses(const FieldGroup &group) {
  Instruction &earliest = *group.members[0];
  const llvm::Align align = llvm::getLoadStoreAlignment(&earliest);
  Value *known = laneAddresses(f_, {&earliest, llvm::getLoadStorePointerOperand(&earliest), group.type, align});
  return b_.CreateConstGEP1_64(b_.getInt8Ty(), known, static_cast<uint64_t>(group.begin - group.offsets[0]));
}

Value *FunctionPacketizer::orPieces(const FieldGroup &group, Value *all, Value *mask,
                                    llvm::function_ref<Value *()> together) {
  if (!group.guard)
    return together();
  auto inOrder = [&](Value *value) {
    return value ? b_.CreateBitCast(value, llvm::FixedVectorType::get(group.type, group.fields() * b_.width)) : nullptr;
  };
  return b_.either(
      memory_.testGuard(*group.guard, mask), [&] { return inOrder(together()); },
      [&] {
        if (!group.isStore())
          return inOrder(loadPieces(group, mask));
        storePieces(group, all, mask);
        return static_cast<Value *>(nullptr);
      });
}

Value *FunctionPacketizer::loadPieces(const FieldGroup &group, Value *mask) {
  Value *addresses = pieceAddresses(group);
  if (group.stride <= WordBytes)
    return keepMetadata(b_.CreateMaskedGather(wholeType(group), addresses, alignOf(group), b_.orAll(mask)),
                        group.members);
  llvm::Align align = alignOf(group);
  if (mask) { // others read zeros
    align = std::min(align, llvm::Align(HarmlessBytes));
    Value *zeros = harmlessMemory(*to_.getParent(), addresses->getType()->getScalarType());
    addresses = b_.CreateSelect(mask, addresses, b_.splat(zeros));
  }
  LaneAddresses places(b_, addresses);
  auto *type = llvm::FixedVectorType::get(group.type, group.fields());
  llvm::SmallVector<Value *, 64> pieces;
  for (unsigned lane = 0; lane < b_.width; ++lane)
    pieces.push_back(keepMetadata(b_.CreateAlignedLoad(type, places.ofLane(lane), align), group.members));
  return llvm::concatenateVectors(b_, pieces);
}

void FunctionPacketizer::storePieces(const FieldGroup &group, Value *all, Value *mask) {
  Value *addresses = pieceAddresses(group);
  const llvm::Align align = alignOf(group);
  if (group.stride <= WordBytes) {
    Value *words = b_.CreateBitCast(all, wholeType(group));
    keepMetadata(b_.CreateMaskedScatter(words, addresses, align, b_.orAll(mask)), group.members);
    return;
  }
  LaneAddresses places(b_, addresses);
  const unsigned fields = group.fields();
  auto *type = llvm::FixedVectorType::get(group.type, fields);
  auto storeAll = [&]() -> Value * {
    for (unsigned lane = 0; lane < b_.width; ++lane) {
      keepMetadata(b_.CreateAlignedStore(b_.piece(all, lane * fields, fields), places.ofLane(lane), align),
                   group.members);
    }
    return nullptr;
  };
  if (!mask) {
    storeAll();
    return;
  }
  places.prepare();
  b_.either(b_.everyLane(mask), storeAll, [&]() -> Value * {
    auto *memory = b_.variable(all->getType(), "pieces");
    b_.CreateStore(all, memory);
    b_.forEachLane(mask, [&](Value *lane) {
      Value *offset = b_.CreateMul(b_.CreateZExt(lane, b_.getInt64Ty()), b_.getInt64(uint64_t(group.stride)));
      Value *from = b_.CreateGEP(b_.getInt8Ty(), memory, offset);
      Value *piece = b_.CreateAlignedLoad(type, from, llvm::Align(uint64_t(group.bytes())));
      keepMetadata(b_.CreateAlignedStore(piece, places.ofLane(lane), align), group.members);
    });
    return nullptr;
  });
}

} // namespace lanecl::simd
