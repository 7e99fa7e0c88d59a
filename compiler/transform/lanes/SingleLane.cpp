#include "compiler/transform/lanes/SingleLane.h"
#include "compiler/ir/AtomicOperation.h"
#include "compiler/ir/Operations.h"
#include "compiler/ir/Queries.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lanecl::simd {
namespace {

using namespace llvm::PatternMatch;
using llvm::BasicBlock, llvm::BranchInst, llvm::Instruction, llvm::Value;

/// Ids of so many bits are as many different numbers as a sub-group has lanes.
constexpr unsigned LeastBits = 8;

class SingleLane {
public:
  SingleLane(llvm::Function &kernel, LaneAnalyses &analyses)
      : kernel_(kernel), uniformity_(analyses.uniformity(kernel)),
        dominators_(analyses.get<llvm::DominatorTreeAnalysis>(kernel)),
        loops_(analyses.get<llvm::LoopAnalysis>(kernel)) {}

  bool run() {
    for (BasicBlock *block : llvm::ReversePostOrderTraversal<llvm::Function *>(&kernel_))
      if (BasicBlock *begin = single_.contains(block) ? nullptr : wayOfOne(*block))
        follow(*begin, loops_.getLoopFor(block));
    return !single_.empty();
  }

private:
  bool isDivergent(const Value *value) const { return uniformity_.isDivergent(value); }

  /// A number that each lane has another of.
  bool differs(const Value &value) const {
    const Value *a = nullptr, *b = nullptr;
    if (auto query = queryOf(value))
      return isDivergent(&value) && differsInLanes(*query);
    if (match(&value, m_ZExtOrSExt(m_Value(a))) || match(&value, m_Freeze(m_Value(a))) ||
        (match(&value, m_Trunc(m_Value(a))) && value.getType()->getScalarSizeInBits() >= LeastBits))
      return differs(*a);
    if (match(&value, m_Add(m_Value(a), m_Value(b))) || match(&value, m_Sub(m_Value(a), m_Value(b))) ||
        match(&value, m_Xor(m_Value(a), m_Value(b))) || match(&value, m_DisjointOr(m_Value(a), m_Value(b))))
      return (!isDivergent(a) && differs(*b)) || (!isDivergent(b) && differs(*a));
    return false;
  }

  /// `test` is true, or else `isFalse`: false, of one lane at most.
  bool isOfOne(const Value &test, bool isFalse) const {
    const Value *a = nullptr, *b = nullptr;
    if (isFalse ? match(&test, m_LogicalOr(m_Value(a), m_Value(b)))
                : match(&test, m_LogicalAnd(m_Value(a), m_Value(b))))
      return isOfOne(*a, isFalse) || isOfOne(*b, isFalse);
    const auto wanted = isFalse ? llvm::CmpInst::ICMP_NE : llvm::CmpInst::ICMP_EQ;
    return match(&test, m_SpecificICmp(wanted, m_Value(a), m_Value(b))) &&
           ((!isDivergent(a) && differs(*b)) || (!isDivergent(b) && differs(*a)));
  }

  /// The block behind `block` to which one lane comes at most, and from nowhere else. Behind a loop that lanes leave
  /// one by one all of them go on together.
  BasicBlock *wayOfOne(const BasicBlock &block) const {
    auto *branch = llvm::dyn_cast<BranchInst>(block.getTerminator());
    if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
      return nullptr;
    const llvm::Loop *loop = loops_.getLoopFor(&block);
    for (unsigned way = 0; way < 2; ++way) {
      BasicBlock *next = branch->getSuccessor(way);
      if (next->getSinglePredecessor() && (!loop || loop->contains(next)) && isOfOne(*branch->getCondition(), way != 0))
        return next;
    }
    return nullptr;
  }

