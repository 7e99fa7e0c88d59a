#include "compiler/transform/prepare/CountIterations.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

namespace lanecl {
namespace {

using namespace llvm;
using namespace llvm::PatternMatch;

/// A whole number as a sum of others, and not modulo anything: each part of it is poison where it wraps.
class ExactSum {
public:
  /// False where there is too much of it.
  bool add(Value &value, int64_t factor, unsigned depth = 8) {
    Value *a = nullptr, *b = nullptr;
    const APInt *number = nullptr;
    if (match(&value, m_APInt(number))) {
      constant_ += factor * number->sextOrTrunc(32).getSExtValue();
      return number->getSignificantBits() <= 32;
    }
    if (depth && match(&value, m_NSWAdd(m_Value(a), m_Value(b))))
      return add(*a, factor, depth - 1) && add(*b, factor, depth - 1);
    if (depth && match(&value, m_NSWSub(m_Value(a), m_Value(b))))
      return add(*a, factor, depth - 1) && add(*b, -factor, depth - 1);
    if (depth && match(&value, m_SExt(m_Value(a))))
      return add(*a, factor, depth - 1);
    terms_[&value] += factor;
    return terms_.size() <= MostTerms;
  }
  void add(int64_t number) { constant_ += number; }

  /// Takes out what is there 0 times; true if there was such a thing.
  bool cancel() {
    const size_t before = terms_.size();
    terms_.remove_if([](auto &term) { return term.second == 0; });
    return terms_.size() < before;
  }
  /// Of `bits` at most, in 64 bits: nothing wraps.
  bool fits(unsigned bits) const { return terms_.empty() || bits <= 32; }
  bool isInvariantIn(const Loop &loop) const {
    return all_of(terms_, [&](auto &term) { return loop.isLoopInvariant(term.first); });
  }

