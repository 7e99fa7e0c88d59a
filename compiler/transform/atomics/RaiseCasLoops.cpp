// The loop in which OpenCL C writes the atomic operations that it lacks,
//   do { old = *p; next = old + x; } while (atomic_cmpxchg(p, old, next) != old);
// is one atomic operation, when the machine's atomic operation has the operation: then lanes are combined like those of
// any other. So are attempts before the loop, written out. What is there may be seen by an operation that changes
// nothing.
#include "compiler/analysis/UpdateLoops.h"
#include "compiler/transform/Passes.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace lanecl {
namespace {

using namespace llvm::PatternMatch;
using llvm::BasicBlock, llvm::Instruction, llvm::Value;

/// next = op(old, source).
struct Update {
  AtomicOp op;
  Value *source;
  Instruction *computed; ///< before a cast to the bits that are exchanged
};

std::optional<AtomicOp> opOf(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::Add:
  case Instruction::FAdd:
    return AtomicOp::Add;
  case Instruction::Sub:
  case Instruction::FSub:
    return AtomicOp::Sub;
  case Instruction::And:
    return AtomicOp::And;
  case Instruction::Or:
    return AtomicOp::Or;
  case Instruction::Xor:
    return AtomicOp::Xor;
  default:
    break;
  }
  auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  switch (intrinsic ? intrinsic->getIntrinsicID() : llvm::Intrinsic::not_intrinsic) {
  case llvm::Intrinsic::smin:
    return AtomicOp::IMin;
  case llvm::Intrinsic::smax:
    return AtomicOp::IMax;
  case llvm::Intrinsic::umin:
    return AtomicOp::Min;
  case llvm::Intrinsic::umax:
    return AtomicOp::Max;
  case llvm::Intrinsic::minnum:
    return AtomicOp::FMin;
  case llvm::Intrinsic::maxnum:
    return AtomicOp::FMax;
  default:
    return std::nullopt;
  }
}

std::optional<Update> updateOf(Value *next, Value *old) {
  Value *value = next;
  match(value, m_BitCast(m_Value(value)));
  auto *computed = llvm::dyn_cast<Instruction>(value);
  auto op = computed && !computed->getType()->isVectorTy() ? opOf(*computed) : std::nullopt;
  if (!op)
    return std::nullopt;
  auto isOld = [&](Value *operand) {
    return operand == old || match(operand, m_BitCast(m_Specific(old))) || match(old, m_BitCast(m_Specific(operand)));
  };
  Value *left = computed->getOperand(0), *right = computed->getOperand(1);
  if (!isOld(left)) {
    if (*op == AtomicOp::Sub || !isOld(right))
      return std::nullopt;
    std::swap(left, right);
  }
  return Update{*op, right, computed};
}

/// `update` as one atomic operation, where the builder stands.
Instruction *makeAtomic(llvm::IRBuilder<> &builder, const Update &update, const AtomicOperation &exchange) {
  if (llvm::isa<llvm::FPMathOperator>(update.computed))
    builder.setFastMathFlags(update.computed->getFastMathFlags());
  return AtomicOperation::create(
             builder, update.op, update.computed->getType(),
             {exchange.pointer(), update.source, nullptr, builder.getTrue(), exchange.scope(), exchange.semantics()})
      .call;
}

/// Nothing in the block but what makes the new value. What else reads memory would come to stand behind the atomic
/// operation.
bool hasOnly(const BasicBlock &block, const AtomicOperation &exchange, const Value *old) {
  return llvm::all_of(block,
                      [&](const Instruction &instruction) {
                        return &instruction == exchange.call || &instruction == old || instruction.isTerminator() ||
                               (!instruction.mayHaveSideEffects() && !instruction.mayReadFromMemory());
                      }) &&
         llvm::none_of(block.phis(), [&](const llvm::PHINode &phi) { return &phi != old; });
}

/// Behind the atomic operation, which found what memory held: no exchange, one edge on, and no look at memory, volatile
/// or not, that only told the exchange what to expect.
void finish(const AtomicOperation &exchange, Value *found, BasicBlock &next, Value *expected) {
  const Value *pointer = exchange.pointer();
  auto *branch = llvm::cast<llvm::BranchInst>(exchange.call->getParent()->getTerminator());
  Value *inner = nullptr;
  llvm::WeakTrackingVH look = match(expected, m_BitCast(m_Value(inner))) ? inner : expected;
  llvm::SmallVector<llvm::WeakTrackingVH> unused = {branch->getCondition(), exchange.source0(), expected};
  llvm::IRBuilder<> builder(exchange.call);
  exchange.call->replaceAllUsesWith(builder.CreateBitCast(found, exchange.call->getType()));
  exchange.call->eraseFromParent();
  llvm::BranchInst::Create(&next, branch->getIterator());
  branch->eraseFromParent();
  llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(unused);
  if (auto *load = llvm::dyn_cast_or_null<llvm::LoadInst>(look);
      load && load->use_empty() && load->getPointerOperand() == pointer)
    load->eraseFromParent();
}

