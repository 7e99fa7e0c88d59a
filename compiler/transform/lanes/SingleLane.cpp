#include "compiler/transform/lanes/SingleLane.h"
#include "compiler/analysis/OneLane.h"
#include "compiler/ir/AtomicOperation.h"
#include "compiler/ir/Operations.h"
#include "compiler/ir/Queries.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lanecl::simd {
namespace {

using llvm::BasicBlock, llvm::Instruction, llvm::Value;

class SingleLane {
public:
  SingleLane(llvm::Function &kernel, LaneAnalyses &analyses)
      : kernel_(kernel), uniformity_(analyses.uniformity(kernel)),
        dominators_(analyses.get<llvm::DominatorTreeAnalysis>(kernel)),
        loops_(analyses.get<llvm::LoopAnalysis>(kernel)), oneLane_(loops_, uniformity_) {}

  bool run() {
    for (BasicBlock *block : llvm::ReversePostOrderTraversal<llvm::Function *>(&kernel_))
      if (BasicBlock *begin = single_.contains(block) ? nullptr : oneLane_.behind(*block))
        follow(*begin, loops_.getLoopFor(block));
    return !single_.empty();
  }

private:
  bool isDivergent(const Value *value) const { return uniformity_.isDivergent(value); }

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
  const OneLane oneLane_;
  llvm::SmallPtrSet<const BasicBlock *, 16> single_; ///< blocks that one lane comes to
  llvm::DenseMap<const Value *, Value *> made_;
};

/// What `choice` asks case by case, one question behind the other.
void askOneByOne(llvm::SwitchInst &choice) {
  BasicBlock *block = choice.getParent(), *rest = choice.getDefaultDest();
  llvm::SmallVector<std::pair<llvm::ConstantInt *, BasicBlock *>> cases;
  for (auto &each : choice.cases())
    if (each.getCaseSuccessor() != rest)
      cases.emplace_back(each.getCaseValue(), each.getCaseSuccessor());
  // Phis have a value for each edge, the same for all from one block.
  llvm::SmallVector<std::tuple<llvm::PHINode *, Value *>> merged;
  llvm::SmallSetVector<BasicBlock *, 8> targets(llvm::from_range, llvm::successors(block));
  for (BasicBlock *target : targets)
    for (llvm::PHINode &phi : target->phis()) {
      merged.emplace_back(&phi, phi.getIncomingValueForBlock(block));
      while (phi.getBasicBlockIndex(block) >= 0)
        phi.removeIncomingValue(block, /*DeletePHIIfEmpty=*/false);
    }
  auto go = [&](BasicBlock &from, BasicBlock *to) {
    for (auto [phi, value] : merged)
      if (phi->getParent() == to)
        phi->addIncoming(value, &from);
    return to;
  };
  BasicBlock *from = block;
  for (auto [value, target] : cases) {
    BasicBlock *next = value == cases.back().first
                           ? rest
                           : BasicBlock::Create(block->getContext(), "", block->getParent(), from->getNextNode());
    llvm::IRBuilder<> builder(from);
    builder.SetCurrentDebugLocation(choice.getDebugLoc());
    Value *isCase = builder.CreateICmpEQ(choice.getCondition(), value);
    builder.CreateCondBr(isCase, go(*from, target), next == rest ? go(*from, rest) : next);
    from = next;
  }
  if (cases.empty())
    llvm::BranchInst::Create(go(*block, rest), block);
  choice.eraseFromParent();
}

/// Choices by a number that each lane has another of lead to one lane each.
bool askLanesOneByOne(llvm::Function &kernel, LaneAnalyses &analyses) {
  constexpr unsigned MostCases = 8;
  const llvm::UniformityInfo &uniformity = analyses.uniformity(kernel);
  const OneLane oneLane(analyses.get<llvm::LoopAnalysis>(kernel), uniformity);
  llvm::SmallVector<llvm::SwitchInst *> choices;
  for (BasicBlock &block : kernel)
    if (auto *choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator());
        choice && choice->getNumCases() <= MostCases && oneLane.differs(*choice->getCondition()))
      choices.push_back(choice);
  for (llvm::SwitchInst *choice : choices)
    askOneByOne(*choice);
  if (!choices.empty())
    analyses.invalidate(kernel);
  return !choices.empty();
}

} // namespace

bool followSingleLane(llvm::Function &kernel, LaneAnalyses &analyses) {
  const bool asks = askLanesOneByOne(kernel, analyses);
  return SingleLane(kernel, analyses).run() || asks;
}

} // namespace lanecl::simd
