// Atomic operations to instructions. A work-group runs on one thread: on its own memory they are plain
// operations, with lanes at the same address one after the other. On memory that others see, all lanes at one address
// go there once; otherwise it is one locked instruction a lane, and none for lanes that would leave memory as it is.
#include "compiler/transform/Passes.h"
#include "compiler/transform/atomics/AtomicArithmetic.h"
#include "compiler/transform/atomics/AtomicLane.h"
#include "compiler/transform/lanes/LaneAddresses.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

namespace lanecl {
namespace simd {
namespace {

using llvm::AtomicOrdering, llvm::BasicBlock, llvm::Type, llvm::Value;

/// Up to so many lanes what is done lane after lane is written out instead of looped over.
constexpr unsigned UnrolledLanes = 16;

bool isAll(const Value *mask) { return match(mask, llvm::PatternMatch::m_AllOnes()); }

/// One atomic operation on its way to instructions, at the builder's position.
class Lowering {
public:
  Lowering(LaneBuilder &builder, const AtomicOperation &atomic, const targets::Machine &machine)
      : b_(builder), atomic_(atomic), machine_(machine), lane_(builder, atomic), op_(atomic.op),
        isOwn_(atomic.isOnOwnMemory()), isUsed_(!atomic.call->use_empty()) {}
  /// The result; null when nobody asks for it.
  Value *run();

private:
  Value *runOneLane();
  void runAtOneAddress(Value *pointer, Value *mask);
  void runOwn();
  void runStrided(const LaneAddresses &addresses);
  void runShared();
  void runSharedSerially(LaneAddresses &addresses, Value *mask, bool mayMeet);
  void runLocked(LaneAddresses &addresses, Value *mask);

  /// Operands of one lane: of its address, and of the wide values given. The result is the old value.
  using OneLane = llvm::function_ref<Value *(Value *pointer, llvm::ArrayRef<Value *> operands)>;
  void eachLane(LaneAddresses &addresses, Value *mask, llvm::ArrayRef<Value *> operands, OneLane body);
  void fetch(LaneAddresses &addresses);
  void writeOut(LaneAddresses &addresses, Value *mask, llvm::ArrayRef<Value *> operands, OneLane body);
  void loopOver(LaneAddresses &addresses, Value *mask, llvm::ArrayRef<Value *> operands, OneLane body);

  Value *look(Value *mask);
  Value *lookLaneByLane(Value *mask);
  Value *source(Value *wide, Value *lane) { return b_.CreateExtractElement(wide, lane); }
  llvm::SmallVector<Value *, 4> sources() const;
  static Value *first(llvm::ArrayRef<Value *> operands) { return operands.empty() ? nullptr : operands[0]; }
  static Value *second(llvm::ArrayRef<Value *> operands) { return operands.size() < 2 ? nullptr : operands[1]; }
  bool hasSource(unsigned which) const { return AtomicOperation::sourcesOf(op_) > which; }
  /// Results of the lanes of `mask`; the others' were kept before, or are nobody's.
  void keep(Value *wideResults, Value *mask) {
    if (isUsed_)
      b_.CreateStore(seen_ ? b_.blend(mask, wideResults, seen_) : wideResults, results());
  }
  llvm::AllocaInst *results() {
    if (!results_)
      results_ = b_.variable(atomic_.call->getType(), "results");
    return results_;
  }

