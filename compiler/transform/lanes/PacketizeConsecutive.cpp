#include "compiler/transform/lanes/PacketizeConsecutive.h"
#include "compiler/transform/lanes/LaneAddresses.h"
#include "compiler/transform/lanes/UnrollStreams.h"
#include "llvm/Analysis/VectorUtils.h"
#include <map>
#include <numeric>

namespace lanecl::simd {

using llvm::Instruction, llvm::Type, llvm::Value;

namespace {

struct DistantPlace {
  Value *base, *distance; ///< null: no distance
  int64_t offset;
  bool isWith(const DistantPlace &other) const { return base == other.base && distance == other.distance; }
};

/// base + distance + offset. `isUniform` tells what may be a distance.
DistantPlace placeOf(Value *pointer, const llvm::DataLayout &data, llvm::function_ref<bool(Value *)> isUniform) {
  llvm::APInt offset(64, 0);
  Value *base = pointer->stripAndAccumulateConstantOffsets(data, offset, true);
  auto *step = llvm::dyn_cast<llvm::GetElementPtrInst>(base);
  if (!step || step->getNumIndices() != 1 || !step->getSourceElementType()->isIntegerTy(8))
    return {base, nullptr, offset.getSExtValue()};
  Value *distance = *step->idx_begin();
  if (!distance->getType()->isIntegerTy(64) || !isUniform(distance) || isUniform(step->getPointerOperand()))
    return {base, nullptr, offset.getSExtValue()};
  while (auto *sum = llvm::dyn_cast<llvm::BinaryOperator>(distance)) {
    auto *constant = llvm::dyn_cast<llvm::ConstantInt>(sum->getOperand(1));
    bool isSum = sum->getOpcode() == Instruction::Add ||
                 (sum->getOpcode() == Instruction::Or && llvm::cast<llvm::PossiblyDisjointInst>(sum)->isDisjoint());
    if (!constant || !isSum)
      break;
    offset += constant->getValue();
    distance = sum->getOperand(0);
  }
  return {step->getPointerOperand(), distance, offset.getSExtValue()};
}

/// Vectors one behind the other as one.
Value *joined(LaneBuilder &b, llvm::ArrayRef<Value *> vectors) {
  Registers parts(vectors.begin(), vectors.end());
  while (parts.size() > 1) {
    Registers next;
    auto length = llvm::cast<llvm::FixedVectorType>(parts[0]->getType())->getNumElements();
    llvm::SmallVector<int, 64> all(2 * length);
    std::iota(all.begin(), all.end(), 0);
    for (unsigned i = 0; i < parts.size(); i += 2)
      next.push_back(b.CreateShuffleVector(parts[i], parts[i + 1], all));
    parts = next;
  }
  return parts[0];
}

} // namespace

/// Loads at neighbouring addresses, with no write between them, that fill a piece together with `first`, which comes
/// before the others.
std::optional<LoadSequence> ConsecutiveLoads::find(llvm::LoadInst &first) {
  Type *type = first.getType();
  auto size = static_cast<int64_t>(f_.data.getTypeStoreSize(type).getFixedValue());
  Shape shape = f_.shapes.of(first.getPointerOperand());
  bool isNumber = (type->isIntegerTy() || type->isFloatingPointTy()) &&
                  type->getPrimitiveSizeInBits() == static_cast<uint64_t>(size * 8);
  bool isScattered = shape.isVarying() || (shape.isLinear() && std::abs(shape.stride) > size);
  if (!isNumber || !isScattered || f_.layout.isInterleaved(first.getPointerOperand()))
    return std::nullopt;
  auto uniform = [this](Value *value) { return f_.isUniform(value); };
  DistantPlace place = placeOf(first.getPointerOperand(), f_.data, uniform);
  std::map<int64_t, llvm::LoadInst *> found;
  unsigned left = SearchLimit;
  for (Instruction *next = &first; next && left-- > 0 && !next->mayWriteToMemory(); next = next->getNextNode()) {
    auto *load = llvm::dyn_cast<llvm::LoadInst>(next);
    if (!load || !load->isSimple() || load->getType() != type || loaded_.contains(load) || f_.packs.groupOf(*load) ||
        f_.packs.isReplaced(*load))
      continue;
    if (DistantPlace at = placeOf(load->getPointerOperand(), f_.data, uniform); at.isWith(place))
      found.try_emplace(at.offset, load);
  }
  int64_t low = place.offset;
  while (found.contains(low - size))
    low -= size;
  constexpr int64_t Piece = PieceBytes;
  for (int64_t bytes : {Piece, Piece / 2, Piece / 4, Piece / 8}) {
    LoadSequence sequence{place.base, place.distance, low + (place.offset - low) / bytes * bytes, type, {}};
    for (int64_t offset = sequence.begin; offset < sequence.begin + bytes && found.contains(offset); offset += size)
      sequence.loads.push_back(found[offset]);
    bool isFull = static_cast<int64_t>(sequence.loads.size()) * size == bytes;
    if (isFull && sequence.loads.size() > 1 && (bytes < Piece || sequence.loads.size() <= b_.width))
      return sequence;
  }
  return std::nullopt;
}

/// Where the pieces begin, but for the distance and sequence.begin: the address of lane 0 if they are as far apart as
/// one another, else the vector of all.
Value *ConsecutiveLoads::baseAddresses(const LoadSequence &sequence) {
  Shape shape = f_.shapes.of(sequence.base);
  bool isLinear = shape.isLinear() && !shape.guard;
  return isLinear ? f_.scalar(sequence.base) : f_.values.addresses(sequence.base);
}

/// Short pieces are one integer each.
Registers ConsecutiveLoads::gatherWords(const LoadSequence &sequence, Value *mask) {
  Value *begin = b_.getInt64(static_cast<uint64_t>(sequence.begin));
  Value *addresses = b_.CreateGEP(b_.getInt8Ty(), baseAddresses(sequence), begin);
  if (!addresses->getType()->isVectorTy())
    addresses = b_.CreateGEP(b_.getInt8Ty(), addresses, b_.steps(b_.getInt64Ty(), f_.shapes.of(sequence.base).stride));
  if (sequence.distance)
    addresses = b_.CreateGEP(b_.getInt8Ty(), addresses, f_.scalar(sequence.distance));
  auto bits = static_cast<unsigned>(sequence.type->getPrimitiveSizeInBits().getFixedValue());
  Type *wordType = b_.wide(b_.getIntNTy(bits * static_cast<unsigned>(sequence.loads.size())));
  Value *words = keepMetadata(
      b_.CreateMaskedGather(wordType, addresses, llvm::getLoadStoreAlignment(sequence.loads[0]), b_.orAll(mask)),
      sequence.loads);
  Registers result;
  for (unsigned i = 0; i < sequence.loads.size(); ++i) {
    Value *element = b_.CreateTrunc(b_.CreateLShr(words, i * bits), b_.wide(b_.getIntNTy(bits)));
    result.push_back(b_.CreateBitCast(element, b_.wide(sequence.type)));
  }
  return result;
}

Registers ConsecutiveLoads::loadShortPieces(const LoadSequence &sequence, Value *mask) {
  auto window = windows_.find(sequence, mask);
  if (!window)
    return gatherWords(sequence, mask);
  // Numbers that look-ups and gathers have in 32 bits anyway stay so where the ways meet.
  bool isNarrow = sequence.type->isIntegerTy() && sequence.type->getIntegerBitWidth() < 32;
  auto widened = [&](Registers values) {
    for (Value *&value : values)
      value = isNarrow ? b_.CreateZExt(value, b_.wide(b_.getInt32Ty())) : value;
    return values;
  };
  auto *together = b_.block("together"), *separate = b_.block("separate"), *after = b_.block("loaded");
  b_.CreateCondBr(window->test, together, separate);
  b_.SetInsertPoint(together);
  Registers near = widened(windows_.load(sequence, *window));
  together = b_.GetInsertBlock();
  b_.CreateBr(after);
  b_.SetInsertPoint(separate);
  Registers far = widened(gatherWords(sequence, mask));
  separate = b_.GetInsertBlock();
  b_.CreateBr(after);
  b_.SetInsertPoint(after);
  for (auto [one, other] : llvm::zip(near, far)) {
    auto *result = b_.CreatePHI(one->getType(), 2);
    result->addIncoming(one, together);
    result->addIncoming(other, separate);
    one = result;
  }
  for (Value *&value : near)
    value = isNarrow ? b_.CreateTrunc(value, b_.wide(sequence.type)) : value;
  return near;
}

Registers ConsecutiveLoads::loadEach(const LoadSequence &sequence, Value *mask) {
  auto count = static_cast<unsigned>(sequence.loads.size());
  auto *type = llvm::FixedVectorType::get(sequence.type, count);
  Value *addresses = baseAddresses(sequence), *bits = mask ? b_.laneBits(mask) : nullptr;
  int64_t stride = f_.shapes.of(sequence.base).stride;
  llvm::Align alignment = llvm::getLoadStoreAlignment(sequence.loads[0]);
  if (mask) // others read zeros
    alignment = std::min(alignment, llvm::Align(HarmlessBytes));
  Registers pieces;
  for (unsigned lane = 0; lane < b_.width; ++lane) {
    Value *address = addresses->getType()->isVectorTy()
                         ? b_.CreateExtractElement(addresses, lane)
                         : b_.CreateConstGEP1_64(b_.getInt8Ty(), addresses, static_cast<uint64_t>(stride * lane));
    // Behind the lane's address, which pieces of other distances have in common.
    if (sequence.distance)
      address = b_.CreateGEP(b_.getInt8Ty(), address, f_.scalar(sequence.distance));
    address = b_.CreateGEP(b_.getInt8Ty(), address, b_.getInt64(static_cast<uint64_t>(sequence.begin)));
    if (bits) {
      Value *isActive = b_.CreateTrunc(b_.CreateLShr(bits, lane), b_.getInt1Ty());
      address = b_.CreateSelect(isActive, address, harmlessMemory(*f_.to.getParent(), address->getType()));
    }
    auto *piece = b_.CreateAlignedLoad(type, address, alignment);
    pieces.push_back(keepMetadata(piece, sequence.loads));
  }
  return pieces;
}

void ConsecutiveLoads::loadPack(unsigned number, Value *mask) {
  const Pack &pack = f_.packs.pack(number);
  DistantPlace place = placeOf(llvm::getLoadStorePointerOperand(pack.values[0]), f_.data,
                               [this](Value *value) { return f_.isUniform(value); });
  LoadSequence sequence{place.base, place.distance, place.offset, pack.type(), {}};
  for (Value *value : pack.values)
    sequence.loads.push_back(llvm::cast<Instruction>(value));
  f_.session.report.strided += static_cast<unsigned>(sequence.loads.size());
  for (Instruction *load : sequence.loads)
    f_.session.note(*load, "a piece of " + llvm::Twine(sequence.loads.size()) + " elements for each lane, as it lies");
  Value *all = llvm::concatenateVectors(b_, loadEach(sequence, mask));
  packs_.define(number, all);
}

Registers ConsecutiveLoads::loadPieces(const LoadSequence &sequence, Value *mask) {
  auto count = static_cast<unsigned>(sequence.loads.size());
  Registers pieces = loadEach(sequence, mask), result;
  for (unsigned i = 0; i < count; ++i) {
    Registers own;
    for (unsigned lane = i; lane < b_.width; lane += count)
      own.push_back(pieces[lane]);
    result.push_back(joined(b_, own));
  }
  transpose(b_, result);
  return result;
}

bool ConsecutiveLoads::load(llvm::LoadInst &load, Value *mask) {
  if (auto done = loaded_.find(&load); done != loaded_.end()) {
    f_.values.define(load, nullptr, done->second);
    return true;
  }
  auto sequence = find(load);
  if (!sequence)
    return false;
  auto count = static_cast<unsigned>(sequence->loads.size());
  bool isShort = f_.data.getTypeStoreSize(sequence->type) * count < PieceBytes;
  Registers values = isShort ? loadShortPieces(*sequence, mask) : loadPieces(*sequence, mask);
  f_.session.report.strided += count;
  for (auto [member, value] : llvm::zip(sequence->loads, values)) {
    f_.session.note(*member, "a piece of " + llvm::Twine(count) + " elements for each lane, sorted");
    loaded_[member] = value;
  }
  f_.values.define(load, nullptr, loaded_.at(&load));
  return true;
}

} // namespace lanecl::simd
