// Loops that keep more sums than there are registers: the products of tiles that work-items make a block of. LLVM's
// register allocator then keeps most of the sums in memory. Here such a loop becomes several, one behind the other,
// each with some of the sums in registers; what they need is loaded once more.
#include "compiler/transform/Passes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

namespace lanecl {
namespace {

using namespace llvm;

/// What each of the loops loads again comes from the nearest cache: a tile, not a matrix.
constexpr unsigned MostIterations = 256;

using Instructions = SmallSetVector<Instruction *, 4>;

struct Sum {
  PHINode *value;
  Instructions updates; ///< what an iteration computes of it, and of nothing else that it hands on
  unsigned registers;
};

/// An innermost loop of one block that reads memory at most, does not depend on it in how often it runs, and runs as
/// often as is known.
class SummingLoop {
public:
  SummingLoop(Loop &loop, ScalarEvolution &evolution, const TargetTransformInfo &machine)
      : block_(*loop.getHeader()), exit_(loop.getUniqueExitBlock()), before_(loop.getLoopPreheader()),
        machine_(machine) {
    const unsigned iterations = evolution.getSmallConstantTripCount(&loop);
    isFit_ = loop.getNumBlocks() == 1 && exit_ && before_ && loop.hasDedicatedExits() && iterations > 1 &&
             iterations <= MostIterations && all_of(block_, [](const Instruction &instruction) {
               return !instruction.mayHaveSideEffects() && !instruction.isVolatile() && !instruction.isAtomic();
             });
    if (isFit_)
      findSums();
  }

  /// Whether it is several loops now.
  bool split() {
    if (!isFit_ || sums_.size() < 2)
      return false;
    unsigned registers = 0;
    for (const Sum &sum : sums_)
      registers += sum.registers;
    const unsigned ofMachine =
        machine_.getNumberOfRegisters(machine_.getRegisterClassForType(true, sums_.front().value->getType()));
    if (registers + 2 <= ofMachine) // an operand, and what it is multiplied by
      return false;
    const std::size_t parts = partsOf(divideCeil(registers, ofMachine * 3 / 4));
    // Each sum in memory is a load and a store.
    if (parts < 2 || repeatedInstructions(parts) > 2 * registers)
      return false;
    for (std::size_t part = 0; part + 1 < parts; ++part)
      takeOut(boundsOf(part, parts));
    removeFrom(block_, ArrayRef(sums_).take_front(boundsOf(parts - 1, parts).first));
    return true;
  }

private:
  void findSums() {
    for (PHINode &value : block_.phis()) {
      Sum sum{&value, {}, 0};
      if (!isKeptInVectors(value) || !findUpdates(sum) ||
          !sum.updates.contains(dyn_cast<Instruction>(value.getIncomingValueForBlock(&block_))))
        continue;
      InstructionCost cost = machine_.getRegUsageForType(value.getType());
      sum.registers = cost.isValid() ? static_cast<unsigned>(cost.getValue()) : 1;
      sums_.push_back(std::move(sum));
    }
    sort(sums_, [](const Sum &one, const Sum &other) { return lastOf(one)->comesBefore(lastOf(other)); });
  }
  static Instruction *lastOf(const Sum &sum) {
    return cast<Instruction>(sum.value->getIncomingValueForBlock(sum.value->getParent()));
  }
  static bool isKeptInVectors(const PHINode &value) {
    return isa<FixedVectorType>(value.getType()) || value.getType()->isFloatingPointTy();
  }

  /// All that an iteration makes of the sum; false where another variable, memory or the end of the loop depends on it.
  bool findUpdates(Sum &sum) const {
    // Behind the loop its last update is asked for, not what it was before.
    if (any_of(sum.value->users(), [&](User *user) { return cast<Instruction>(user)->getParent() != &block_; }))
      return false;
    SmallVector<Instruction *, 4> work{sum.value};
    while (!work.empty())
      for (User *user : work.pop_back_val()->users()) {
        auto *instruction = cast<Instruction>(user);
        if (instruction->getParent() != &block_ || instruction == sum.value || sum.updates.contains(instruction))
          continue;
        if (isa<PHINode>(instruction) || instruction->isTerminator() || instruction->mayReadFromMemory())
          return false;
        sum.updates.insert(instruction);
        work.push_back(instruction);
      }
    // An instruction of two sums would stay with both.
    return none_of(sums_, [&](const Sum &other) {
      return any_of(sum.updates, [&](Instruction *update) { return other.updates.contains(update); });
    });
  }

  /// At least so many, of equal sizes where half as many more do.
  std::size_t partsOf(std::size_t least) const {
    for (std::size_t parts = least; parts <= least + least / 2; ++parts)
      if (sums_.size() % parts == 0)
        return parts;
    return std::min(least, sums_.size());
  }

