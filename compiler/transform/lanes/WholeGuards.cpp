#include "compiler/transform/lanes/WholeGuards.h"
#include "compiler/analysis/Uniformity.h"
#include "compiler/ir/Operations.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/CycleInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace lanecl {
namespace {

using llvm::BasicBlock, llvm::Instruction, llvm::Value;

// Found with guarded kernels on one processor of AVX-512 that was held to AVX2 and SSE4: they bound code, not meaning.
constexpr unsigned MaxCopiedGuards = 400; ///< instructions of a kernel that are copied
constexpr unsigned MaxGuardQuestion = 24; ///< instructions of a block that only asks
constexpr unsigned MaxGuardDepth = 12;    ///< of a condition
using Region = llvm::SmallSetVector<BasicBlock *, 16>;

/// A number made of ids and of what all lanes have alike.
bool isPosition(const Value &value, const llvm::UniformityInfo &uniformity, unsigned depth = 0) {
  if (!uniformity.isDivergent(&value) || queryOf(value))
    return true;
  auto *instruction = llvm::dyn_cast<Instruction>(&value);
  if (!instruction || depth > MaxGuardDepth)
    return false;
  switch (instruction->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::Shl:
  case Instruction::SExt:
  case Instruction::ZExt:
  case Instruction::Trunc:
  case Instruction::Freeze:
    return llvm::all_of(instruction->operands(),
                        [&](const llvm::Use &use) { return isPosition(*use, uniformity, depth + 1); });
  case Instruction::Or: // of numbers without a bit in common: a sum
    return llvm::cast<llvm::PossiblyDisjointInst>(instruction)->isDisjoint() &&
           isPosition(*instruction->getOperand(0), uniformity, depth + 1) &&
           isPosition(*instruction->getOperand(1), uniformity, depth + 1);
  default:
    return false;
  }
}

/// Comparisons of positions with bounds, put together, of which most sub-groups keep one side: not `x == 0`, but `x !=
/// 0`. `wanted`: the side that is asked about.
bool isBound(const Value &condition, bool wanted, const llvm::UniformityInfo &uniformity, unsigned depth = 0) {
  if (!uniformity.isDivergent(&condition))
    return true;
  if (depth > MaxGuardDepth)
    return false;
  if (auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&condition))
    return (compare->isRelational() || (compare->getPredicate() == llvm::ICmpInst::ICMP_NE) == wanted) &&
           isPosition(*compare->getOperand(0), uniformity) && isPosition(*compare->getOperand(1), uniformity);
  const Value *a = nullptr, *b = nullptr;
  using namespace llvm::PatternMatch;
  if (match(&condition, m_LogicalAnd(m_Value(a), m_Value(b))) || match(&condition, m_LogicalOr(m_Value(a), m_Value(b))))
    return isBound(*a, wanted, uniformity, depth + 1) && isBound(*b, wanted, uniformity, depth + 1);
  return match(&condition, m_Not(m_Value(a))) && isBound(*a, !wanted, uniformity, depth + 1);
}

/// The successor of `branch` other than `target`; null where it has no such two.
BasicBlock *otherThan(const BasicBlock &target, const llvm::BranchInst &branch) {
  BasicBlock *first = branch.getSuccessor(0), *second = branch.getSuccessor(1);
  return first == second ? nullptr : first == &target ? second : second == &target ? first : nullptr;
}

/// The block only asks a further question, which may be asked at any time, and has the same exit as `branch`.
bool asksMore(const BasicBlock &block, const llvm::BranchInst &branch, const llvm::UniformityInfo &uniformity) {
  auto *next = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  BasicBlock *out = otherThan(block, branch);
  if (!out || !next || !next->isConditional() || block.getSinglePredecessor() != branch.getParent() ||
      !otherThan(*out, *next) || block.size() > MaxGuardQuestion)
    return false;
  for (const Instruction &instruction : block)
    if (&instruction != next && (llvm::isa<llvm::PHINode>(instruction) || instruction.mayReadOrWriteMemory() ||
                                 !llvm::isSafeToSpeculativelyExecute(&instruction)))
      return false;
  return isBound(*next->getCondition(), next->getSuccessor(1) == out, uniformity) &&
         llvm::all_of(out->phis(), [&](const llvm::PHINode &phi) {
           return phi.getIncomingValueForBlock(&block) == phi.getIncomingValueForBlock(branch.getParent());
         });
}

