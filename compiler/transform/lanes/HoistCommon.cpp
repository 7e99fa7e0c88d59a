#include "compiler/transform/lanes/HoistCommon.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

namespace lanecl::simd {
namespace {

using llvm::BasicBlock, llvm::BranchInst, llvm::Instruction, llvm::Value;

constexpr unsigned MaxReadsLookedAt = 32; ///< instructions of each way
constexpr unsigned MaxAddressDepth = 4;   ///< of an address

/// The two ways of a branch.
class Ways {
public:
  explicit Ways(BranchInst &branch)
      : branch_(branch), first_(*branch.getSuccessor(0)), second_(*branch.getSuccessor(1)) {}
  bool hoist();

private:
  bool areSame(const Value *one, const Value *other, unsigned depth) const;
  void hoist(Instruction &one, Instruction &other);

  BranchInst &branch_;
  BasicBlock &first_, &second_;
};

/// What a way reads before it writes anything.
llvm::SmallVector<llvm::LoadInst *, 8> readsOf(BasicBlock &way) {
  llvm::SmallVector<llvm::LoadInst *, 8> found;
  unsigned lookedAt = 0;
  for (Instruction &instruction : way) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (instruction.mayHaveSideEffects() || (call && call->isConvergent()) || ++lookedAt > MaxReadsLookedAt)
      break;
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      found.push_back(load);
  }
  return found;
}

bool isOf(const BasicBlock &way, const Value *value) {
  auto *instruction = llvm::dyn_cast<Instruction>(value);
  return instruction && instruction->getParent() == &way;
}

/// Of what stands before the branch, or computed alike in both ways.
bool Ways::areSame(const Value *one, const Value *other, unsigned depth) const {
  if (one == other)
    return !isOf(first_, one) && !isOf(second_, one);
  if (!isOf(first_, one) || !isOf(second_, other) || depth > MaxAddressDepth || llvm::isa<llvm::PHINode>(one))
    return false;
  auto *left = llvm::cast<Instruction>(one), *right = llvm::cast<Instruction>(other);
  if (!left->isSameOperationAs(right) ||
      (depth > 0 && (left->mayReadFromMemory() || llvm::isa<llvm::AllocaInst>(left))))
    return false;
  return llvm::all_of(llvm::zip(left->operands(), right->operands()),
                      [&](const auto &pair) { return areSame(std::get<0>(pair), std::get<1>(pair), depth + 1); });
}

/// `one`, and what it is made of, for both. Two of its operands may have one counterpart, which is in place already.
void Ways::hoist(Instruction &one, Instruction &other) {
  for (unsigned i = 0; i < one.getNumOperands(); ++i) {
    if (!isOf(first_, one.getOperand(i)))
      continue;
    if (isOf(second_, other.getOperand(i)))
      hoist(*llvm::cast<Instruction>(one.getOperand(i)), *llvm::cast<Instruction>(other.getOperand(i)));
    else
      one.setOperand(i, other.getOperand(i));
  }
  one.moveBefore(branch_.getIterator());
  one.andIRFlags(&other);
  llvm::combineMetadataForCSE(&one, &other, true);
  one.applyMergedLocation(one.getDebugLoc(), other.getDebugLoc());
  other.replaceAllUsesWith(&one);
  other.eraseFromParent();
}

bool Ways::hoist() {
  auto others = readsOf(second_);
  bool changed = false;
  for (llvm::LoadInst *one : readsOf(first_)) {
    auto *same = llvm::find_if(others, [&](const llvm::LoadInst *other) { return areSame(one, other, 0); });
    if (same == others.end())
      continue;
    llvm::LoadInst *other = *same;
    others.erase(same);
    hoist(*one, *other);
    changed = true;
  }
  return changed;
}

} // namespace

bool hoistCommon(llvm::Function &function, LaneAnalyses &analyses) {
  auto &uniformity = analyses.uniformity(function);
  auto &loops = analyses.get<llvm::LoopAnalysis>(function);
  bool changed = false;
  for (BasicBlock &block : function) {
    auto *branch = llvm::dyn_cast<BranchInst>(block.getTerminator());
    if (!branch || !branch->isConditional() || !uniformity.isDivergent(branch->getCondition()))
      continue;
    if (llvm::all_of(llvm::successors(branch), [&](BasicBlock *way) {
          return way->getSinglePredecessor() && loops.getLoopFor(way) == loops.getLoopFor(&block);
        }))
      changed |= Ways(*branch).hoist();
  }
  if (changed)
    analyses.invalidate(function);
  return changed;
}

} // namespace lanecl::simd
