// The loop in which OpenCL C writes the atomic operations that it lacks,
//   do { old = *p; next = old + x; } while (atomic_cmpxchg(p, old, next) != old);
// is one atomic operation, when the machine's atomic operation has the operation: then lanes are combined like those of
// any other.
#include "compiler/ir/AtomicOperation.h"
#include "compiler/transform/Passes.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
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

std::optional<Update> updateOf(Value *next, Value *old, const llvm::Loop &loop) {
  Value *value = next;
  match(value, m_BitCast(m_Value(value)));
  auto *computed = llvm::dyn_cast<Instruction>(value);
  auto op = computed && !computed->getType()->isVectorTy() ? opOf(*computed) : std::nullopt;
  if (!op)
    return std::nullopt;
  auto isOld = [&](Value *operand) { return operand == old || match(operand, m_BitCast(m_Specific(old))); };
  Value *left = computed->getOperand(0), *right = computed->getOperand(1);
  if (!isOld(left)) {
    if (*op == AtomicOp::Sub || !isOld(right))
      return std::nullopt;
    std::swap(left, right);
  }
  return loop.isLoopInvariant(right) ? std::optional(Update{*op, right, computed}) : std::nullopt;
}

/// What the exchange compares with: read anew in each iteration, in no order that the exchange lacks, or what the last
/// exchange found.
bool isLook(Value *old, const AtomicOperation &exchange, const llvm::Loop &loop) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(old))
    return loop.contains(load) && load->getPointerOperand() == exchange.pointer() &&
           !llvm::isStrongerThanMonotonic(load->getOrdering());
  auto *phi = llvm::dyn_cast<llvm::PHINode>(old);
  if (!phi || phi->getParent() != loop.getHeader() || phi->getNumIncomingValues() != 2)
    return false;
  Value *next = phi->getIncomingValueForBlock(loop.getLoopLatch()), *equal = nullptr, *different = nullptr;
  // found == old ? old : found, which is found
  llvm::CmpPredicate predicate;
  auto compared = m_c_ICmp(predicate, m_Specific(exchange.call), m_Specific(old));
  if (match(next, m_Select(compared, m_Value(equal), m_Value(different)))) {
    if (predicate == llvm::CmpInst::ICMP_NE)
      std::swap(equal, different);
    bool isEquality = predicate == llvm::CmpInst::ICMP_NE || predicate == llvm::CmpInst::ICMP_EQ;
    return isEquality && (equal == old || equal == exchange.call) && different == exchange.call;
  }
  return next == exchange.call;
}

/// The loop goes round until the exchange finds what it compares with, and ends then.
bool endsWhenDone(const llvm::Loop &loop, const AtomicOperation &exchange, Value *old) {
  auto *branch = llvm::dyn_cast<llvm::BranchInst>(loop.getHeader()->getTerminator());
  llvm::CmpPredicate predicate;
  if (!branch || !branch->isConditional() ||
      !match(branch->getCondition(), m_c_ICmp(predicate, m_Specific(exchange.call), m_Specific(old))))
    return false;
  bool leavesIfEqual = !loop.contains(branch->getSuccessor(0));
  return predicate == (leavesIfEqual ? llvm::CmpInst::ICMP_EQ : llvm::CmpInst::ICMP_NE);
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

bool raise(llvm::Loop &loop, llvm::DominatorTree &dominators, llvm::LoopInfo &loops) {
  BasicBlock *block = loop.getHeader(), *after = loop.getExitBlock();
  if (loop.getNumBlocks() != 1 || !after)
    return false;
  std::optional<AtomicOperation> exchange;
  for (Instruction &instruction : *block)
    if (auto atomic = AtomicOperation::of(instruction)) {
      if (exchange || atomic->op != AtomicOp::CmpXchg)
        return false;
      exchange = atomic;
    }
  if (!exchange || !exchange->isForOneLane() || !loop.isLoopInvariant(exchange->pointer()))
    return false;
  Value *old = exchange->source1();
  auto update = updateOf(exchange->source0(), old, loop);
  if (!update || !isLook(old, *exchange, loop) || !endsWhenDone(loop, *exchange, old) ||
      !hasOnly(*block, *exchange, old))
    return false;
  BasicBlock *before = llvm::InsertPreheaderForLoop(&loop, &dominators, &loops, nullptr, false);
  if (!before)
    return false;
  llvm::IRBuilder<> builder(before->getTerminator());
  if (llvm::isa<llvm::FPMathOperator>(update->computed))
    builder.setFastMathFlags(update->computed->getFastMathFlags());
  auto *type = update->computed->getType();
  Value *found = AtomicOperation::create(builder, update->op, type,
                                         {exchange->pointer(), update->source, nullptr, builder.getTrue(),
                                          exchange->scope(), exchange->semantics()})
                     .call;
  // The last iteration is what is left of the loop: its values may be used behind it.
  Value *bits = builder.CreateBitCast(found, old->getType());
  old->replaceAllUsesWith(bits);
  exchange->call->replaceAllUsesWith(bits);
  exchange->call->eraseFromParent();
  auto *branch = llvm::cast<llvm::BranchInst>(block->getTerminator());
  Value *condition = branch->getCondition();
  block->removePredecessor(block, /*KeepOneInputPHIs=*/true);
  llvm::BranchInst::Create(after, branch->getIterator());
  branch->eraseFromParent();
  llvm::RecursivelyDeleteTriviallyDeadInstructions(condition);
  if (auto *look = llvm::cast<Instruction>(old); look->use_empty())
    look->eraseFromParent();
  return true;
}

} // namespace

void raiseCasLoops(llvm::Function &function) {
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  for (llvm::Loop *loop : loops.getLoopsInPreorder())
    if (loop->isInnermost())
      raise(*loop, dominators, loops);
}

} // namespace lanecl