  LaneBuilder &b_;
  const AtomicOperation &atomic_;
  const targets::Machine &machine_;
  AtomicLane lane_;
  AtomicOp op_;
  bool isOwn_, isUsed_;
  Value *seen_ = nullptr; ///< <W x T>: what memory held at a first look, the result of lanes that change nothing
  llvm::AllocaInst *results_ = nullptr;
};

/// All lanes' load, which may be all that the atomic operation does. A gather is no atomic load to LLVM, which may move
/// it, out of a loop that waits for another value, and what is behind it to before it. The fence keeps it in its place,
/// and the machine needs no instruction for that.
Value *Lowering::look(Value *mask) {
  if (!machine_.gathersAtomically)
    return lookLaneByLane(mask);
  Value *seen = b_.CreateMaskedGather(atomic_.call->getType(), atomic_.pointer(), lane_.align(), mask);
  if (lane_.mayOnlyRead() && (isIdempotent(op_) || op_ == AtomicOp::FCmpWr))
    b_.CreateFence(AtomicOrdering::Acquire, llvm::SyncScope::SingleThread);
  return seen;
}

Value *Lowering::lookLaneByLane(Value *mask) {
  LaneAddresses addresses(b_, atomic_.pointer());
  LaneArray seen(b_, lane_.type());
  addresses.prepare();
  b_.forEachLane(mask, [&](Value *lane) { seen.storeLane(lane, lane_.load(addresses.ofLane(lane), true)); });
  return seen.load();
}

Value *Lowering::runOneLane() {
  Value *source0 = hasSource(0) ? atomic_.source0() : nullptr, *source1 = hasSource(1) ? atomic_.source1() : nullptr;
  auto act = [&] {
    Value *old = isOwn_              ? lane_.plain(atomic_.pointer(), source0, source1)
                 : isIdempotent(op_) ? lane_.sharedIfChanged(op_, atomic_.pointer(), source0)
                                     : lane_.shared(op_, atomic_.pointer(), source0, source1);
    return atomicResult(b_, op_, old);
  };
  auto *known = llvm::dyn_cast<llvm::ConstantInt>(atomic_.mask());
  if (known && known->isOne())
    return act();
  lane_.onlyIf(atomic_.mask(), "active", [&] { b_.CreateStore(act(), results()); });
  return b_.CreateLoad(lane_.type(), results());
}

// ---- Lanes at one address

void Lowering::runAtOneAddress(Value *pointer, Value *mask) {
  Value *source0 = atomic_.source0(), *source1 = atomic_.source1();
  bool reassociates = llvm::isa<llvm::FPMathOperator>(atomic_.call) && atomic_.call->hasAllowReassoc();
  auto combined = combineLanes(b_, op_, source0, lane_.type(), mask, isUsed_, reassociates);
  if (combined) {
    Value *old = nullptr;
    if (isOwn_) {
      old = lane_.load(pointer, false);
      b_.CreateAlignedStore(applyAtomic(b_, combined->op, old, combined->total, nullptr), pointer, lane_.align());
    } else {
      old = lane_.sharedIfChanged(combined->op, pointer, combined->total);
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
    b_.CreateAlignedStore(chain(lane_.load(pointer, false)), pointer, lane_.align());
  } else if (op_ == AtomicOp::Xchg) { // the last one stays
    Value *old = lane_.shared(op_, pointer, source(source0, b_.lastLane(mask)), nullptr);
    if (isUsed_)
      chain(old);
  } else {
    Value *guess = lane_.load(pointer, true);
    lane_.swapUntil(pointer, guess, chain(guess), chain);
  }
}

// ---- Lanes at addresses of their own

/// No two lanes meet: one load and one store for all.
void Lowering::runStrided(const LaneAddresses &addresses) {
  Value *pointers = atomic_.pointer(), *mask = atomic_.mask(), *active = isAll(mask) ? nullptr : mask;
  bool together = addresses.stride() == static_cast<int64_t>(lane_.align().value());
  Type *wide = atomic_.call->getType();
  Value *old = together ? b_.load(wide, addresses.first(), lane_.align(), active)
                        : b_.CreateMaskedGather(wide, pointers, lane_.align(), mask);
  Value *next = applyAtomic(b_, op_, old, atomic_.source0(), atomic_.source1());
  if (together)
    b_.store(next, addresses.first(), lane_.align(), active);
  else
    b_.CreateMaskedScatter(next, pointers, lane_.align(), mask);
  keep(atomicResult(b_, op_, old), mask);
}

/// What is not in the cache comes for all lanes at a time: a locked instruction lets no later access begin.
void Lowering::fetch(LaneAddresses &addresses) {
  if (isOwn_ || addresses.stride())
    return;
  Value *write = b_.getInt32(1), *keep = b_.getInt32(3), *data = b_.getInt32(1);
  for (unsigned lane = 1; lane < b_.width; ++lane) {
    Value *place = addresses.ofLane(lane);
    b_.CreateIntrinsic(llvm::Intrinsic::prefetch, {place->getType()}, {place, write, keep, data});
  }
}

void Lowering::writeOut(LaneAddresses &addresses, Value *mask, llvm::ArrayRef<Value *> operands, OneLane body) {
  fetch(addresses);
  Value *olds = llvm::PoisonValue::get(atomic_.call->getType());
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
  LaneArray olds(b_, lane_.type());
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
  LaneAddresses inRegisters(b_, atomic_.pointer());
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
    result.push_back(atomic_.source0());
  if (hasSource(1))
    result.push_back(atomic_.source1());
  return result;
}

void Lowering::runOwn() {
  LaneAddresses addresses(b_, atomic_.pointer());
  if (auto stride = addresses.stride(); stride && std::abs(*stride) >= static_cast<int64_t>(lane_.align().value()))
    return runStrided(addresses);
  eachLane(addresses, atomic_.mask(), sources(), [&](Value *pointer, llvm::ArrayRef<Value *> operands) {
    return lane_.plain(pointer, first(operands), second(operands));
  });
}

/// Each lane looks for itself where no one instruction does it: lanes before it may have been at the same address.
void Lowering::runLocked(LaneAddresses &addresses, Value *mask) {
  eachLane(addresses, mask, sources(), [&](Value *pointer, llvm::ArrayRef<Value *> own) {
    return lane_.shared(op_, pointer, first(own), second(own));
  });
}

void Lowering::runSharedSerially(LaneAddresses &addresses, Value *mask, bool mayMeet) {
  if (!mayMeet)
    return runLocked(addresses, mask);
  addresses.prepare();
  Value *first = isAll(mask) ? b_.getInt32(0) : b_.firstLane(mask);
  BasicBlock *together = b_.block("together"), *separate = b_.block("separate"), *after = b_.block("atomic.done");
  b_.CreateCondBr(b_.anyLane(addresses.differing(mask, first)), separate, together);
  b_.SetInsertPoint(together);
  runAtOneAddress(addresses.ofLane(first), mask);
  b_.CreateBr(after);
  b_.SetInsertPoint(separate);
  runLocked(addresses, mask);
  b_.CreateBr(after);
  b_.SetInsertPoint(after);
}

void Lowering::runShared() {
  Value *mask = atomic_.mask();
  LaneAddresses addresses(b_, atomic_.pointer());
  bool mayMeet = !addresses.stride() || *addresses.stride() == 0;
  if (!lane_.mayOnlyRead() || !isIdempotent(op_))
    return runSharedSerially(addresses, mask, mayMeet);
  seen_ = look(mask);
  if (isUsed_)
    b_.CreateStore(seen_, results());
  Value *changes = bitsDiffer(b_, applyAtomic(b_, op_, seen_, atomic_.source0(), nullptr), seen_);
  Value *active = b_.restrict(mask, changes);
  lane_.onlyIf(b_.anyLane(active), "change", [&] { runSharedSerially(addresses, active, mayMeet); });
}

Value *Lowering::run() {
  if (atomic_.isForOneLane())
    return runOneLane();
  auto runLanes = [&] {
    if (!atomic_.pointer()->getType()->isVectorTy())
      runAtOneAddress(atomic_.pointer(), atomic_.mask());
    else if (isOwn_)
      runOwn();
    else
      runShared();
  };
  if (atomic_.mayBeEmpty())
    lane_.onlyIf(b_.anyLane(atomic_.mask()), "active", runLanes);
  else
    runLanes();
  return isUsed_ ? b_.CreateLoad(atomic_.call->getType(), results()) : nullptr;
}

unsigned widthOf(const AtomicOperation &atomic) {
  auto *type = llvm::dyn_cast<llvm::FixedVectorType>(atomic.call->getType());
  return type ? type->getNumElements() : 1;
}

void lower(const AtomicOperation &atomic, const targets::Machine &machine) {
  llvm::CallInst *call = atomic.call;
  BasicBlock *before = call->getParent();
  BasicBlock *after = before->splitBasicBlock(call, "atomic.after");
  before->getTerminator()->eraseFromParent();
  LaneBuilder builder(call->getContext(), widthOf(atomic));
  builder.SetInsertPoint(before);
  Value *result = Lowering(builder, atomic, machine).run();
  builder.CreateBr(after);
  if (result && !call->use_empty())
    call->replaceAllUsesWith(result);
  call->eraseFromParent();
}

/// Atomic loads and stores of own memory are plain, too.
template <typename Access> void makePlain(Access &access) {
  if (access.isAtomic() && AtomicOperation::isOwnMemory(*access.getPointerOperand()))
    access.setAtomic(AtomicOrdering::NotAtomic);
}

} // namespace
} // namespace simd

void lowerAtomics(llvm::Function &body, const targets::Machine &machine) {
  llvm::SmallVector<AtomicOperation, 8> atomics;
  for (llvm::Instruction &instruction : llvm::instructions(body)) {
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      simd::makePlain(*load);
    else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      simd::makePlain(*store);
    else if (auto atomic = AtomicOperation::of(instruction))
      atomics.push_back(*atomic);
  }
  for (const AtomicOperation &atomic : atomics)
    simd::lower(atomic, machine);
}

void raiseAtomics(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto atomic = AtomicOperation::fromInstruction(instruction);
      if (!atomic)
        continue;
      llvm::IRBuilder<> builder(&instruction);
      llvm::Value *result = atomic->call;
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
