#include "compiler/transform/lanes/PacketizeWindows.h"
#include "compiler/transform/lanes/PacketizeShuffles.h"

namespace lanecl::simd {

using llvm::Instruction, llvm::Type, llvm::Value;

LaneWindows::Closeness LaneWindows::closenessOf(Value *index, bool isSigned, uint64_t units, Value *mask) {
  const std::pair key{index, 2 * units + isSigned};
  const auto [known, isNew] = close_.try_emplace(key);
  if (!isNew)
    return known->second;
  Type *type = index->getType();
  Value *indices = f_.vector(index), *first = b_.lane(indices, type, b_.firstLane(mask));
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
  return close_[key] = {first, b_.CreateAnd(lanes, b_.splat(b_.getInt32(b_.width - 1))), test};
}

std::optional<LaneWindows::Window> LaneWindows::find(const LoadSequence &sequence, Value *mask) {
  // Operands of what other blocks compute may not be known here.
  auto isHere = [this](const Value *value) { return llvm::cast<Instruction>(value)->getParent() == f_.values.block(); };
  auto *step = llvm::dyn_cast<llvm::GetElementPtrInst>(sequence.base);
  if (!step || !isHere(step) || step->getNumIndices() != 1 || !f_.isUniform(step->getPointerOperand()) ||
      !f_.machine.lookUp(32, b_.width))
    return std::nullopt;
  uint64_t size = f_.data.getTypeStoreSize(sequence.type),
           scale = f_.data.getTypeAllocSize(step->getSourceElementType());
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
      if (f_.isUniform(sum->getOperand(i))) {
        common = b_.CreateIntCast(f_.scalar(sum->getOperand(i)), b_.getInt64Ty(), isSigned);
        index = sum->getOperand(1 - i);
      }
  Closeness close = closenessOf(index, isSigned, size / scale, mask);
  Value *offset = b_.CreateAdd(common, b_.CreateIntCast(close.first, b_.getInt64Ty(), isSigned));
  Value *start = b_.CreateGEP(step->getSourceElementType(), f_.scalar(step->getPointerOperand()), offset);
  start = b_.CreateGEP(b_.getInt8Ty(), start, b_.getInt64(static_cast<uint64_t>(sequence.begin)));
  if (sequence.distance)
    start = b_.CreateGEP(b_.getInt8Ty(), start, f_.scalar(sequence.distance));
  Value *inPage = b_.CreateAnd(b_.CreatePtrToInt(start, b_.getInt64Ty()), PageBytes - 1);
  Value *mayRead = b_.CreateICmpULE(inPage, b_.getInt64(PageBytes - (b_.width + sequence.loads.size() - 1) * size));
  return Window{start, close.lanes, b_.CreateAnd(close.test, mayRead)};
}

Registers LaneWindows::load(const LoadSequence &sequence, const Window &window) {
  uint64_t size = f_.data.getTypeStoreSize(sequence.type);
  llvm::Align align = std::min(llvm::getLoadStoreAlignment(sequence.loads[0]), llvm::Align(size));
  Registers result;
  for (unsigned i = 0; i < sequence.loads.size(); ++i) {
    Value *address = b_.CreateConstGEP1_64(b_.getInt8Ty(), window.start, i * size);
    Value *all = keepMetadata(b_.CreateAlignedLoad(b_.wide(sequence.type), address, align), sequence.loads);
    result.push_back(permute(f_, all, window.lanes));
  }
  return result;
}

} // namespace lanecl::simd