/// Lanes may part at the question of `block`, or at one behind it. What is the same for all lanes at the end of a chain
/// stays by itself: it may be another for other rows, which can run together (UnrollAndJam).
bool partsLater(BasicBlock &block, const llvm::BranchInst &branch, const llvm::UniformityInfo &uniformity) {
  if (!asksMore(block, branch, uniformity))
    return false;
  auto *next = llvm::cast<llvm::BranchInst>(block.getTerminator());
  return uniformity.isDivergent(next->getCondition()) ||
         partsLater(*otherThan(*otherThan(block, branch), *next), *next, uniformity);
}

/// `if (a) if (b)` with one exit as `if (a && b)`. Whether anything changed.
bool joinQuestions(llvm::BranchInst &branch, const llvm::UniformityInfo &uniformity) {
  for (unsigned side : {0u, 1u}) {
    BasicBlock *block = branch.getSuccessor(side), *out = branch.getSuccessor(1 - side);
    if (!uniformity.isDivergent(branch.getCondition()) || !isBound(*branch.getCondition(), side == 0, uniformity) ||
        !partsLater(*block, branch, uniformity))
      continue;
    auto *next = llvm::cast<llvm::BranchInst>(block->getTerminator());
    for (Instruction &instruction : llvm::make_early_inc_range(*block))
      if (&instruction != next)
        instruction.moveBefore(branch.getIterator());
    llvm::IRBuilder<> builder(&branch);
    auto goesOn = [&](llvm::BranchInst &each) {
      return each.getSuccessor(1) == out ? each.getCondition() : builder.CreateNot(each.getCondition());
    };
    BasicBlock *behind = otherThan(*out, *next);
    Value *both = builder.CreateLogicalAnd(goesOn(branch), goesOn(*next));
    builder.CreateCondBr(both, behind, out);
    for (llvm::PHINode &phi : behind->phis())
      phi.replaceIncomingBlockWith(block, branch.getParent());
    for (llvm::PHINode &phi : llvm::make_early_inc_range(out->phis()))
      phi.removeIncomingValue(block, false);
    branch.eraseFromParent();
    next->eraseFromParent();
    block->eraseFromParent();
    return true;
  }
  return false;
}

struct Guard {
  llvm::BranchInst *branch;
  unsigned side; ///< the successor behind it
  Region region; ///< all that is only reached through that edge
  unsigned size = 0;
};

/// Barriers must not be copied; the copy pays where something is stored.
bool isWorthCopying(const Guard &guard) {
  bool stores = false;
  for (const BasicBlock *block : guard.region)
    for (const Instruction &instruction : *block) {
      auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if ((call && (call->cannotDuplicate() || isGroupCall(*call))) || instruction.getType()->isTokenTy())
        return false;
      stores |= llvm::isa<llvm::StoreInst>(instruction);
    }
  return stores && guard.size <= MaxCopiedGuards;
}

std::optional<Guard> guardAt(llvm::BranchInst &branch, const llvm::DominatorTree &dominators,
                             const llvm::UniformityInfo &uniformity) {
  for (unsigned side : {0u, 1u}) {
    Guard guard{&branch, side, {}};
    const llvm::BasicBlockEdge edge(branch.getParent(), branch.getSuccessor(side));
    if (branch.getSuccessor(side)->getSinglePredecessor() != branch.getParent() ||
        !isBound(*branch.getCondition(), side == 0, uniformity))
      continue;
    for (BasicBlock &block : *branch.getFunction())
      if (dominators.dominates(edge, &block)) {
        guard.region.insert(&block);
        guard.size += block.size();
      }
    if (isWorthCopying(guard))
      return guard;
  }
  return std::nullopt;
}

