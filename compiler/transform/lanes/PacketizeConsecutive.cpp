// Pieces of memory, one for each lane and anywhere: the fields of `p[index[i]]`, the next elements of each lane's row.
// A load for each lane reads its piece, shuffles sort them: fewer and simpler operations than a gather for each
// element, and each line of the cache is touched once. Short pieces that lie close to one another - what neighbours
// read of a picture that is shifted, turned back or not much smaller - are found in a vector's memory by look-ups.
#include "compiler/transform/lanes/Interleave.h"
#include "compiler/transform/lanes/LaneAddresses.h"
#include "compiler/transform/lanes/PacketizeFunction.h"
#include "compiler/transform/lanes/PacketizeShuffles.h"
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
std::optional<FunctionPacketizer::ConsecutiveLoads> FunctionPacketizer::findConsecutiveLoads(llvm::LoadInst &first) {
  Type *type = first.getType();
  auto size = static_cast<int64_t>(data_.getTypeStoreSize(type).getFixedValue());
  Shape shape = shapes_.of(first.getPointerOperand());
  bool isNumber = (type->isIntegerTy() || type->isFloatingPointTy()) &&
                  type->getPrimitiveSizeInBits() == static_cast<uint64_t>(size * 8);
  bool isScattered = shape.isVarying() || (shape.isLinear() && std::abs(shape.stride) > size);
  if (!isNumber || !isScattered || layout_.isInterleaved(first.getPointerOperand()))
    return std::nullopt;
  auto uniform = [this](Value *value) { return isUniform(value); };
  DistantPlace place = placeOf(first.getPointerOperand(), data_, uniform);
  std::map<int64_t, llvm::LoadInst *> found;
  unsigned left = SearchLimit;
  for (Instruction *next = &first; next && left-- > 0 && !next->mayWriteToMemory(); next = next->getNextNode()) {
    auto *load = llvm::dyn_cast<llvm::LoadInst>(next);
    if (!load || !load->isSimple() || load->getType() != type || loadedTogether_.contains(load) ||
        packs_.groupOf(*load) || packs_.isReplaced(*load))
      continue;
    if (DistantPlace at = placeOf(load->getPointerOperand(), data_, uniform); at.isWith(place))
      found.try_emplace(at.offset, load);
  }
  int64_t low = place.offset;
  while (found.contains(low - size))
    low -= size;
  constexpr int64_t Piece = PieceBytes;
  for (int64_t bytes : {Piece, Piece / 2, Piece / 4, Piece / 8}) {
    ConsecutiveLoads sequence{place.base, place.distance, low + (place.offset - low) / bytes * bytes, type, {}};
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
Value *FunctionPacketizer::baseAddresses(const ConsecutiveLoads &sequence) {
  Shape shape = shapes_.of(sequence.base);
  bool isLinear = shape.isLinear() && !shape.guard;
  return isLinear ? scalar(sequence.base) : values_.addresses(sequence.base);
}

/// Short pieces are one integer each.
Registers FunctionPacketizer::gatherWords(const ConsecutiveLoads &sequence, Value *mask) {
  Value *begin = b_.getInt64(static_cast<uint64_t>(sequence.begin));
  Value *addresses = b_.CreateGEP(b_.getInt8Ty(), baseAddresses(sequence), begin);
  if (!addresses->getType()->isVectorTy())
    addresses = b_.CreateGEP(b_.getInt8Ty(), addresses, b_.steps(b_.getInt64Ty(), shapes_.of(sequence.base).stride));
  if (sequence.distance)
    addresses = b_.CreateGEP(b_.getInt8Ty(), addresses, scalar(sequence.distance));
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

FunctionPacketizer::Closeness FunctionPacketizer::closenessOf(Value *index, bool isSigned, uint64_t units,
                                                              Value *mask) {
  const std::pair key{index, 2 * units + isSigned};
  const auto [known, isNew] = closeHere_.try_emplace(key);
  if (!isNew)
    return known->second;
  Type *type = index->getType();
  Value *indices = vector(index), *first = b_.lane(indices, type, b_.firstLane(mask));
  if (!mask) // or they run backwards
    first = b_.CreateBinaryIntrinsic(isSigned ? llvm::Intrinsic::smin : llvm::Intrinsic::umin, first,
                                     b_.lane(indices, type, b_.lastLane(mask)));
  unsigned bits = type->getIntegerBitWidth();
  llvm::APInt last(bits, (b_.width - 1) * units);
  Value *behind = b_.CreateSub(indices, b_.splat(first));
  Value *isClose = b_.CreateIsNull(b_.CreateAnd(behind, llvm::ConstantInt::get(behind->getType(), ~last)));
  Value *test = b_.everyLane(mask ? b_.CreateLogicalOr(b_.CreateNot(mask), isClose) : isClose);
  // What seems to lie behind the first may be far before it.
  llvm::APInt most = isSigned ? llvm::APInt::getSignedMaxValue(bits) : llvm::APInt::getMaxValue(bits);
  Value *limit = llvm::ConstantInt::get(type, most - last);
  test = b_.CreateAnd(test, isSigned ? b_.CreateICmpSLE(first, limit) : b_.CreateICmpULE(first, limit));
  Value *lanes = b_.CreateZExtOrTrunc(b_.CreateLShr(behind, llvm::Log2_64(units)), b_.wide(b_.getInt32Ty()));
  return closeHere_[key] = {first, b_.CreateAnd(lanes, b_.splat(b_.getInt32(b_.width - 1))), test};
}

std::optional<FunctionPacketizer::Window> FunctionPacketizer::findWindow(const ConsecutiveLoads &sequence,
                                                                         Value *mask) {
  // Operands of what other blocks compute may not be known here.
  auto isHere = [this](const Value *value) { return llvm::cast<Instruction>(value)->getParent() == block_; };
  auto *step = llvm::dyn_cast<llvm::GetElementPtrInst>(sequence.base);
  if (!step || !isHere(step) || step->getNumIndices() != 1 || !isUniform(step->getPointerOperand()) ||
      !session_.options.machine->lookUp(32, b_.width))
    return std::nullopt;
  uint64_t size = data_.getTypeStoreSize(sequence.type), scale = data_.getTypeAllocSize(step->getSourceElementType());
  if (!llvm::isPowerOf2_64(scale) || scale > size)
    return std::nullopt;
  Value *index = *step->idx_begin();
  auto *extension = llvm::dyn_cast<llvm::CastInst>(index);
  bool isExtended = extension && llvm::isa<llvm::SExtInst, llvm::ZExtInst>(extension) && isHere(extension);
  bool isSigned = !isExtended || llvm::isa<llvm::SExtInst>(extension);
  if (isExtended)
    index = extension->getOperand(0);
  if (index->getType()->getIntegerBitWidth() < 32)
    return std::nullopt;
  // What all lanes have alike only moves the window.
  Value *common = b_.getInt64(0);
  auto *sum = llvm::dyn_cast<llvm::BinaryOperator>(index);
  if (sum && isHere(sum) && sum->getOpcode() == Instruction::Add &&
      (isSigned ? sum->hasNoSignedWrap() : sum->hasNoUnsignedWrap()))
    for (unsigned i : {0, 1})
      if (isUniform(sum->getOperand(i))) {
        common = b_.CreateIntCast(scalar(sum->getOperand(i)), b_.getInt64Ty(), isSigned);
        index = sum->getOperand(1 - i);
      }
  Closeness close = closenessOf(index, isSigned, size / scale, mask);
  Value *offset = b_.CreateAdd(common, b_.CreateIntCast(close.first, b_.getInt64Ty(), isSigned));
  Value *start = b_.CreateGEP(step->getSourceElementType(), scalar(step->getPointerOperand()), offset);
  start = b_.CreateGEP(b_.getInt8Ty(), start, b_.getInt64(static_cast<uint64_t>(sequence.begin)));
  if (sequence.distance)
    start = b_.CreateGEP(b_.getInt8Ty(), start, scalar(sequence.distance));
  Value *inPage = b_.CreateAnd(b_.CreatePtrToInt(start, b_.getInt64Ty()), PageBytes - 1);
  Value *mayRead = b_.CreateICmpULE(inPage, b_.getInt64(PageBytes - (b_.width + sequence.loads.size() - 1) * size));
  return Window{start, close.lanes, b_.CreateAnd(close.test, mayRead)};
}

Registers FunctionPacketizer::loadWindow(const ConsecutiveLoads &sequence, const Window &window) {
  uint64_t size = data_.getTypeStoreSize(sequence.type);
  llvm::Align align = std::min(llvm::getLoadStoreAlignment(sequence.loads[0]), llvm::Align(size));
  Registers result;
  for (unsigned i = 0; i < sequence.loads.size(); ++i) {
    Value *address = b_.CreateConstGEP1_64(b_.getInt8Ty(), window.start, i * size);
    Value *all = keepMetadata(b_.CreateAlignedLoad(b_.wide(sequence.type), address, align), sequence.loads);
    result.push_back(permute(f_, all, window.lanes));
  }
  return result;
}

Registers FunctionPacketizer::loadShortPieces(const ConsecutiveLoads &sequence, Value *mask) {
  auto window = findWindow(sequence, mask);
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
  Registers near = widened(loadWindow(sequence, *window));
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

Registers FunctionPacketizer::loadEach(const ConsecutiveLoads &sequence, Value *mask) {
  auto count = static_cast<unsigned>(sequence.loads.size());
  auto *type = llvm::FixedVectorType::get(sequence.type, count);
  Value *addresses = baseAddresses(sequence), *bits = mask ? b_.laneBits(mask) : nullptr;
  int64_t stride = shapes_.of(sequence.base).stride;
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
      address = b_.CreateGEP(b_.getInt8Ty(), address, scalar(sequence.distance));
    address = b_.CreateGEP(b_.getInt8Ty(), address, b_.getInt64(static_cast<uint64_t>(sequence.begin)));
    if (bits) {
      Value *isActive = b_.CreateTrunc(b_.CreateLShr(bits, lane), b_.getInt1Ty());
      address = b_.CreateSelect(isActive, address, harmlessMemory(*to_.getParent(), address->getType()));
    }
    auto *piece = b_.CreateAlignedLoad(type, address, alignment);
    pieces.push_back(keepMetadata(piece, sequence.loads));
  }
  return pieces;
}

void FunctionPacketizer::loadPack(unsigned number, Value *mask) {
  const Pack &pack = packs_.pack(number);
  DistantPlace place = placeOf(llvm::getLoadStorePointerOperand(pack.values[0]), data_,
                               [this](Value *value) { return isUniform(value); });
  ConsecutiveLoads sequence{place.base, place.distance, place.offset, pack.type(), {}};
  for (Value *value : pack.values)
    sequence.loads.push_back(llvm::cast<Instruction>(value));
  session_.report.strided += static_cast<unsigned>(sequence.loads.size());
  for (Instruction *load : sequence.loads)
    session_.note(*load, "a piece of " + llvm::Twine(sequence.loads.size()) + " elements for each lane, as it lies");
  Value *all = llvm::concatenateVectors(b_, loadEach(sequence, mask));
  b_.CreateStore(all, packSlot(number));
  packedHere_[number] = all;
}

Registers FunctionPacketizer::loadPieces(const ConsecutiveLoads &sequence, Value *mask) {
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

bool FunctionPacketizer::emitConsecutiveLoads(llvm::LoadInst &load, Value *mask) {
  if (auto done = loadedTogether_.find(&load); done != loadedTogether_.end()) {
    values_.define(load, nullptr, done->second);
    return true;
  }
  auto sequence = findConsecutiveLoads(load);
  if (!sequence)
    return false;
  auto count = static_cast<unsigned>(sequence->loads.size());
  bool isShort = data_.getTypeStoreSize(sequence->type) * count < PieceBytes;
  Registers values = isShort ? loadShortPieces(*sequence, mask) : loadPieces(*sequence, mask);
  session_.report.strided += count;
  for (auto [member, value] : llvm::zip(sequence->loads, values)) {
    session_.note(*member, "a piece of " + llvm::Twine(count) + " elements for each lane, sorted");
    loadedTogether_[member] = value;
  }
  values_.define(load, nullptr, loadedTogether_.at(&load));
  return true;
}

} // namespace lanecl::simd
