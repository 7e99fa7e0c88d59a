#include "compiler/transform/robust/InsideTests.h"
#include "llvm/Analysis/Utils/Local.h"

namespace lanecl {

using llvm::Instruction, llvm::Type, llvm::Value;

Value *InsideTests::insideOf(Value *pointer, Type *type, Instruction &at) {
  return insideOf(pointer, b_.getInt64(data_.getTypeStoreSize(type)), at);
}

/// i1: all `bytes` from `pointer` on lie within what it may reach; null when that is certain.
Value *InsideTests::insideOf(Value *pointer, Value *bytes, Instruction &at) {
  if (extents_.isCertain(pointer, bytes))
    return nullptr;
  b_.SetInsertPoint(&at);
  if (auto place = privatePlace(*pointer))
    return within(place->offset, b_.getInt64(place->bytes), bytes);
  Extent extent = extents_.of(pointer);
  if (!extent.start)
    static_cast<void>(extents_.all()); // made now: it moves the builder
  b_.SetInsertPoint(&at);
  if (!extent.start)
    return insideAny(*pointer, *bytes);
  if (Value *inside = insideByIndex(*pointer, *bytes, extent))
    return inside;
  return within(b_.CreateSub(b_.CreatePtrToInt(pointer, b_.getInt64Ty()), extent.start), extent.bytes, bytes);
}

/// offset <= extent - bytes, of unsigned numbers, and nothing fits into less than its size.
Value *InsideTests::within(Value *offset, Value *extent, Value *bytes) {
  Value *room = b_.CreateSub(extent, bytes);
  return b_.CreateAnd(b_.CreateICmpULE(offset, room), b_.CreateICmpUGE(extent, bytes));
}

std::optional<InsideTests::PrivatePlace> InsideTests::privatePlace(Value &pointer) {
  llvm::SmallVector<llvm::GEPOperator *, 4> steps;
  Value *base = withoutCasts(&pointer);
  for (; auto *step = llvm::dyn_cast<llvm::GEPOperator>(base); base = withoutCasts(step->getPointerOperand()))
    steps.push_back(step);
  auto size = llvm::isa<llvm::GlobalVariable>(base) ? std::nullopt : bytesOfVariable(*base, data_);
  if (!size)
    return std::nullopt;
  Value *offset = b_.getInt64(0);
  for (llvm::GEPOperator *step : steps) {
    Value *by = llvm::emitGEPOffset(&b_, data_, step, /*NoAssumptions=*/true);
    offset = b_.CreateAdd(offset, b_.CreateSExtOrTrunc(by, b_.getInt64Ty()));
  }
  return PrivatePlace{offset, *size};
}

Value *InsideTests::roomOf(Value *pointer, Instruction &at) {
  b_.SetInsertPoint(&at);
  if (auto place = privatePlace(*pointer)) // what is left of it
    return b_.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, b_.getInt64(place->bytes), place->offset);
  Extent extent = extents_.of(pointer);
  llvm::SmallVector<Extent, 8> extents;
  if (extent.start)
    extents.push_back(extent);
  else
    llvm::append_range(extents, extents_.all());
  b_.SetInsertPoint(&at);
  Value *address = b_.CreatePtrToInt(pointer, b_.getInt64Ty()), *room = b_.getInt64(0);
  for (const Extent &part : extents) {
    Value *offset = b_.CreateSub(address, part.start);
    Value *left = b_.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, part.bytes, offset);
    room = b_.CreateBinaryIntrinsic(llvm::Intrinsic::umax, room, left);
  }
  return room;
}

/// In anything that the kernel may reach.
Value *InsideTests::insideAny(Value &pointer, Value &bytes) {
  Value *address = b_.CreatePtrToInt(&pointer, b_.getInt64Ty()), *inside = b_.getFalse();
  for (const Extent &extent : extents_.all())
    inside = b_.CreateOr(inside, within(b_.CreateSub(address, extent.start), extent.bytes, &bytes));
  return inside;
}

/// The same of an element whose index is a number of 32 bits: the lanes compare those.
Value *InsideTests::insideByIndex(Value &pointer, Value &bytes, const Extent &extent) {
  auto *step = llvm::dyn_cast<llvm::GetElementPtrInst>(withoutCasts(&pointer));
  auto *size = llvm::dyn_cast<llvm::ConstantInt>(&bytes);
  if (!step || step->getNumIndices() != 1 || !size ||
      !llvm::isa<llvm::Argument, llvm::GlobalVariable>(withoutCasts(step->getPointerOperand())))
    return nullptr;
  auto *index = llvm::dyn_cast<llvm::CastInst>(*step->idx_begin());
  uint64_t element = data_.getTypeAllocSize(step->getSourceElementType()), accessed = size->getZExtValue();
  if (!index || !llvm::isa<llvm::SExtInst, llvm::ZExtInst>(index) || accessed > element ||
      !index->getSrcTy()->isIntegerTy(32))
    return nullptr;
  Parts parts;
  if (!isUnordered(index, parts))
    return nullptr;
  return belowCount(*index->getOperand(0), llvm::isa<llvm::SExtInst>(index), extent, element, accessed);
}

/// The index, i32, is one of an element whose `accessed` bytes are inside.
Value *InsideTests::belowCount(Value &index, bool isSigned, const Extent &extent, uint64_t element, uint64_t accessed) {
  llvm::IRBuilder<> entry(b_.getContext()); // what it takes is known before the kernel begins
  auto *start = llvm::dyn_cast<Instruction>(extent.start);
  entry.SetInsertPoint(start ? start->getNextNode() : &*b_.GetInsertPoint());
  constexpr uint64_t Signed = uint64_t(1) << 31, Unsigned = UINT32_MAX;
  Value *fits = entry.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, extent.bytes, entry.getInt64(accessed));
  Value *count = entry.CreateAdd(entry.CreateUDiv(fits, entry.getInt64(element)), entry.getInt64(1));
  count = entry.CreateSelect(entry.CreateICmpUGE(extent.bytes, entry.getInt64(accessed)), count, entry.getInt64(0));
  Value *always = isSigned ? entry.CreateICmpEQ(extent.bytes, entry.getInt64(~uint64_t(0)))
                           : entry.CreateICmpUGT(count, entry.getInt64(Unsigned));
  Value *limit =
      entry.CreateBinaryIntrinsic(llvm::Intrinsic::umin, count, entry.getInt64(isSigned ? Signed : Unsigned));
  // Where everything is inside, all indices become the first.
  auto *i32 = entry.getInt32Ty();
  Value *kept = entry.CreateSelect(always, entry.getInt32(0), llvm::Constant::getAllOnesValue(i32));
  return b_.CreateICmpULT(b_.CreateAnd(&index, kept), entry.CreateTrunc(limit, i32));
}

/// No index that neighbouring work-items have neighbours of (the addresses of those are compared at their ends alone),
/// but one that they found in memory, or one for all. `parts`: how it is computed.
bool InsideTests::isUnordered(Value *index, Parts &parts) {
  auto *instruction = llvm::dyn_cast<Instruction>(index);
  if (!instruction || llvm::isa<llvm::LoadInst>(instruction) || parts.contains(instruction))
    return true;
  if (parts.size() == 16 ||
      !llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::SelectInst, llvm::PHINode, llvm::ICmpInst>(instruction))
    return false;
  parts.insert(instruction);
  return llvm::all_of(instruction->operands(), [&](llvm::Use &use) { return isUnordered(use, parts); });
}

} // namespace lanecl
