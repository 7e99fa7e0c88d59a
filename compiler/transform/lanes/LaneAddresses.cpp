#include "compiler/transform/lanes/LaneAddresses.h"
#include "llvm/IR/Operator.h"

namespace lanecl::simd {

using llvm::Value;

namespace {

std::optional<int64_t> stepOf(const Value *indices) {
  auto *constant = llvm::dyn_cast<llvm::Constant>(indices);
  auto *type = llvm::cast<llvm::FixedVectorType>(indices->getType());
  auto number = [&](unsigned i) -> std::optional<int64_t> {
    auto *element = constant ? llvm::dyn_cast_or_null<llvm::ConstantInt>(constant->getAggregateElement(i)) : nullptr;
    return element ? std::optional(element->getSExtValue()) : std::nullopt;
  };
  auto first = number(0), second = number(1);
  if (!first || !second || *first != 0)
    return std::nullopt;
  for (unsigned i = 2; i < type->getNumElements(); ++i)
    if (number(i) != *second * i)
      return std::nullopt;
  return second;
}

} // namespace

llvm::Constant *harmlessMemory(llvm::Module &module, llvm::Type *pointer) {
  constexpr llvm::StringLiteral Name = "lanecl.zeros";
  auto *zeros = module.getNamedGlobal(Name);
  if (!zeros) {
    auto *type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), HarmlessBytes);
    zeros = new llvm::GlobalVariable(module, type, true, llvm::GlobalValue::PrivateLinkage,
                                     llvm::ConstantAggregateZero::get(type), Name);
    zeros->setAlignment(llvm::Align(HarmlessBytes));
  }
  return llvm::ConstantExpr::getPointerBitCastOrAddrSpaceCast(zeros, pointer);
}

LaneAddresses::LaneAddresses(LaneBuilder &builder, Value *addresses) : b_(builder), indices_(addresses) {
  auto *step = llvm::dyn_cast<llvm::GetElementPtrInst>(addresses);
  if (!step || step->getNumIndices() != 1 || step->getPointerOperand()->getType()->isVectorTy())
    return;
  base_ = step->getPointerOperand();
  element_ = step->getSourceElementType();
  indices_ = step->getOperand(1);
  if (auto lanes = stepOf(indices_)) {
    uint64_t bytes = b_.GetInsertBlock()->getModule()->getDataLayout().getTypeAllocSize(element_);
    stride_ = *lanes * static_cast<int64_t>(bytes);
  }
  if (auto *extended = llvm::dyn_cast<llvm::CastInst>(indices_);
      extended && llvm::isa<llvm::SExtInst, llvm::ZExtInst>(extended)) {
    isSigned_ = llvm::isa<llvm::SExtInst>(extended);
    indices_ = extended->getOperand(0);
  }
}

Value *LaneAddresses::address(Value *index) {
  if (!base_)
    return index;
  auto *i64 = b_.getInt64Ty();
  return b_.CreateGEP(element_, base_, isSigned_ ? b_.CreateSExt(index, i64) : b_.CreateZExt(index, i64));
}

void LaneAddresses::prepare() {
  if (array_)
    return;
  array_.emplace(b_, indices_->getType()->getScalarType());
  array_->store(indices_);
}

Value *LaneAddresses::ofLane(unsigned lane) { return address(b_.CreateExtractElement(indices_, uint64_t(lane))); }

Value *LaneAddresses::ofLane(Value *lane) { return address(array_->loadLane(lane)); }

Value *LaneAddresses::differing(Value *mask, Value *first) {
  auto *known = llvm::dyn_cast<llvm::ConstantInt>(first);
  Value *one = known ? b_.CreateExtractElement(indices_, known->getZExtValue()) : array_->loadLane(first);
  return b_.restrict(mask, b_.CreateICmpNE(indices_, b_.splat(one)));
}

} // namespace lanecl::simd
