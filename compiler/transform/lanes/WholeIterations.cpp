#include "compiler/transform/lanes/WholeIterations.h"
#include "compiler/analysis/Uniformity.h"
#include "compiler/ir/AtomicOperation.h"
#include "compiler/ir/Operations.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace lanecl {
namespace {

using llvm::BasicBlock, llvm::BranchInst, llvm::Instruction, llvm::Loop, llvm::SCEV, llvm::Value;

// They bound code, not meaning.
constexpr unsigned MaxCopied = 150;    ///< instructions of a loop
constexpr unsigned MaxAllCopied = 400; ///< of a function

struct CountedLoop {
  Loop *loop;
  BranchInst *back;       ///< of the latch
  unsigned side;          ///< its successor that goes on
  llvm::PHINode *counter; ///< that number in the iteration before; null: none is
  BranchInst *guard;      ///< asks the same about the first iteration; null: nothing does, or it can't be moved
};

/// Of the loop's header: what it begins with is what `behind`, past the guard, has without an iteration, and what it
/// goes on with what that has after some. Null: none.
llvm::PHINode *headerPhi(const CountedLoop &of, const llvm::PHINode &behind) {
  BasicBlock *before = of.loop->getLoopPreheader(), *exit = of.loop->getExitBlock();
  auto *left = llvm::dyn_cast<llvm::PHINode>(behind.getIncomingValueForBlock(exit));
  const Value *none = behind.getIncomingValueForBlock(before->getSinglePredecessor());
  if (!left || left->getParent() != exit)
    return nullptr;
  for (llvm::PHINode &phi : of.loop->getHeader()->phis())
    if (phi.getIncomingValueForBlock(before) == none &&
        phi.getIncomingValueForBlock(of.back->getParent()) == left->getIncomingValue(0))
      return &phi;
  return nullptr;
}

class LoopFinder {
public:
  LoopFinder(llvm::Function &function, simd::LaneAnalyses &analyses)
      : uniformity_(analyses.uniformity(function)), evolution_(analyses.get<llvm::ScalarEvolutionAnalysis>(function)),
        loops_(analyses.get<llvm::LoopAnalysis>(function)) {}
  llvm::SmallVector<CountedLoop, 2> run();

private:
  bool isKnown(const SCEV *number, bool ofIds) const;
  bool counts(const Loop &loop, Value *counter, Value *bound) const;
  bool isWorthCopying(const Loop &loop, unsigned &size) const;
  std::optional<CountedLoop> counted(Loop &loop) const;
  BranchInst *guardOf(const CountedLoop &found) const;

  llvm::UniformityInfo &uniformity_;
  llvm::ScalarEvolution &evolution_;
  llvm::LoopInfo &loops_;
};

/// Made of what all lanes have alike, and of ids where these may be part of it.
bool LoopFinder::isKnown(const SCEV *number, bool ofIds) const {
  return !llvm::SCEVExprContains(number, [&](const SCEV *part) {
    auto *value = llvm::dyn_cast<llvm::SCEVUnknown>(part);
    return value && uniformity_.isDivergent(value->getValue()) && !(ofIds && queryOf(*value->getValue()));
  });
}

/// `counter` begins at a position and goes on by the same for all lanes, which compare it with the same `bound`.
bool LoopFinder::counts(const Loop &loop, Value *counter, Value *bound) const {
  if (uniformity_.isDivergent(bound) || !loop.isLoopInvariant(bound))
    return false;
  auto *numbers = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(counter));
  return numbers && numbers->getLoop() == &loop && numbers->isAffine() &&
         isKnown(numbers->getStart(), /*ofIds=*/true) &&
         isKnown(numbers->getStepRecurrence(evolution_), /*ofIds=*/false);
}

/// Barriers must not be copied; atomic operations take more than their masks.
bool LoopFinder::isWorthCopying(const Loop &loop, unsigned &size) const {
  bool isInMemory = false;
  for (BasicBlock *block : loop.blocks()) {
    size += block->size();
    for (Instruction &instruction : *block) {
      auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if ((call && (call->cannotDuplicate() || call->isConvergent() || isGroupCall(*call))) ||
          instruction.getType()->isTokenTy() || AtomicOperation::of(instruction))
        return false;
      isInMemory |= instruction.mayReadOrWriteMemory();
    }
  }
  return isInMemory && size <= MaxCopied;
}