  /// The sums of a part: the first one, and the one behind the last.
  std::pair<std::size_t, std::size_t> boundsOf(std::size_t part, std::size_t parts) const {
    return {part * sums_.size() / parts, (part + 1) * sums_.size() / parts};
  }

  /// Instructions that are there once more for each part but one that needs them; not addresses, which the machine's
  /// loads add up themselves.
  unsigned repeatedInstructions(std::size_t parts) const {
    unsigned all = 0;
    SmallPtrSet<Instruction *, 32> once;
    for (std::size_t part = 0; part < parts; ++part) {
      const auto [begin, end] = boundsOf(part, parts);
      SmallPtrSet<Instruction *, 32> needed;
      SmallVector<Instruction *, 32> work;
      for (const Sum &sum : ArrayRef(sums_).slice(begin, end - begin))
        work.append(sum.updates.begin(), sum.updates.end());
      while (!work.empty())
        for (Value *operand : work.pop_back_val()->operand_values())
          if (auto *made = dyn_cast<Instruction>(operand); made && made->getParent() == &block_ &&
                                                           !isa<PHINode>(made) && !isUpdate(*made) &&
                                                           needed.insert(made).second) {
            work.push_back(made);
            if (isa<GetElementPtrInst, InsertElementInst>(made))
              continue;
            ++all;
            once.insert(made);
          }
    }
    return all - once.size();
  }
  bool isUpdate(Instruction &instruction) const {
    return any_of(sums_, [&](const Sum &sum) { return sum.updates.contains(&instruction); });
  }

  /// These sums are made by a loop of their own in front of this one.
  void takeOut(std::pair<std::size_t, std::size_t> bounds) {
    const auto [begin, end] = bounds;
    ValueToValueMapTy copies;
    BasicBlock *loop = CloneBasicBlock(&block_, copies, ".sums", block_.getParent());
    loop->moveBefore(&block_);
    copies[&block_] = loop;
    remapInstructionsInBlocks({loop}, copies);
    BasicBlock *after =
        BasicBlock::Create(block_.getContext(), block_.getName() + ".next", block_.getParent(), &block_);
    BranchInst::Create(&block_, after);
    loop->getTerminator()->replaceSuccessorWith(exit_, after);
    before_->getTerminator()->replaceSuccessorWith(&block_, loop);
    block_.replacePhiUsesWith(before_, after);
    before_ = after;
    for (const Sum &sum : ArrayRef(sums_).slice(begin, end - begin))
      for (Instruction *update : sum.updates)
        handOut(*update, *cast<Instruction>(copies[update]), *after);
    SmallVector<Sum> others;
    for (std::size_t i = 0; i < sums_.size(); ++i)
      if (i < begin || i >= end)
        others.push_back(copyOf(sums_[i], copies));
    removeFrom(*loop, others);
  }

  /// What is used behind the loops comes from where it is computed now, in LCSSA form.
  void handOut(Instruction &from, Instruction &to, BasicBlock &after) const {
    PHINode *out = nullptr;
    for (Use &use : make_early_inc_range(from.uses())) {
      auto *user = cast<Instruction>(use.getUser());
      if (user->getParent() == &block_)
        continue;
      if (!out) {
        out = PHINode::Create(from.getType(), 1, from.getName() + ".sum", after.begin());
        out->addIncoming(&to, to.getParent());
      }
      use.set(out);
    }
  }

  static Sum copyOf(const Sum &sum, ValueToValueMapTy &copies) {
    Sum copy{cast<PHINode>(copies[sum.value]), {}, sum.registers};
    for (Instruction *update : sum.updates)
      copy.updates.insert(cast<Instruction>(copies[update]));
    return copy;
  }

  static void removeFrom(BasicBlock &loop, ArrayRef<Sum> sums) {
    for (const Sum &sum : sums) {
      sum.value->replaceAllUsesWith(PoisonValue::get(sum.value->getType()));
      sum.value->eraseFromParent();
      for (Instruction *update : sum.updates)
        update->replaceAllUsesWith(PoisonValue::get(update->getType()));
      for (Instruction *update : sum.updates)
        update->eraseFromParent();
    }
    for (Instruction &instruction : make_early_inc_range(reverse(loop)))
      if (isInstructionTriviallyDead(&instruction))
        instruction.eraseFromParent();
  }

  BasicBlock &block_;
  BasicBlock *const exit_;
  BasicBlock *before_; ///< of this loop, behind those that were taken out
  const TargetTransformInfo &machine_;
  SmallVector<Sum> sums_; ///< in the order of their last updates
  bool isFit_ = false;
};

} // namespace

PreservedAnalyses SplitSumsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  const auto &machine = analyses.getResult<TargetIRAnalysis>(function);
  SmallVector<SummingLoop> loops; // what is known of loops holds until the first one is split
  for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (loop->isInnermost())
      loops.emplace_back(*loop, evolution, machine);
  bool changed = false;
  for (SummingLoop &loop : loops)
    changed |= loop.split();
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace lanecl