  /// At least 0. Of 32 bits where it is known.
  Value *make(IRBuilder<> &builder) const {
    if (terms_.empty() && isInt<32>(constant_))
      return builder.getInt32(static_cast<uint32_t>(std::max(constant_, int64_t(0))));
    Value *sum = builder.getInt64(static_cast<uint64_t>(constant_));
    for (auto [term, factor] : terms_)
      sum = builder.CreateAdd(sum, builder.CreateMul(builder.CreateSExt(term, builder.getInt64Ty()),
                                                     builder.getInt64(static_cast<uint64_t>(factor))));
    return builder.CreateBinaryIntrinsic(Intrinsic::smax, sum, builder.getInt64(0));
  }

private:
  static constexpr unsigned MostTerms = 4;
  SmallMapVector<Value *, int64_t, 4> terms_;
  int64_t constant_ = 0;
};

/// A test that leaves a loop once its counter has come to a limit.
struct CountedExit {
  PHINode *counter;
  Value *limit;
  bool isUp, isBehindStep, isInclusive; ///< by steps of 1 or of -1; asked of the next iteration's number
};

bool isStepOf(Value *value, Value *counter, bool isUp) {
  return isUp ? match(value, m_NSWAdd(m_Specific(counter), m_One()))
              : match(value, m_NSWAdd(m_Specific(counter), m_AllOnes()));
}

/// The phi of the loop's header that `value` is, or is counted from; null: none.
PHINode *counterOf(const Loop &loop, Value *value) {
  Value *from = nullptr;
  auto *counter = dyn_cast<PHINode>(match(value, m_NSWAdd(m_Value(from), m_Constant())) ? from : value);
  return counter && counter->getParent() == loop.getHeader() ? counter : nullptr;
}

/// What must hold of a number and a limit for a loop to go on.
struct Stay {
  Value *moves, *limit;
  CmpInst::Predicate holds;
};

template <typename IsCounter>
std::optional<Stay> stayOf(const Loop &loop, const BranchInst &branch, IsCounter isCounter) {
  auto *test = dyn_cast<ICmpInst>(branch.getCondition());
  if (!test)
    return std::nullopt;
  auto holds = loop.contains(branch.getSuccessor(0)) ? test->getPredicate() : test->getInversePredicate();
  Stay stay{test->getOperand(0), test->getOperand(1), holds};
  if (!isCounter(*stay.moves))
    stay = {stay.limit, stay.moves, CmpInst::getSwappedPredicate(holds)};
  return stay;
}

std::optional<CountedExit> exitOf(const Loop &loop, const BranchInst &branch) {
  auto stay = stayOf(loop, branch, [&](Value &value) { return counterOf(loop, &value) != nullptr; });
  if (!stay)
    return std::nullopt;
  auto [moves, limit, stays] = *stay;
  PHINode *counter = counterOf(loop, moves);
  const bool isUp = stays == CmpInst::ICMP_SLT || stays == CmpInst::ICMP_SLE;
  if (!counter || !CmpInst::isSigned(stays) ||
      !isStepOf(counter->getIncomingValueForBlock(loop.getLoopLatch()), counter, isUp) ||
      !(moves == counter || isStepOf(moves, counter, isUp)))
    return std::nullopt;
  return CountedExit{counter, limit, isUp, moves != counter, CmpInst::isNonStrictPredicate(stays)};
}

bool countExit(Loop &loop, BranchInst &branch) {
  auto exit = exitOf(loop, branch);
  if (!exit)
    return false;
  const int64_t step = exit->isUp ? 1 : -1;
  ExactSum sum;
  if (!sum.add(*exit->limit, step) ||
      !sum.add(*exit->counter->getIncomingValueForBlock(loop.getLoopPreheader()), -step))
    return false;
  sum.add((exit->isInclusive ? 1 : 0) - (exit->isBehindStep ? 1 : 0));
  if (!sum.cancel() || !sum.isInvariantIn(loop) || !sum.fits(exit->counter->getType()->getIntegerBitWidth()))
    return false;
  IRBuilder<> builder(loop.getLoopPreheader()->getTerminator());
  leaveAfter(loop, branch, *sum.make(builder));
  return true;
}

/// A phi that is 0 in the first iteration, 1 in the second ...
PHINode *iterationOf(Loop &loop, Type *type) {
  BasicBlock *before = loop.getLoopPreheader(), *latch = loop.getLoopLatch();
  for (PHINode &phi : loop.getHeader()->phis())
    if (phi.getType() == type && match(phi.getIncomingValueForBlock(before), m_Zero()) &&
        match(phi.getIncomingValueForBlock(latch), m_Add(m_Specific(&phi), m_One())))
      return &phi;
  IRBuilder<> builder(loop.getHeader(), loop.getHeader()->begin());
  PHINode *counter = builder.CreatePHI(type, 2, "iteration");
  builder.SetInsertPoint(latch->getTerminator());
  counter->addIncoming(Constant::getNullValue(type), before);
  counter->addIncoming(builder.CreateAdd(counter, ConstantInt::get(type, 1)), latch);
  return counter;
}

} // namespace

std::optional<CountedEnd> countedEnd(const Loop &loop, const BranchInst &branch) {
  const BasicBlock *before = loop.getLoopPreheader(), *latch = loop.getLoopLatch();
  if (!before || !latch || !branch.isConditional())
    return std::nullopt;
  for (PHINode &phi : loop.getHeader()->phis()) {
    auto *step = dyn_cast<BinaryOperator>(phi.getIncomingValueForBlock(latch));
    if (!step || !match(step, m_Add(m_Specific(&phi), m_One())))
      continue;
    auto isCounter = [&](Value &value) { return &value == &phi || &value == step; };
    auto stay = stayOf(loop, branch, isCounter);
    if (stay && isCounter(*stay->moves) && loop.isLoopInvariant(stay->limit) &&
        (ICmpInst::isLT(stay->holds) || ICmpInst::isLE(stay->holds)))
      return CountedEnd{phi.getIncomingValueForBlock(before), stay->limit, step};
  }
  return std::nullopt;
}

void leaveAfter(Loop &loop, BranchInst &branch, Value &count) {
  PHINode *counter = iterationOf(loop, count.getType());
  const bool leavesIfTrue = !loop.contains(branch.getSuccessor(0));
  Value *old = branch.getCondition();
  branch.setCondition(
      IRBuilder<>(&branch).CreateICmp(leavesIfTrue ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE, counter, &count));
  RecursivelyDeleteTriviallyDeadInstructions(old);
}

PreservedAnalyses CountIterations::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &tree = analyses.getResult<DominatorTreeAnalysis>(function);
  bool changed = false;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    SmallVector<BasicBlock *, 4> exiting;
    loop->getExitingBlocks(exiting);
    if (!loop->getLoopPreheader() || !loop->getLoopLatch())
      continue;
    for (BasicBlock *block : exiting) {
      auto *branch = dyn_cast<BranchInst>(block->getTerminator());
      if (branch && branch->isConditional() && tree.dominates(block, loop->getLoopLatch()))
        changed |= countExit(*loop, *branch);
    }
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace lanecl