/// if (all active lanes go there) copy; else as before.
void copyBehind(const Guard &guard) {
  BasicBlock *before = guard.branch->getParent();
  llvm::Function &function = *before->getParent();
  llvm::ValueToValueMapTy copies;
  llvm::SmallVector<BasicBlock *, 16> made;
  for (BasicBlock *block : guard.region) {
    made.push_back(llvm::CloneBasicBlock(block, copies, ".whole", &function));
    copies[block] = made.back();
  }
  llvm::remapInstructionsInBlocks(made, copies);
  for (BasicBlock *block : guard.region)
    for (BasicBlock *next : llvm::successors(block))
      if (!guard.region.contains(next))
        for (llvm::PHINode &phi : next->phis()) {
          Value *value = phi.getIncomingValueForBlock(block), *copy = copies.lookup(value);
          phi.addIncoming(copy ? copy : value, llvm::cast<BasicBlock>(copies[block]));
        }
  BasicBlock *others = llvm::SplitBlock(before, guard.branch);
  llvm::IRBuilder<> builder(before->getTerminator());
  Value *condition = guard.branch->getCondition();
  if (guard.side == 1)
    condition = builder.CreateNot(condition);
  Value *all = createOperation(builder, Operation::SubGroupAll, {condition});
  builder.CreateCondBr(all, llvm::cast<BasicBlock>(copies[guard.branch->getSuccessor(guard.side)]), others);
  before->getTerminator()->eraseFromParent();
  for (BasicBlock *block : made) // a copy of the entry's edge comes from the new branch
    for (llvm::PHINode &phi : block->phis())
      phi.replaceIncomingBlockWith(others, before);
}

/// Whether there were any.
bool joinFirstQuestions(llvm::Function &kernel, const llvm::UniformityInfo &uniformity) {
  return llvm::any_of(kernel, [&](BasicBlock &block) {
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    return branch && branch->isConditional() && joinQuestions(*branch, uniformity);
  });
}

/// Outer guards, without those inside of them. None in loops: bounds change there, as in a tree's steps, and lanes that
/// pass become fewer.
llvm::SmallVector<Guard, 2> guardsOf(llvm::Function &kernel, const llvm::UniformityInfo &uniformity) {
  llvm::DominatorTree dominators(kernel);
  llvm::CycleInfo cycles;
  cycles.compute(kernel);
  llvm::SmallVector<Guard, 2> guards;
  unsigned size = 0;
  for (auto *node : llvm::depth_first(dominators.getRootNode())) {
    BasicBlock *block = node->getBlock();
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    bool isInside = llvm::any_of(guards, [&](const Guard &guard) { return guard.region.contains(block); });
    if (!branch || !branch->isConditional() || isInside || cycles.getCycle(block) ||
        !uniformity.isDivergent(branch->getCondition()))
      continue;
    auto guard = guardAt(*branch, dominators, uniformity);
    if (!guard || size + guard->size > MaxCopiedGuards)
      continue;
    size += guard->size;
    guards.push_back(std::move(*guard));
  }
  return guards;
}

} // namespace

unsigned copyBehindGuards(llvm::Function &kernel, llvm::function_ref<void()> keep) {
  simd::LaneAnalyses analyses;
  while (joinFirstQuestions(kernel, analyses.uniformity(kernel)))
    analyses.invalidate(kernel);
  auto guards = guardsOf(kernel, analyses.uniformity(kernel));
  if (!guards.empty())
    keep();
  for (const Guard &guard : guards)
    copyBehind(guard);
  return guards.size();
}

} // namespace lanecl