/// `twin` holds the same bits as `phi` along every edge.
bool isTwin(llvm::PHINode &twin, llvm::PHINode &phi) {
  auto isSame = [](Value *a, Value *b) { return match(a, m_BitCast(m_Specific(b))); };
  return llvm::all_of(phi.blocks(), [&](BasicBlock *from) {
    Value *a = phi.getIncomingValueForBlock(from), *b = twin.getIncomingValueForBlock(from);
    return isSame(a, b) || isSame(b, a);
  });
}

/// A number of which the bits are exchanged goes round the loop once, as those: LLVM has it go round as both.
void dropTwins(BasicBlock &header) {
  llvm::PHINode *bits = nullptr;
  for (llvm::PHINode &phi : header.phis())
    bits = !bits && phi.getType()->isIntegerTy() ? &phi : bits;
  for (llvm::PHINode &phi : llvm::make_early_inc_range(header.phis()))
    if (bits && &phi != bits && phi.getType()->isFloatingPointTy() && isTwin(phi, *bits)) {
      llvm::IRBuilder<> builder(&header, header.getFirstNonPHIIt());
      phi.replaceAllUsesWith(builder.CreateBitCast(bits, phi.getType()));
      phi.eraseFromParent();
    }
}

/// A loop that is left in its header becomes that block alone where the other only casts what the exchange found.
void foldLatch(llvm::Loop &loop, llvm::DominatorTree &dominators, llvm::LoopInfo &loops) {
  BasicBlock *header = loop.getHeader(), *latch = loop.getLoopLatch();
  if (loop.getNumBlocks() != 2 || !latch || latch == header || latch->getSinglePredecessor() != header ||
      !llvm::isa<llvm::BranchInst>(header->getTerminator()))
    return;
  for (Instruction &instruction : *latch)
    if (!instruction.isTerminator() && !llvm::isa<llvm::CastInst>(instruction))
      return;
  for (Instruction &instruction : llvm::make_early_inc_range(*latch))
    if (!instruction.isTerminator())
      instruction.moveBefore(header->getTerminator()->getIterator());
  header->replacePhiUsesWith(latch, header);
  header->getTerminator()->replaceSuccessorWith(latch, header);
  loops.removeBlock(latch);
  dominators.eraseNode(latch);
  latch->eraseFromParent(); // whose edge is the header's own now
}

/// What is left of the loop; null where it stays as it is.
BasicBlock *raise(llvm::Loop &loop, llvm::DominatorTree &dominators, llvm::LoopInfo &loops) {
  auto exchange = exchangeOf(loop);
  if (!exchange)
    return nullptr;
  foldLatch(loop, dominators, loops);
  BasicBlock *block = loop.getHeader(), *after = loop.getExitBlock();
  dropTwins(*block);
  if (loop.getNumBlocks() != 1 || !after)
    return nullptr;
  Value *old = exchange->source1();
  auto update = updateOf(exchange->source0(), old);
  if (!update || llvm::isa<llvm::BitCastInst>(old) || !loop.isLoopInvariant(update->source) ||
      !expectsWhatItSees(*exchange, loop) || edgesBehind(*exchange).done != after || !hasOnly(*block, *exchange, old))
    return nullptr;
  BasicBlock *before = llvm::InsertPreheaderForLoop(&loop, &dominators, &loops, nullptr, false);
  if (!before)
    return nullptr;
  llvm::IRBuilder<> builder(before->getTerminator());
  Value *found = makeAtomic(builder, *update, *exchange);
  // The last iteration is what is left of the loop: its values may be used behind it.
  auto *phi = llvm::dyn_cast<llvm::PHINode>(old);
  Value *look = phi ? phi->getIncomingValueForBlock(before) : old;
  old->replaceAllUsesWith(builder.CreateBitCast(found, old->getType()));
  block->removePredecessor(block, /*KeepOneInputPHIs=*/true);
  if (phi)
    phi->eraseFromParent();
  finish(*exchange, found, *after, look);
  return block;
}

