// Atomic messages to instructions. A work-group runs on one thread: on its own memory they are plain operations, with
// lanes at the same address one after the other. On memory that others see, all lanes at one address go there once;
// otherwise it is one locked instruction a lane, and none for lanes that would leave memory as it is.
#include "compiler/transform/AtomicArithmetic.h"
#include "compiler/transform/LaneAddresses.h"
#include "compiler/transform/Passes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

namespace lanecl {
namespace simd {
namespace {

using llvm::AtomicOrdering, llvm::BasicBlock, llvm::Type, llvm::Value;
using RMW = llvm::AtomicRMWInst;

/// Up to so many lanes what is done lane after lane is written out instead of looped over.
constexpr unsigned UnrolledLanes = 16;

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

bool isAll(const Value *mask) {
  auto *constant = llvm::dyn_cast<llvm::Constant>(mask);
  return constant && constant->isAllOnesValue();
}

/// One message on its way to instructions, at the builder's position.
class Lowering {
public:
  Lowering(LaneBuilder &builder, const AtomicMessage &message, const targets::Machine &machine)
      : b_(builder), message_(message), machine_(machine), op_(message.op),
        type_(message.call->getType()->getScalarType()), order_(message.ordering()),
        align_(b_.GetInsertBlock()->getModule()->getDataLayout().getTypeStoreSize(type_)),
        isOwn_(message.isOnOwnMemory()), isUsed_(!message.call->use_empty()) {}
  /// The result; null when nobody asks for it.
  Value *run();

private:
  Value *runOneLane();
  void runAtOneAddress(Value *pointer, Value *mask);
  void runOwn();
  void runStrided(const LaneAddresses &addresses);
  void runShared();
  void runSharedApart(LaneAddresses &addresses, Value *mask, bool mayMeet);
  void runLocked(LaneAddresses &addresses, Value *mask);

  /// Operands of one lane: of its address, and of the wide values given. The result is the old value.
  using OneLane = llvm::function_ref<Value *(Value *pointer, llvm::ArrayRef<Value *> operands)>;
  void eachLane(LaneAddresses &addresses, Value *mask, llvm::ArrayRef<Value *> operands, OneLane body);
  void writeOut(LaneAddresses &addresses, Value *mask, llvm::ArrayRef<Value *> operands, OneLane body);
  void loopOver(LaneAddresses &addresses, Value *mask, llvm::ArrayRef<Value *> operands, OneLane body);

  Value *plain(Value *pointer, Value *source0, Value *source1);
  Value *shared(AtomicOp op, Value *pointer, Value *source0, Value *source1);
  Value *sharedIfChanged(AtomicOp op, Value *pointer, Value *source0);
  Value *swapUntil(Value *pointer, Value *guess, Value *next, llvm::function_ref<Value *(Value *)> again);
  Value *load(Value *pointer, bool isAtomic);
  Value *look(Value *mask);
  Value *lookLaneByLane(Value *mask);
  void onlyIf(Value *condition, const char *name, llvm::function_ref<void()> body);
  Value *source(Value *wide, Value *lane) { return b_.CreateExtractElement(wide, lane); }
  llvm::SmallVector<Value *, 4> sources() const;
  static Value *first(llvm::ArrayRef<Value *> operands) { return operands.empty() ? nullptr : operands[0]; }
  static Value *second(llvm::ArrayRef<Value *> operands) { return operands.size() < 2 ? nullptr : operands[1]; }
  bool hasSource(unsigned which) const { return AtomicMessage::sourcesOf(op_) > which; }
  /// Results of the lanes of `mask`; the others' were kept before, or are nobody's.
  void keep(Value *wideResults, Value *mask) {
    if (isUsed_)
      b_.CreateStore(seen_ ? b_.blend(mask, wideResults, seen_) : wideResults, results());
  }
  llvm::AllocaInst *results() {
    if (!results_)
      results_ = b_.variable(message_.call->getType(), "results");
    return results_;
  }
  /// No write need be seen for what changes nothing: a load is enough.
  bool mayOnlyRead() const { return order_ == AtomicOrdering::Monotonic || order_ == AtomicOrdering::Acquire; }
  /// One instruction of the machine does it.
  bool isNative() const;

