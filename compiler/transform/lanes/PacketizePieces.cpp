#include "compiler/transform/lanes/PacketizePieces.h"
#include "compiler/transform/lanes/LaneAddresses.h"
#include "compiler/transform/lanes/PacketizeAddresses.h"
#include "llvm/Analysis/VectorUtils.h"

namespace lanecl::simd {

using llvm::Instruction, llvm::Value;

namespace {

/// What gathers and scatters have as one element.
constexpr int64_t WordBytes = 8;

llvm::Align alignOf(const FieldGroup &group) { return llvm::getLoadStoreAlignment(&group.first()); }

/// Counted from the member that comes first in the block: of the others' addresses nothing may be known there.
Value *pieceAddresses(LaneFunction &f, const FieldGroup &group) {
  Instruction &earliest = *group.members[0];
  const llvm::Align align = llvm::getLoadStoreAlignment(&earliest);
  Value *known = laneAddresses(f, {&earliest, llvm::getLoadStorePointerOperand(&earliest), group.type, align});
  return f.b.CreateConstGEP1_64(f.b.getInt8Ty(), known, static_cast<uint64_t>(group.begin - group.offsets[0]));
}

} // namespace

llvm::Type *wholeType(LaneBuilder &b, const FieldGroup &group) {
  return b.wide(b.getIntNTy(static_cast<unsigned>(group.stride * 8)));
}

Value *loadPieces(LaneFunction &f, const FieldGroup &group, Value *mask) {
  LaneBuilder &b = f.b;
  Value *addresses = pieceAddresses(f, group);
  if (group.stride <= WordBytes)
    return keepMetadata(b.CreateMaskedGather(wholeType(b, group), addresses, alignOf(group), b.orAll(mask)),
                        group.members);
  llvm::Align align = alignOf(group);
  if (mask) { // others read zeros
    align = std::min(align, llvm::Align(HarmlessBytes));
    Value *zeros = harmlessMemory(*f.to.getParent(), addresses->getType()->getScalarType());
    addresses = b.CreateSelect(mask, addresses, b.splat(zeros));
  }
  LaneAddresses places(b, addresses);
  auto *type = llvm::FixedVectorType::get(group.type, group.fields());
  llvm::SmallVector<Value *, 64> pieces;
  for (unsigned lane = 0; lane < b.width; ++lane)
    pieces.push_back(keepMetadata(b.CreateAlignedLoad(type, places.ofLane(lane), align), group.members));
  return llvm::concatenateVectors(b, pieces);
}

void storePieces(LaneFunction &f, const FieldGroup &group, Value *all, Value *mask) {
  LaneBuilder &b = f.b;
  Value *addresses = pieceAddresses(f, group);
  const llvm::Align align = alignOf(group);
  if (group.stride <= WordBytes) {
    Value *words = b.CreateBitCast(all, wholeType(b, group));
    keepMetadata(b.CreateMaskedScatter(words, addresses, align, b.orAll(mask)), group.members);
    return;
  }
  LaneAddresses places(b, addresses);
  const unsigned fields = group.fields();
  auto *type = llvm::FixedVectorType::get(group.type, fields);
  auto storeAll = [&]() -> Value * {
    for (unsigned lane = 0; lane < b.width; ++lane) {
      keepMetadata(b.CreateAlignedStore(b.piece(all, lane * fields, fields), places.ofLane(lane), align),
                   group.members);
    }
    return nullptr;
  };
  if (!mask) {
    storeAll();
    return;
  }
  places.prepare();
  b.either(b.everyLane(mask), storeAll, [&]() -> Value * {
    auto *memory = b.variable(all->getType(), "pieces");
    b.CreateStore(all, memory);
    b.forEachLane(mask, [&](Value *lane) {
      Value *offset = b.CreateMul(b.CreateZExt(lane, b.getInt64Ty()), b.getInt64(uint64_t(group.stride)));
      Value *from = b.CreateGEP(b.getInt8Ty(), memory, offset);
      Value *piece = b.CreateAlignedLoad(type, from, llvm::Align(uint64_t(group.bytes())));
      keepMetadata(b.CreateAlignedStore(piece, places.ofLane(lane), align), group.members);
    });
    return nullptr;
  });
}

} // namespace lanecl::simd