/// The only thing that `block` does; nothing where it does more.
std::optional<AtomicOperation> onlyAtomic(BasicBlock &block) {
  std::optional<AtomicOperation> found;
  for (Instruction &instruction : block) {
    auto atomic = AtomicOperation::of(instruction);
    if (atomic ? found.has_value() : instruction.mayHaveSideEffects() || instruction.mayReadFromMemory())
      return std::nullopt;
    if (atomic)
      found = atomic;
  }
  return found;
}

/// The atomic operation that does what the exchange failed to do.
bool isRepetition(const AtomicOperation &atomic, const AtomicOperation &exchange, const Update &update) {
  return atomic.op == update.op && atomic.isForOneLane() && atomic.pointer() == exchange.pointer() &&
         atomic.source0() == update.source && atomic.call->getType() == update.computed->getType() &&
         atomic.scope() == exchange.scope() && atomic.semantics() == exchange.semantics();
}

/// An attempt: an exchange, and where it fails nothing but the atomic operation that is meant.
///   found = atomic_cmpxchg(p, old, old + x); if (found != old) atomic_add(p, x);
void absorb(BasicBlock &block) {
  for (Instruction &instruction : llvm::reverse(block)) {
    auto exchange = AtomicOperation::of(instruction);
    if (!exchange)
      continue;
    if (exchange->op != AtomicOp::CmpXchg || !exchange->isForOneLane())
      return;
    auto update = updateOf(exchange->source0(), exchange->source1());
    auto [done, failed] = edgesBehind(*exchange);
    auto again = update && failed && failed->getSinglePredecessor() == &block ? onlyAtomic(*failed) : std::nullopt;
    if (!again || !isRepetition(*again, *exchange, *update) || failed->getSingleSuccessor() != done || done == &block)
      return;
    // Both paths end alike: what they tell is the same, or nothing.
    if (llvm::any_of(done->phis(), [&, from = failed](const llvm::PHINode &phi) {
          return phi.getIncomingValueForBlock(&block) != phi.getIncomingValueForBlock(from);
        }))
      return;
    llvm::IRBuilder<> builder(exchange->call);
    Value *found = makeAtomic(builder, *update, *exchange);
    failed->removePredecessor(&block);
    finish(*exchange, found, *done, exchange->source1());
    llvm::DeleteDeadBlock(failed);
    return;
  }
}

/// An operation that changes nothing, by which programs read what they may not read otherwise: atomic_add(p, 0).
bool isLook(const AtomicOperation &atomic) {
  if (!atomic.isForOneLane() || !match(atomic.mask(), m_One()) ||
      atomic.ordering() != llvm::AtomicOrdering::Monotonic || !atomic.call->getType()->isIntegerTy())
    return false;
  switch (atomic.op) {
  case AtomicOp::Add:
  case AtomicOp::Sub:
  case AtomicOp::Or:
  case AtomicOp::Xor:
  case AtomicOp::Max:
    return match(atomic.source0(), m_Zero());
  case AtomicOp::And:
  case AtomicOp::Min:
    return match(atomic.source0(), m_AllOnes());
  default:
    return false;
  }
}

/// Looks that order nothing else are loads: what they see was there, or they would have come a moment before.
void readForLooks(llvm::Function &function) {
  for (Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function)))
    if (auto atomic = AtomicOperation::of(instruction); atomic && isLook(*atomic)) {
      llvm::IRBuilder<> builder(&instruction);
      llvm::Type *type = instruction.getType();
      const llvm::Align align(function.getDataLayout().getTypeStoreSize(type).getFixedValue());
      llvm::LoadInst *load = builder.CreateAlignedLoad(type, atomic->pointer(), align);
      load->setAtomic(llvm::AtomicOrdering::Monotonic);
      load->takeName(&instruction);
      instruction.replaceAllUsesWith(load);
      instruction.eraseFromParent();
    }
}

} // namespace

void raiseCasLoops(llvm::Function &function) {
  readForLooks(function);
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  llvm::SmallVector<BasicBlock *> left;
  for (llvm::Loop *loop : loops.getLoopsInPreorder())
    if (BasicBlock *block = loop->isInnermost() ? raise(*loop, dominators, loops) : nullptr)
      left.push_back(block);
  if (left.empty())
    return;
  for (BasicBlock *block : left)
    llvm::MergeBlockIntoPredecessor(block);
  // The last attempt first, which is what the one before it repeats.
  const llvm::SmallVector<BasicBlock *> order(llvm::post_order(&function.getEntryBlock()));
  for (BasicBlock *block : order)
    absorb(*block);
}

} // namespace lanecl