std::optional<CountedLoop> LoopFinder::counted(Loop &loop) const {
  BasicBlock *latch = loop.getLoopLatch();
  if (!loop.isInnermost() || !loop.isLoopSimplifyForm() || loop.getExitingBlock() != latch)
    return std::nullopt;
  auto *back = llvm::dyn_cast<BranchInst>(latch->getTerminator());
  auto *compare = back && back->isConditional() ? llvm::dyn_cast<llvm::ICmpInst>(back->getCondition()) : nullptr;
  if (!compare || !compare->isRelational() || !uniformity_.isDivergent(compare))
    return std::nullopt;
  for (unsigned operand : {0U, 1U})
    if (Value *number = compare->getOperand(operand); counts(loop, number, compare->getOperand(1 - operand))) {
      CountedLoop found{&loop, back, back->getSuccessor(0) == loop.getHeader() ? 0U : 1U, nullptr, nullptr};
      for (llvm::PHINode &phi : loop.getHeader()->phis())
        if (phi.getIncomingValueForBlock(latch) == number)
          found.counter = &phi;
      found.guard = guardOf(found);
      return found;
    }
  return std::nullopt;
}

/// `one` asks of `from` what `other` asks of `to`.
bool isSameQuestion(const llvm::ICmpInst &one, const llvm::ICmpInst &other, const Value *from, const Value *to) {
  auto same = [&](unsigned a, unsigned b) {
    const Value *left = one.getOperand(a), *right = other.getOperand(b);
    return left == (right == to ? from : right);
  };
  return (one.getPredicate() == other.getPredicate() && same(0, 0) && same(1, 1)) ||
         (one.getPredicate() == other.getSwappedPredicate() && same(0, 1) && same(1, 0));
}

bool mayMove(const Instruction &instruction) {
  return queryOf(instruction) || (!llvm::isa<llvm::PHINode>(instruction) && !instruction.mayReadOrWriteMemory() &&
                                  llvm::isSafeToSpeculativelyExecute(&instruction));
}

/// The branch that asks of the first iteration what the loop asks of the others, if all that the loop leaves behind is
/// what the next iteration would begin with: then the loop may be one that asks first.
BranchInst *LoopFinder::guardOf(const CountedLoop &found) const {
  BasicBlock *before = found.loop->getLoopPreheader(), *asks = before->getSinglePredecessor();
  BasicBlock *exit = found.loop->getExitBlock(), *latch = found.back->getParent();
  auto *guard = asks ? llvm::dyn_cast<BranchInst>(asks->getTerminator()) : nullptr;
  if (!found.counter || !guard || !guard->isConditional() || loops_.getLoopFor(asks) != found.loop->getParentLoop())
    return nullptr;
  const unsigned side = guard->getSuccessor(0) == before ? 0 : 1;
  auto *question = llvm::dyn_cast<llvm::ICmpInst>(guard->getCondition());
  auto *again = llvm::cast<llvm::ICmpInst>(found.back->getCondition());
  const Value *first = found.counter->getIncomingValueForBlock(before);
  const Value *next = found.counter->getIncomingValueForBlock(latch);
  BasicBlock *past = guard->getSuccessor(1 - side);
  if (!question || side != found.side || past == before || !isSameQuestion(*question, *again, first, next))
    return nullptr;
  if (!llvm::all_of(llvm::drop_end(*before), mayMove))
    return nullptr;
  // Only what the exit passes on may be used behind the loop.
  if (exit->getSingleSuccessor() != past ||
      exit->getFirstNonPHIIt()->getIterator() != exit->getTerminator()->getIterator())
    return nullptr;
  for (llvm::PHINode &phi : exit->phis())
    if (!llvm::all_of(phi.users(), [&](const llvm::User *user) {
          auto *behind = llvm::dyn_cast<llvm::PHINode>(user);
          return behind && behind->getParent() == past;
        }))
      return nullptr;
  for (llvm::PHINode &phi : past->phis())
    if (!headerPhi(found, phi))
      return nullptr;
  return guard;
}

llvm::SmallVector<CountedLoop, 2> LoopFinder::run() {
  llvm::SmallVector<CountedLoop, 2> result;
  unsigned all = 0;
  for (Loop *loop : loops_.getLoopsInPreorder()) {
    auto found = counted(*loop);
    unsigned size = 0;
    if (!found || !isWorthCopying(*loop, size) || all + size > MaxAllCopied)
      continue;
    all += size;
    result.push_back(*found);
  }
  return result;
}

/// The copy of one loop, and the way from it to the loop itself.
class WholeCopy {
public:
  explicit WholeCopy(const CountedLoop &counted)
      : of_(counted), before_(counted.loop->getLoopPreheader()), header_(counted.loop->getHeader()),
        latch_(counted.back->getParent()), exit_(counted.loop->getExitBlock()) {}
  void make();

private:
  template <typename T> T *ofCopy(T *value) const {
    Value *copy = copies_.lookup(value);
    return copy ? llvm::cast<T>(copy) : value;
  }
  void cloneLoop();
  Value *allGoOn(llvm::IRBuilder<> &builder, Value *condition) const;
  void askBehind();
  void askBefore();

  const CountedLoop &of_;
  BasicBlock *before_, *header_, *latch_, *exit_; ///< of the loop
  BasicBlock *done_ = nullptr;                    ///< behind the copy, in front of the rest
  llvm::ValueToValueMapTy copies_;
};