  /// `loop`: the innermost of the branch before it.
  void follow(BasicBlock &begin, const llvm::Loop *loop) {
    llvm::SmallVector<BasicBlock *, 16> blocks;
    dominators_.getDescendants(&begin, blocks);
    auto touches = [](const BasicBlock *block) {
      return llvm::any_of(*block, [](const Instruction &instruction) { return instruction.mayReadOrWriteMemory(); });
    };
    // What a lane takes out of a loop it has for itself, beside what others took out before.
    auto leaves = [&](BasicBlock *block) {
      return loop && !llvm::all_of(llvm::successors(block), [&](auto *next) { return loop->contains(next); });
    };
    if (llvm::any_of(blocks, leaves) || !llvm::any_of(blocks, touches))
      return;
    llvm::FoldSingleEntryPHINodes(&begin);
    single_.insert_range(blocks);
    made_.clear();
    const auto at = begin.getFirstInsertionPt();
    for (BasicBlock *block : blocks)
      for (Instruction &instruction : llvm::make_early_inc_range(*block)) {
        if (instruction.isLifetimeStartOrEnd()) // of the whole variable, all lanes' copies of it
          continue;
        for (llvm::Use &operand : instruction.operands())
          if (auto *outer = llvm::dyn_cast<Instruction>(operand.get()); outer && !single_.contains(outer->getParent()))
            operand = ofTheOne(*outer, at);
        if (queryOf(instruction) && isDivergent(&instruction))
          replaceByOne(instruction);
        if (auto atomic = AtomicOperation::of(instruction))
          atomic->setOfSingleLane();
      }
  }

  /// What the only lane has of a value from before.
  Value *ofTheOne(Instruction &value, BasicBlock::iterator at) {
    if (!isDivergent(&value) || single_.contains(value.getParent()))
      return &value;
    if (auto found = made_.find(&value); found != made_.end())
      return found->second;
    llvm::IRBuilder<> builder(at->getParent(), at);
    Value *result = &value;
    if (value.getType()->isIntegerTy() || value.getType()->isFloatingPointTy()) {
      result = createOperation(builder, Operation::Uniform, {&value});
    } else if (isVariableOfTheOne(value)) {
      result = createOperation(builder, Operation::UniformPointer, {&value});
    } else if (auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(&value);
               address && address->getType()->isPointerTy() && mayKnowPlace(*address)) {
      Instruction *copy = address->clone();
      for (llvm::Use &operand : copy->operands())
        if (auto *part = llvm::dyn_cast<Instruction>(operand.get()))
          operand = ofTheOne(*part, at);
      result = builder.Insert(copy);
    }
    return made_[&value] = result;
  }

  /// A private variable that only the one lane uses. Others keep their rows of all lanes' elements (PrivateLayout).
  bool isVariableOfTheOne(const Value &value) const {
    return llvm::isa<llvm::AllocaInst>(value) && isUsedByTheOne(value);
  }
  bool isUsedByTheOne(const Value &pointer) const {
    return llvm::all_of(pointer.users(), [&](const llvm::User *user) {
      auto *instruction = llvm::cast<Instruction>(user);
      return single_.contains(instruction->getParent()) || instruction->isLifetimeStartOrEnd() ||
             (llvm::isa<llvm::GetElementPtrInst>(user) && isUsedByTheOne(*user));
    });
  }
  bool mayKnowPlace(const Value &address) const {
    auto *variable = llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(&address));
    return !variable || isVariableOfTheOne(*variable);
  }

  static void replaceByOne(Instruction &query) {
    llvm::IRBuilder<> builder(query.getParent(), std::next(query.getIterator()));
    Value *one = createOperation(builder, Operation::Uniform, {&query});
    query.replaceUsesWithIf(one, [&](const llvm::Use &use) { return use.getUser() != one; });
  }

  llvm::Function &kernel_;
  const llvm::UniformityInfo &uniformity_;
  const llvm::DominatorTree &dominators_;
  const llvm::LoopInfo &loops_;
  llvm::SmallPtrSet<const BasicBlock *, 16> single_; ///< blocks that one lane comes to
  llvm::DenseMap<const Value *, Value *> made_;
};

} // namespace

bool followSingleLane(llvm::Function &kernel, LaneAnalyses &analyses) { return SingleLane(kernel, analyses).run(); }

} // namespace lanecl::simd
