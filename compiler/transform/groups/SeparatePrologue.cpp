// Kernels that set up local memory from all work-items alike and put no barrier behind it rely on work-items that go on
// together: sub-groups that run one after the other would set it up again over what those before them have written. A
// barrier behind what is the same for the whole work-group keeps them together, at the cost of one more region.
#include "compiler/analysis/PointerUses.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/AtomicOperation.h"
#include "compiler/ir/Operations.h"
#include "compiler/transform/Passes.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace lanecl {
namespace {

using llvm::BasicBlock, llvm::Instruction, llvm::Value;

/// Differs from work-item to work-item, by itself.
bool isOfWorkItem(const Instruction &instruction) {
  if (auto query = queryOf(instruction))
    return factsOf(query->query).sameIn < SameIn::WorkGroup;
  if (llvm::isa<llvm::AllocaInst>(instruction) || instruction.isAtomic() || instruction.isVolatile())
    return true;
  auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call && !call->doesNotAccessMemory();
}

bool writesLocal(const Instruction &instruction) {
  return instruction.mayWriteToMemory() && llvm::any_of(accessedPointers(instruction), [](const Value *pointer) {
           return pointer->getType()->getPointerAddressSpace() == space::Local;
         });
}

bool isBarrier(const Instruction &instruction) {
  auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call && isWorkGroupBarrier(*call);
}

class Prologue {
public:
  explicit Prologue(llvm::Function &kernel) : kernel_(kernel), postDominators_(kernel) { findVarying(); }

  /// Where it ends; null: there is none that needs an end.
  Instruction *end() {
    BasicBlock *block = &kernel_.getEntryBlock();
    Instruction *end = leave(*block);
    while (!end) {
      BasicBlock *behind = next(*block);
      end = behind ? leave(*behind) : block->getTerminator();
      block = behind;
    }
    return sets_ && !isInLoop(*end->getParent()) && isWrittenBehind(*end) ? end : nullptr;
  }

private:
  void findVarying() {
    llvm::SmallVector<const Value *, 64> work;
    for (const Instruction &instruction : llvm::instructions(kernel_))
      if (isOfWorkItem(instruction) && varying_.insert(&instruction).second)
        work.push_back(&instruction);
    while (!work.empty())
      for (const llvm::User *user : work.pop_back_val()->users())
        if (varying_.insert(user).second)
          work.push_back(user);
  }

  bool isVarying(const Instruction &instruction) const { return varying_.contains(&instruction); }

  /// The first instruction that work-items do differently and that others may see, or that keeps them together anyway.
  Instruction *leave(BasicBlock &block) {
    for (Instruction &instruction : block) {
      bool goesOn = !instruction.mayHaveSideEffects() || llvm::isa<llvm::NoAliasScopeDeclInst>(instruction) ||
                    instruction.isLifetimeStartOrEnd();
      if (!goesOn && (isVarying(instruction) || !llvm::isa<llvm::StoreInst>(instruction)))
        return &instruction;
      if (instruction.isTerminator() && (isVarying(instruction) || instruction.getNumSuccessors() == 0))
        return &instruction;
      sets_ |= writesLocal(instruction);
    }
    return nullptr;
  }

  /// The next block that all come to, if they do nothing of their own on the way there.
  BasicBlock *next(BasicBlock &block) {
    auto *node = postDominators_.getNode(&block);
    BasicBlock *meeting = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    if (!meeting)
      return nullptr;
    bool sets = sets_;
    llvm::SmallPtrSet<BasicBlock *, 8> seen{meeting};
    llvm::SmallVector<BasicBlock *, 8> work(llvm::successors(&block));
    while (!work.empty()) {
      BasicBlock *on = work.pop_back_val();
      if (!seen.insert(on).second)
        continue;
      if (on != &block && leave(*on)) { // they part in between: the prologue ends here
        sets_ = sets;
        return nullptr;
      }
      work.append(llvm::succ_begin(on), llvm::succ_end(on));
    }
    return meeting;
  }

  /// Not all need come there equally often.
  static bool isInLoop(BasicBlock &block) {
    return llvm::any_of(llvm::successors(&block), [&](BasicBlock *next) {
      return llvm::any_of(llvm::depth_first(next), [&](BasicBlock *reached) { return reached == &block; });
    });
  }

  /// Without a barrier in between, some work-item writes to local memory what others may set up again.
  bool isWrittenBehind(Instruction &end) const {
    llvm::SmallPtrSet<BasicBlock *, 16> seen;
    llvm::SmallVector<Instruction *, 16> work{&end};
    while (!work.empty()) {
      Instruction *at = work.pop_back_val();
      for (; at && !isBarrier(*at); at = at->getNextNode()) {
        if (writesLocal(*at) && (isVarying(*at) || AtomicOperation::is(*at)))
          return true;
        for (unsigned i = 0; at->isTerminator() && i < at->getNumSuccessors(); ++i)
          if (BasicBlock *to = at->getSuccessor(i); seen.insert(to).second)
            work.push_back(&to->front());
      }
    }
    return false;
  }

  llvm::Function &kernel_;
  llvm::PostDominatorTree postDominators_;
  llvm::DenseSet<const Value *> varying_;
  bool sets_ = false; ///< writes local memory
};

} // namespace

bool separatePrologue(llvm::Function &kernel) {
  if (llvm::none_of(llvm::instructions(kernel), writesLocal))
    return false;
  Instruction *end = Prologue(kernel).end();
  if (!end)
    return false;
  llvm::IRBuilder<> builder(llvm::isa<llvm::PHINode>(end) ? &*end->getParent()->getFirstInsertionPt() : end);
  createGroupBarrier(builder);
  return true;
}

} // namespace lanecl