void WholeCopy::cloneLoop() {
  llvm::Function &function = *before_->getParent();
  llvm::SmallVector<BasicBlock *, 8> made;
  for (BasicBlock *block : of_.loop->blocks()) {
    made.push_back(llvm::CloneBasicBlock(block, copies_, ".whole", &function));
    copies_[block] = made.back();
    made.back()->moveBefore(header_);
  }
  llvm::remapInstructionsInBlocks(made, copies_);
  done_ = BasicBlock::Create(function.getContext(), "whole.done", &function, header_);
}

Value *WholeCopy::allGoOn(llvm::IRBuilder<> &builder, Value *condition) const {
  return createOperation(builder, Operation::SubGroupAll, {of_.side == 0 ? condition : builder.CreateNot(condition)});
}

/// The copy in place of the loop, and behind it the loop for those that go on: all of them asked already.
void WholeCopy::askBehind() {
  auto *front = BasicBlock::Create(before_->getContext(), "rest", before_->getParent(), header_);
  before_->getTerminator()->setSuccessor(0, ofCopy(header_));
  auto *back = ofCopy(of_.back);
  llvm::IRBuilder<> builder(back);
  Value *condition = back->getCondition();
  auto *stay = builder.CreateCondBr(allGoOn(builder, condition), ofCopy(header_), done_);
  stay->copyMetadata(*back, {llvm::LLVMContext::MD_loop});
  back->eraseFromParent();
  BasicBlock *to[2] = {front, exit_};
  BranchInst::Create(to[of_.side], to[1 - of_.side], condition, done_);
  BranchInst::Create(header_, front);
  for (llvm::PHINode &phi : exit_->phis())
    phi.addIncoming(ofCopy(phi.getIncomingValueForBlock(latch_)), done_);
  for (llvm::PHINode &phi : header_->phis()) {
    phi.setIncomingValueForBlock(before_, ofCopy(phi.getIncomingValueForBlock(latch_)));
    phi.replaceIncomingBlockWith(before_, front);
  }
}

/// The copy in front of the guard, whose question it asks before each iteration; what the loop begins with is what the
/// copy ended with, which may have had no iteration.
void WholeCopy::askBefore() {
  BasicBlock *asks = of_.guard->getParent(), *past = exit_->getSingleSuccessor();
  for (Instruction &instruction : llvm::make_early_inc_range(*before_))
    if (!instruction.isTerminator())
      instruction.moveBefore(of_.guard->getIterator());
  BasicBlock *top = ofCopy(header_), *body = top->splitBasicBlock(top->getFirstNonPHIIt(), "whole.body");
  auto *again = llvm::cast<Instruction>(of_.guard->getCondition())->clone();
  again->dropPoisonGeneratingFlags(); // what holds of the first number need not of the others
  Value *first = of_.counter->getIncomingValueForBlock(before_);
  again->replaceUsesOfWith(first, ofCopy(of_.counter));
  again->insertBefore(top->getTerminator()->getIterator());
  llvm::IRBuilder<> builder(top->getTerminator());
  builder.CreateCondBr(allGoOn(builder, again), body, done_);
  top->getTerminator()->eraseFromParent();
  auto *back = ofCopy(of_.back);
  BranchInst::Create(top, back->getIterator())->copyMetadata(*back, {llvm::LLVMContext::MD_loop});
  back->eraseFromParent();
  for (llvm::PHINode &phi : top->phis())
    phi.replaceIncomingBlockWith(before_, asks);
  for (llvm::PHINode &phi : past->phis()) {
    phi.setIncomingValueForBlock(asks, ofCopy(headerPhi(of_, phi)));
    phi.replaceIncomingBlockWith(asks, done_);
  }
  of_.guard->setCondition(again);
  of_.guard->moveBefore(*done_, done_->end());
  BranchInst::Create(top, asks);
  for (llvm::PHINode &phi : header_->phis())
    phi.setIncomingValueForBlock(before_, ofCopy(&phi));
}

void WholeCopy::make() {
  cloneLoop();
  if (of_.guard)
    askBefore();
  else
    askBehind();
  llvm::addStringMetadataToLoop(of_.loop, "llvm.loop.unroll.disable"); // few iterations are left
}

} // namespace

unsigned copyWholeIterations(llvm::Function &function, llvm::function_ref<void()> keep) {
  simd::LaneAnalyses analyses;
  if (analyses.get<llvm::LoopAnalysis>(function).empty())
    return 0;
  auto found = LoopFinder(function, analyses).run();
  if (found.empty())
    return 0;
  keep();
  for (const CountedLoop &loop : found)
    WholeCopy(loop).make();
  analyses.invalidate(function);
  analyses.run(function, "loop-simplify,lcssa");
  return found.size();
}

} // namespace lanecl