  LaneBuilder &b_;
  const AtomicMessage &message_;
  const targets::Machine &machine_;
  AtomicOp op_;
  Type *type_;
  AtomicOrdering order_;
  llvm::Align align_;
  bool isOwn_, isUsed_;
  Value *seen_ = nullptr; ///< <W x T>: what memory held at a first look, the result of lanes that change nothing
  llvm::AllocaInst *results_ = nullptr;
};

bool Lowering::isNative() const {
  if (!type_->isIntegerTy())
    return false;
  switch (op_) {
  case AtomicOp::Add:
  case AtomicOp::Sub:
  case AtomicOp::Inc:
  case AtomicOp::Dec:
  case AtomicOp::PreDec:
  case AtomicOp::Xchg:
  case AtomicOp::CmpXchg:
    return true;
  case AtomicOp::And:
  case AtomicOp::Or:
  case AtomicOp::Xor:
    return !isUsed_;
  default:
    return false;
  }
}

Value *Lowering::load(Value *pointer, bool isAtomic) {
  auto *made = b_.CreateAlignedLoad(type_, pointer, align_);
  if (isAtomic)
    made->setAtomic(loadOrder(order_));
  return made;
}

/// All lanes' load, which may be all that the message does. A gather is no atomic load to LLVM, which may move it, out
/// of a loop that waits for another value, and what is behind it to before it. The fence keeps it in its place, and the
/// machine needs no instruction for that.
Value *Lowering::look(Value *mask) {
  if (!machine_.gathersAtomically)
    return lookLaneByLane(mask);
  Value *seen = b_.CreateMaskedGather(message_.call->getType(), message_.pointer(), align_, mask);
  if (mayOnlyRead() && (isIdempotent(op_) || op_ == AtomicOp::FCmpWr))
    b_.CreateFence(AtomicOrdering::Acquire, llvm::SyncScope::SingleThread);
  return seen;
}

Value *Lowering::lookLaneByLane(Value *mask) {
  LaneAddresses addresses(b_, message_.pointer());
  LaneArray seen(b_, type_);
  addresses.prepare();
  b_.forEachLane(mask, [&](Value *lane) { seen.storeLane(lane, load(addresses.ofLane(lane), true)); });
  return seen.load();
}

/// `body` if the condition holds.
void Lowering::onlyIf(Value *condition, const char *name, llvm::function_ref<void()> body) {
  BasicBlock *inside = b_.block(name), *after = b_.block("after");
  b_.CreateCondBr(condition, inside, after);
  b_.SetInsertPoint(inside);
  body();
  b_.CreateBr(after);
  b_.SetInsertPoint(after);
}

// ---- One lane. All give the old value.

Value *Lowering::plain(Value *pointer, Value *source0, Value *source1) {
  Value *old = load(pointer, false);
  b_.CreateAlignedStore(applyAtomic(b_, op_, old, source0, source1), pointer, align_);
  return old;
}

/// Compare-exchange of `next`, made of `guess`, and if memory holds another value of what `again` makes of that.
Value *Lowering::swapUntil(Value *pointer, Value *guess, Value *next, llvm::function_ref<Value *(Value *)> again) {
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

Value *Lowering::shared(AtomicOp op, Value *pointer, Value *source0, Value *source1) {
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

/// Looks first whether there is anything to do.
Value *Lowering::sharedIfChanged(AtomicOp op, Value *pointer, Value *source0) {
  if (!mayOnlyRead() || !isIdempotent(op))
    return shared(op, pointer, source0, nullptr);
  Value *seen = load(pointer, true);
  auto *result = b_.variable(type_, "old");
  b_.CreateStore(seen, result);
  onlyIf(bitsDiffer(b_, applyAtomic(b_, op, seen, source0, nullptr), seen), "change",
         [&] { b_.CreateStore(shared(op, pointer, source0, nullptr), result); });
  return b_.CreateLoad(type_, result);
}

Value *Lowering::runOneLane() {
  Value *source0 = hasSource(0) ? message_.source0() : nullptr, *source1 = hasSource(1) ? message_.source1() : nullptr;
  auto act = [&] {
    Value *old = isOwn_              ? plain(message_.pointer(), source0, source1)
                 : isIdempotent(op_) ? sharedIfChanged(op_, message_.pointer(), source0)
                                     : shared(op_, message_.pointer(), source0, source1);
    return atomicResult(b_, op_, old);
  };
  auto *known = llvm::dyn_cast<llvm::ConstantInt>(message_.mask());
  if (known && known->isOne())
    return act();
  onlyIf(message_.mask(), "active", [&] { b_.CreateStore(act(), results()); });
  return b_.CreateLoad(type_, results());
}

// ---- Lanes at one address

void Lowering::runAtOneAddress(Value *pointer, Value *mask) {
  Value *source0 = message_.source0(), *source1 = message_.source1();
  bool reassociates = llvm::isa<llvm::FPMathOperator>(message_.call) && message_.call->hasAllowReassoc();
  auto combined = combineLanes(b_, op_, source0, type_, mask, isUsed_, reassociates);
  if (combined) {
    Value *old = nullptr;
    if (isOwn_) {
      old = load(pointer, false);
      b_.CreateAlignedStore(applyAtomic(b_, combined->op, old, combined->total, nullptr), pointer, align_);
    } else {
      old = sharedIfChanged(combined->op, pointer, combined->total);
    }
    // Each lane sees what the lanes before it did as done already.
    if (isUsed_)
      keep(atomicResult(b_, op_, applyAtomic(b_, combined->op, b_.splat(old), combined->before, nullptr)), mask);
    return;
  }
  auto chain = [&](Value *cell) {
    Chained chained = chainLanes(b_, op_, cell, source0, source1, mask);
    keep(chained.results, mask);
    return chained.cell;
  };
  if (isOwn_) {
    b_.CreateAlignedStore(chain(load(pointer, false)), pointer, align_);
  } else if (op_ == AtomicOp::Xchg) { // the last one stays
    Value *old = shared(op_, pointer, source(source0, b_.lastLane(mask)), nullptr);
    if (isUsed_)
      chain(old);
  } else {
    Value *guess = load(pointer, true);
    swapUntil(pointer, guess, chain(guess), chain);
  }
}

// ---- Lanes at addresses of their own

/// No two lanes meet: one load and one store for all.
void Lowering::runStrided(const LaneAddresses &addresses) {
  Value *pointers = message_.pointer(), *mask = message_.mask(), *active = isAll(mask) ? nullptr : mask;
  bool together = addresses.stride() == static_cast<int64_t>(align_.value());
  Type *wide = message_.call->getType();
  Value *old =
      together ? b_.load(wide, addresses.first(), align_, active) : b_.CreateMaskedGather(wide, pointers, align_, mask);
  Value *next = applyAtomic(b_, op_, old, message_.source0(), message_.source1());
  if (together)
    b_.store(next, addresses.first(), align_, active);
  else
    b_.CreateMaskedScatter(next, pointers, align_, mask);
  keep(atomicResult(b_, op_, old), mask);
}

void Lowering::writeOut(LaneAddresses &addresses, Value *mask, llvm::ArrayRef<Value *> operands, OneLane body) {
  Value *olds = llvm::PoisonValue::get(message_.call->getType());
  for (unsigned lane = 0; lane < b_.width; ++lane) {
    llvm::SmallVector<Value *, 4> own;
    for (Value *operand : operands)
      own.push_back(b_.CreateExtractElement(operand, uint64_t(lane)));
    Value *old = body(addresses.ofLane(lane), own);
    if (isUsed_)
      olds = b_.CreateInsertElement(olds, atomicResult(b_, op_, old), uint64_t(lane));
  }
  keep(olds, mask);
}

void Lowering::loopOver(LaneAddresses &addresses, Value *mask, llvm::ArrayRef<Value *> operands, OneLane body) {
  llvm::SmallVector<LaneArray, 4> arrays;
  for (Value *operand : operands)
    arrays.emplace_back(b_, operand->getType()->getScalarType()).store(operand);
  LaneArray olds(b_, type_);
  addresses.prepare();
  b_.forEachLane(mask, [&](Value *lane) {
    llvm::SmallVector<Value *, 4> own;
    for (LaneArray &array : arrays)
      own.push_back(array.loadLane(lane));
    Value *old = body(addresses.ofLane(lane), own);
    if (isUsed_)
      olds.storeLane(lane, atomicResult(b_, op_, old));
  });
  if (isUsed_)
    keep(olds.load(), mask);
}

/// Lane after lane; written out when all take part: then the operands stay in registers. (Behind a locked instruction
/// even a load from the stack would wait.) A gather and a scatter with conflicts sorted out between them would be
/// slower than so many plain loads and stores: the machines' scatters and conflict tests take their time.
void Lowering::eachLane(LaneAddresses &addresses, Value *mask, llvm::ArrayRef<Value *> operands, OneLane body) {
  if (b_.width > UnrolledLanes)
    return loopOver(addresses, mask, operands, body);
  if (isAll(mask))
    return writeOut(addresses, mask, operands, body);
  BasicBlock *every = b_.block("all.lanes"), *some = b_.block("some.lanes"), *after = b_.block("lanes.done");
  b_.CreateCondBr(b_.everyLane(mask), every, some);
  b_.SetInsertPoint(every);
  LaneAddresses inRegisters(b_, message_.pointer());
  writeOut(inRegisters, mask, operands, body);
  b_.CreateBr(after);
  b_.SetInsertPoint(some);
  loopOver(addresses, mask, operands, body);
  b_.CreateBr(after);
  b_.SetInsertPoint(after);
}

llvm::SmallVector<Value *, 4> Lowering::sources() const {
  llvm::SmallVector<Value *, 4> result;
  if (hasSource(0))
    result.push_back(message_.source0());
  if (hasSource(1))
    result.push_back(message_.source1());
  return result;
}

void Lowering::runOwn() {
  LaneAddresses addresses(b_, message_.pointer());
  if (auto stride = addresses.stride(); stride && std::abs(*stride) >= static_cast<int64_t>(align_.value()))
    return runStrided(addresses);
  eachLane(addresses, message_.mask(), sources(), [&](Value *pointer, llvm::ArrayRef<Value *> operands) {
    return plain(pointer, first(operands), second(operands));
  });
}

/// Compare-exchanges: the new values are computed for all lanes from a first look, and only a lane that looked too
/// early does its own again.
void Lowering::runLocked(LaneAddresses &addresses, Value *mask) {
  auto operands = sources();
  if (isNative())
    return eachLane(addresses, mask, operands, [&](Value *pointer, llvm::ArrayRef<Value *> own) {
      return shared(op_, pointer, first(own), second(own));
    });
  Value *guess = seen_ ? seen_ : look(mask);
  operands.push_back(guess);
  operands.push_back(applyAtomic(b_, op_, guess, message_.source0(), message_.source1()));
  eachLane(addresses, mask, operands, [&](Value *pointer, llvm::ArrayRef<Value *> own) {
    Value *next = own.back(), *guessed = own.drop_back().back();
    return swapUntil(pointer, guessed, next, [&](Value *seen) {
      return applyAtomic(b_, op_, seen, first(own), hasSource(1) ? second(own) : nullptr);
    });
  });
}

void Lowering::runSharedApart(LaneAddresses &addresses, Value *mask, bool mayMeet) {
  if (!mayMeet)
    return runLocked(addresses, mask);
  addresses.prepare();
  Value *first = isAll(mask) ? b_.getInt32(0) : b_.firstLane(mask);
  BasicBlock *together = b_.block("together"), *apart = b_.block("apart"), *after = b_.block("atomic.done");
  b_.CreateCondBr(b_.anyLane(addresses.differing(mask, first)), apart, together);
  b_.SetInsertPoint(together);
  runAtOneAddress(addresses.ofLane(first), mask);
  b_.CreateBr(after);
  b_.SetInsertPoint(apart);
  runLocked(addresses, mask);
  b_.CreateBr(after);
  b_.SetInsertPoint(after);
}

void Lowering::runShared() {
  Value *mask = message_.mask();
  LaneAddresses addresses(b_, message_.pointer());
  bool mayMeet = !addresses.stride() || *addresses.stride() == 0;
  if (!mayOnlyRead() || !isIdempotent(op_))
    return runSharedApart(addresses, mask, mayMeet);
  seen_ = look(mask);
  if (isUsed_)
    b_.CreateStore(seen_, results());
  Value *changes = bitsDiffer(b_, applyAtomic(b_, op_, seen_, message_.source0(), nullptr), seen_);
  Value *active = b_.restrict(mask, changes);
  onlyIf(b_.anyLane(active), "change", [&] { runSharedApart(addresses, active, mayMeet); });
}

Value *Lowering::run() {
  if (message_.isForOneLane())
    return runOneLane();
  auto runLanes = [&] {
    if (!message_.pointer()->getType()->isVectorTy())
      runAtOneAddress(message_.pointer(), message_.mask());
    else if (isOwn_)
      runOwn();
    else
      runShared();
  };
  if (message_.mayBeEmpty())
    onlyIf(b_.anyLane(message_.mask()), "active", runLanes);
  else
    runLanes();
  return isUsed_ ? b_.CreateLoad(message_.call->getType(), results()) : nullptr;
}

unsigned widthOf(const AtomicMessage &message) {
  auto *type = llvm::dyn_cast<llvm::FixedVectorType>(message.call->getType());
  return type ? type->getNumElements() : 1;
}

void lower(const AtomicMessage &message, const targets::Machine &machine) {
  llvm::CallInst *call = message.call;
  BasicBlock *before = call->getParent();
  BasicBlock *after = before->splitBasicBlock(call, "atomic.after");
  before->getTerminator()->eraseFromParent();
  LaneBuilder builder(call->getContext(), widthOf(message));
  builder.SetInsertPoint(before);
  Value *result = Lowering(builder, message, machine).run();
  builder.CreateBr(after);
  if (result && !call->use_empty())
    call->replaceAllUsesWith(result);
  call->eraseFromParent();
}

/// Atomic loads and stores of own memory are plain, too.
template <typename Access> void makePlain(Access &access) {
  if (access.isAtomic() && AtomicMessage::isOwnMemory(*access.getPointerOperand()))
    access.setAtomic(AtomicOrdering::NotAtomic);
}

} // namespace
} // namespace simd

void lowerAtomics(llvm::Function &body, const targets::Machine &machine) {
  llvm::SmallVector<AtomicMessage, 8> messages;
  for (llvm::Instruction &instruction : llvm::instructions(body)) {
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      simd::makePlain(*load);
    else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      simd::makePlain(*store);
    else if (auto message = AtomicMessage::of(instruction))
      messages.push_back(*message);
  }
  for (const AtomicMessage &message : messages)
    simd::lower(message, machine);
}

void raiseAtomics(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto message = AtomicMessage::fromInstruction(instruction);
      if (!message)
        continue;
      llvm::IRBuilder<> builder(&instruction);
      llvm::Value *result = message->call;
      if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
        llvm::Value *pair = llvm::PoisonValue::get(exchange->getType());
        pair = builder.CreateInsertValue(pair, result, 0);
        result = builder.CreateInsertValue(pair, builder.CreateICmpEQ(result, exchange->getCompareOperand()), 1);
      }
      instruction.replaceAllUsesWith(result);
      instruction.eraseFromParent();
    }
}

} // namespace lanecl
