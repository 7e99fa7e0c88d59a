#include "compiler/transform/lanes/PacketizeValues.h"

namespace lanecl::simd {

using llvm::Value;

namespace {

/// What accesses look through to find where an address starts.
bool isPartOfAddress(const llvm::Instruction &instruction) {
  using llvm::Instruction;
  switch (instruction.getOpcode()) {
  case Instruction::GetElementPtr:
  case Instruction::AddrSpaceCast:
    return true;
  case Instruction::Add:
  case Instruction::Or:
    return instruction.getType()->isIntegerTy(64) && llvm::isa<llvm::Constant>(instruction.getOperand(1));
  default:
    return false;
  }
}

/// In another block than its own, itself or what is made of it there to be an address.
bool isUsedElsewhere(const llvm::Instruction &instruction, unsigned depth = 8) {
  return llvm::any_of(instruction.users(), [&](const llvm::User *user) {
    auto *at = llvm::cast<llvm::Instruction>(user);
    return at->getParent() != instruction.getParent() || llvm::isa<llvm::PHINode>(at) ||
           (isPartOfAddress(*at) && (depth == 0 || isUsedElsewhere(*at, depth - 1)));
  });
}

} // namespace

void LaneValues::defineArgument(const llvm::Argument &argument, Value *value, bool isWide) {
  (isWide ? vectorArguments_ : scalarArguments_)[&argument] = value;
}

void LaneValues::enter(const llvm::BasicBlock &block) {
  scalars_ = scalarArguments_;
  vectors_ = vectorArguments_;
  exacts_.clear();
  block_ = &block;
  anchor_ = b_.Insert(new llvm::FreezeInst(llvm::PoisonValue::get(b_.getInt1Ty())));
}

bool LaneValues::isKept(const llvm::Instruction &instruction) const {
  return shapes_.isTested(&instruction) || isUsedElsewhere(instruction);
}

void LaneValues::define(const llvm::Instruction &instruction, Value *scalar, Value *vector) {
  bool keep = isKept(instruction);
  if (scalar) {
    scalars_[&instruction] = scalar;
    if (keep)
      b_.CreateStore(scalar, slot(instruction, Form::Scalar));
  }
  if (vector) {
    vectors_[&instruction] = vector;
    if (keep)
      b_.CreateStore(vector, slot(instruction, Form::Wide));
  }
}

void LaneValues::defineExact(const llvm::Instruction &instruction, Value *exact) {
  exacts_[&instruction] = exact;
  if (isKept(instruction))
    b_.CreateStore(exact, slot(instruction, Form::Exact));
}

llvm::AllocaInst *LaneValues::slot(llvm::Type *type, const llvm::Twine &name) {
  return slots_.emplace_back(b_.variable(type, name));
}

llvm::AllocaInst *LaneValues::slot(const Value &value, Form form) {
  auto *&result = slotsOf_[static_cast<unsigned>(form)][&value];
  if (!result) {
    llvm::Type *type = value.getType();
    result = slot(form == Form::Scalar ? type : form == Form::Exact ? b_.getInt64Ty() : b_.wide(type), value.getName());
  }
  return result;
}

bool LaneValues::isRemote(const Value *value) const {
  auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
  return instruction && (instruction->getParent() != block_ || llvm::isa<llvm::PHINode>(instruction));
}

Value *LaneValues::reload(const Value &value, Form form) {
  auto *from = slot(value, form);
  llvm::IRBuilderBase::InsertPointGuard keep(b_);
  b_.SetInsertPoint(anchor_);
  return b_.CreateLoad(from->getAllocatedType(), from);
}

bool LaneValues::isAtHand(const Value &value) const {
  auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  return !instruction || instruction->getParent() == block_ || isKept(*instruction);
}

Value *LaneValues::scalar(const Value *value) {
  if (auto *constant = llvm::dyn_cast<llvm::Constant>(value))
    return const_cast<llvm::Constant *>(constant);
  auto found = scalars_.find(value);
  if (found != scalars_.end())
    return found->second;
  if (isRemote(value))
    return scalars_[value] = reload(*value, Form::Scalar);
  isIncomplete_ = true;
  return scalars_[value] = llvm::PoisonValue::get(value->getType());
}

Value *LaneValues::exact(const Value *value) {
  if (!shapes_.isMadeExact(value)) // of 64 bits, all is modulo 2^64
    return b_.CreateSExt(scalar(value), b_.getInt64Ty());
  auto found = exacts_.find(value);
  if (found != exacts_.end())
    return found->second;
  if (isRemote(value))
    return exacts_[value] = reload(*value, Form::Exact);
  isIncomplete_ = true;
  return exacts_[value] = llvm::PoisonValue::get(b_.getInt64Ty());
}

Value *LaneValues::vector(const Value *value) {
  if (auto found = vectors_.find(value); found != vectors_.end())
    return found->second;
  if (llvm::isa<llvm::Constant>(value))
    return b_.splat(scalar(value));
  if (!shapes_.isUniform(value) && isRemote(value))
    return vectors_[value] = reload(*value, Form::Wide);
  return vectors_[value] = splatAtDefinition(scalar(value));
}

/// Where the scalar is computed, so that the splat serves all later uses, whatever blocks are made in between.
Value *LaneValues::splatAtDefinition(Value *scalar) {
  llvm::IRBuilderBase::InsertPointGuard keep(b_);
  auto *instruction = llvm::dyn_cast<llvm::Instruction>(scalar);
  if (llvm::isa<llvm::Constant>(scalar))
    return b_.splat(scalar);
  if (!instruction) {
    auto &entry = b_.GetInsertBlock()->getParent()->getEntryBlock();
    b_.SetInsertPoint(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  } else if (llvm::isa<llvm::PHINode>(instruction)) {
    b_.SetInsertPoint(instruction->getParent(), instruction->getParent()->getFirstInsertionPt());
  } else {
    b_.SetInsertPoint(instruction->getParent(), std::next(instruction->getIterator()));
  }
  return b_.splat(scalar);
}

Value *LaneValues::addresses(const Value *pointer) {
  unsigned bytes = layout_.elementBytes(pointer);
  if (bytes == 0 || !shapes_.isUniform(pointer))
    return vector(pointer);
  return b_.CreateGEP(b_.getInt8Ty(), scalar(pointer), b_.steps(b_.getInt64Ty(), bytes));
}

} // namespace lanecl::simd
