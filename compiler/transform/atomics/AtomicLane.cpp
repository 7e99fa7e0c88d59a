#include "compiler/transform/atomics/AtomicLane.h"
#include "compiler/transform/atomics/AtomicArithmetic.h"

namespace lanecl::simd {

using llvm::AtomicOrdering, llvm::BasicBlock, llvm::Type, llvm::Value;
using RMW = llvm::AtomicRMWInst;

namespace {

/// LLVM: a failed compare-exchange, and a load, cannot release.
AtomicOrdering loadOrder(AtomicOrdering order) { return llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(order); }

std::optional<RMW::BinOp> rmwOf(AtomicOp op) {
  switch (op) {
  case AtomicOp::Add:
  case AtomicOp::Inc:
    return RMW::Add;
  case AtomicOp::Sub:
  case AtomicOp::Dec:
  case AtomicOp::PreDec:
    return RMW::Sub;
  case AtomicOp::Min:
    return RMW::UMin;
  case AtomicOp::Max:
    return RMW::UMax;
  case AtomicOp::IMin:
    return RMW::Min;
  case AtomicOp::IMax:
    return RMW::Max;
  case AtomicOp::Xchg:
    return RMW::Xchg;
  case AtomicOp::And:
    return RMW::And;
  case AtomicOp::Or:
    return RMW::Or;
  case AtomicOp::Xor:
    return RMW::Xor;
  default:
    return std::nullopt;
  }
}

} // namespace

Value *AtomicLane::load(Value *pointer, bool isAtomic) {
  auto *made = b_.CreateAlignedLoad(type_, pointer, align_);
  if (isAtomic)
    made->setAtomic(loadOrder(order_));
  return made;
}

void AtomicLane::onlyIf(Value *condition, const char *name, llvm::function_ref<void()> body) {
  BasicBlock *inside = b_.block(name), *after = b_.block("after");
  b_.CreateCondBr(condition, inside, after);
  b_.SetInsertPoint(inside);
  body();
  b_.CreateBr(after);
  b_.SetInsertPoint(after);
}

Value *AtomicLane::plain(Value *pointer, Value *source0, Value *source1) {
  Value *old = load(pointer, false);
  b_.CreateAlignedStore(applyAtomic(b_, op_, old, source0, source1), pointer, align_);
  return old;
}

Value *AtomicLane::swapUntil(Value *pointer, Value *guess, Value *next, llvm::function_ref<Value *(Value *)> again) {
  Type *bits = b_.getIntNTy(type_->getScalarSizeInBits());
  BasicBlock *before = b_.GetInsertBlock(), *swap = b_.block("swap"), *retry = b_.block("retry"),
             *done = b_.block("swapped");
  b_.CreateBr(swap);
  b_.SetInsertPoint(swap);
  auto *old = b_.CreatePHI(type_, 2, "old"), *value = b_.CreatePHI(type_, 2, "new");
  old->addIncoming(guess, before);
  value->addIncoming(next, before);
  if (mayOnlyRead() && (op_ == AtomicOp::CmpXchg || op_ == AtomicOp::FCmpWr)) {
    BasicBlock *change = b_.block("change");
    b_.CreateCondBr(bitsDiffer(b_, value, old), change, done);
    b_.SetInsertPoint(change);
  }
  auto *made = b_.CreateAtomicCmpXchg(pointer, b_.CreateBitCast(old, bits), b_.CreateBitCast(value, bits), align_,
                                      order_, loadOrder(order_));
  Value *seen = b_.CreateBitCast(b_.CreateExtractValue(made, 0), type_);
  b_.CreateCondBr(b_.CreateExtractValue(made, 1), done, retry);
  b_.SetInsertPoint(retry);
  Value *other = again(seen);
  old->addIncoming(seen, b_.GetInsertBlock());
  value->addIncoming(other, b_.GetInsertBlock());
  b_.CreateBr(swap);
  b_.SetInsertPoint(done);
  return old;
}

Value *AtomicLane::shared(AtomicOp op, Value *pointer, Value *source0, Value *source1) {
  if (op == AtomicOp::CmpXchg) {
    auto *made = b_.CreateAtomicCmpXchg(pointer, source1, source0, align_, order_, loadOrder(order_));
    return b_.CreateExtractValue(made, 0);
  }
  auto rmw = rmwOf(op);
  if (!rmw || !type_->isIntegerTy()) {
    auto apply = [&](Value *old) { return applyAtomic(b_, op, old, source0, source1); };
    Value *guess = load(pointer, true);
    return swapUntil(pointer, guess, apply(guess), apply);
  }
  if (!source0)
    source0 = llvm::ConstantInt::get(type_, 1);
  return b_.CreateAtomicRMW(*rmw, pointer, source0, align_, order_);
}

Value *AtomicLane::sharedIfChanged(AtomicOp op, Value *pointer, Value *source0) {
  if (!mayOnlyRead() || !isIdempotent(op))
    return shared(op, pointer, source0, nullptr);
  Value *seen = load(pointer, true);
  auto *result = b_.variable(type_, "old");
  b_.CreateStore(seen, result);
  onlyIf(bitsDiffer(b_, applyAtomic(b_, op, seen, source0, nullptr), seen), "change",
         [&] { b_.CreateStore(shared(op, pointer, source0, nullptr), result); });
  return b_.CreateLoad(type_, result);
}

} // namespace lanecl::simd
