// Relaxed atomic operations whose results nobody asks for, sent again and again to one address by a loop, most often
// the loop over a work-group's sub-groups or over the work-groups of one call: they are gathered in registers, and
// memory is reached once, behind the loop. OpenCL C 3.0, 6.15.12: relaxed operations order nothing but the cell itself,
// all of one cell are in some order, and this is the one in which the loop's come one right after the other.
//
// What must stay as it was: what the same work-item reads of the cell later; what other work-items do after something
// that orders memory (a stronger operation, a fence, a barrier); and that each operation is seen some time, so loops
// must be known to end. Plain accesses of other work-items to the cell, without a barrier between, are data races; and
// where all lanes send, every plain access is another's.
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/Attributes.h"
#include "compiler/transform/Analyses.h"
#include "compiler/transform/Passes.h"
#include "compiler/transform/atomics/AtomicArithmetic.h"
#include "compiler/transform/groups/WorkItemLoops.h"
#include "compiler/transform/lanes/Packetize.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include <deque>

namespace lanecl {
namespace simd {
namespace {

using llvm::BasicBlock, llvm::Instruction, llvm::Loop, llvm::Value;

/// Each takes a register of W lanes, or two, throughout the loop.
constexpr unsigned MaxCells = 8;

/// 1 or 3; 0 for memory of a work-item and for what is not known.
unsigned spaceOf(const AtomicOperation &atomic) {
  auto known = [](const Value &value) {
    unsigned space = value.getType()->getScalarType()->getPointerAddressSpace();
    return space == space::Global || space == space::Local ? space : 0;
  };
  const Value *pointer = atomic.pointer();
  if (unsigned space = known(*pointer))
    return space;
  return pointer->getType()->isVectorTy() ? 0 : known(*llvm::getUnderlyingObject(pointer, 0));
}

bool isGatherable(const AtomicOperation &atomic) {
  return atomic.call->use_empty() && atomic.ordering() == llvm::AtomicOrdering::Monotonic &&
         atomic.pointer()->getType()->isPointerTy() && atomic.scope() != ScopeInvocation && spaceOf(atomic) != 0 &&
         Gathering::of(atomic).has_value();
}

unsigned lanesOf(const AtomicOperation &atomic) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(atomic.call->getType());
  return vector ? vector->getNumElements() : 1;
}

llvm::MemoryLocation cellOf(const AtomicOperation &atomic) {
  auto *type = atomic.call->getType()->getScalarType();
  auto size = llvm::LocationSize::precise(atomic.call->getDataLayout().getTypeStoreSize(type));
  return llvm::MemoryLocation(atomic.pointer(), size, atomic.call->getAAMetadata());
}

bool isInstruction(const Instruction &instruction) {
  return !llvm::isa<llvm::CallBase>(instruction) || llvm::isa<llvm::IntrinsicInst>(instruction);
}

class Combiner {
public:
  Combiner(llvm::Function &function, llvm::FunctionAnalysisManager &analyses)
      : loops_(analyses.getResult<llvm::LoopAnalysis>(function)),
        aliases_(analyses.getResult<llvm::AAManager>(function)),
        evolution_(analyses.getResult<llvm::ScalarEvolutionAnalysis>(function)),
        meetsInSubGroups_(function.hasFnAttribute(attribute::SubGroupBarriers)) {}

  ~Combiner() {
    for (llvm::CallInst *call : done_)
      call->deleteValue();
  }
  Combiner(const Combiner &) = delete;
  Combiner &operator=(const Combiner &) = delete;

  /// Behind the largest loop that allows it.
  void combine(const AtomicOperation &atomic) {
    llvm::SmallVector<Loop *, 8> around;
    for (Loop *loop = loops_.getLoopFor(atomic.call->getParent()); loop; loop = loop->getParentLoop())
      around.push_back(loop);
    for (Loop *loop : llvm::reverse(around))
      if (isAllowed(atomic, *loop)) {
        gather(atomic, *loop);
        return;
      }
  }

private:
  using Blocks = llvm::SmallPtrSet<const BasicBlock *, 32>;

  bool isAllowed(const AtomicOperation &atomic, const Loop &loop) const;
  bool isFinite(const AtomicOperation &atomic, const Loop &loop) const;
  static bool isMovable(const Value *value, const Loop &loop);
  bool isPassable(const AtomicOperation &atomic, const Instruction &other) const;
  bool isPassable(const AtomicOperation &atomic, const AtomicOperation &other) const;
  bool isReadLater(const AtomicOperation &atomic, const Loop &loop) const;
  bool isReadBehindBarriers(const AtomicOperation &atomic, const Loop &groups) const;
  bool isTouched(const AtomicOperation &atomic, const Instruction &by) const;
  bool isTouchedPlainly(const AtomicOperation &atomic, const Instruction &by) const {
    return !AtomicOperation::is(by) && by.mayReadOrWriteMemory() && isTouched(atomic, by);
  }
  bool isTouched(const AtomicOperation &atomic, const Blocks &by) const;
  static void follow(const BasicBlock *from, const Loop &within, Blocks &reached);
  void gather(const AtomicOperation &atomic, Loop &loop);

  /// What atomic operations on one cell gather for one loop.
  struct Cell {
    const Loop *loop;
    const Value *base; ///< `offset` bytes before the cell
    llvm::APInt offset;
    AtomicOperation like;
    llvm::AllocaInst *sum, *sent; ///< sent: any lane was active
  };
  const Cell &gatherFor(const AtomicOperation &atomic, Loop &loop);
  void send(const Cell &cell, const Loop &loop);

  llvm::LoopInfo &loops_;
  llvm::AAResults &aliases_;
  llvm::ScalarEvolution &evolution_;
  bool meetsInSubGroups_;
  std::deque<Cell> cells_;
  llvm::SmallVector<llvm::CallInst *, 8> done_;
};

/// Every loop of the program's own round the atomic operation, as far as `loop`, ends after so many iterations (with
/// barriers in it, that is not known); those over work-items do. (OpenCL C 6.11.5: an endless loop in which others look
/// at the cell would have to show it.)
bool Combiner::isFinite(const AtomicOperation &atomic, const Loop &loop) const {
  bool isRegion = false;
  for (const Loop *inner = loops_.getLoopFor(atomic.call->getParent());; inner = inner->getParentLoop()) {
    isRegion |= iterationsOf(*inner) == Iterations::WorkItems;
    if (iterationsOf(*inner) == Iterations::Unknown &&
        (isRegion || llvm::isa<llvm::SCEVCouldNotCompute>(evolution_.getBackedgeTakenCount(inner))))
      return false;
    if (inner == &loop)
      return true;
  }
}

/// The same in all iterations, and computable before them.
bool Combiner::isMovable(const Value *value, const Loop &loop) {
  llvm::SmallPtrSet<const Value *, 16> seen;
  llvm::SmallVector<const Value *, 16> pending{value};
  while (!pending.empty()) {
    const Value *next = pending.pop_back_val();
    if (loop.isLoopInvariant(next) || !seen.insert(next).second)
      continue;
    auto *instruction = llvm::cast<Instruction>(next);
    if (llvm::isa<llvm::PHINode>(instruction) || instruction->mayReadOrWriteMemory() ||
        !llvm::isSafeToSpeculativelyExecute(instruction))
      return false;
    pending.append(instruction->value_op_begin(), instruction->value_op_end());
  }
  return true;
}

bool Combiner::isTouched(const AtomicOperation &atomic, const Instruction &by) const {
  return llvm::isModOrRefSet(aliases_.getModRefInfo(&by, cellOf(atomic)));
}

/// The other atomic operation may as well come before or after. Nobody can wait for an operation without a result; one
/// with a result may be what a work-item waits with, but not for other cores on the memory of its own group.
bool Combiner::isPassable(const AtomicOperation &atomic, const AtomicOperation &other) const {
  if (other.ordering() != llvm::AtomicOrdering::Monotonic)
    return false;
  unsigned space = spaceOf(atomic), otherSpace = spaceOf(other);
  bool isUnused = other.call->use_empty();
  if (!isUnused && otherSpace != space::Local)
    return false;
  if (isUnused && Gathering::commute(atomic, other))
    return true;
  if (space && otherSpace && space != otherSpace)
    return true;
  return other.pointer()->getType()->isPointerTy() && !isTouched(atomic, *other.call);
}

/// Not what orders memory, and nothing that is not known. Nor what plainly looks at the very cell: a program that does
/// so while others change it would better see them do.
bool Combiner::isPassable(const AtomicOperation &atomic, const Instruction &other) const {
  if (auto place = llvm::MemoryLocation::getOrNone(&other);
      place && aliases_.alias(*place, cellOf(atomic)) >= llvm::AliasResult::PartialAlias)
    return false;
  if (auto found = AtomicOperation::of(other))
    return found->call == atomic.call || isPassable(atomic, *found);
  if (!other.mayReadOrWriteMemory())
    return true;
  return isInstruction(other) && !other.isAtomic() && !other.isVolatile();
}

/// Blocks of `within` from the start of `from` on, in the same iteration.
void Combiner::follow(const BasicBlock *from, const Loop &within, Blocks &reached) {
  llvm::SmallVector<const BasicBlock *, 16> pending{from};
  while (!pending.empty()) {
    const BasicBlock *block = pending.pop_back_val();
    if (within.contains(block) && block != within.getHeader() && reached.insert(block).second)
      pending.append(llvm::succ_begin(block), llvm::succ_end(block));
  }
}

bool Combiner::isTouched(const AtomicOperation &atomic, const Blocks &by) const {
  for (const BasicBlock *block : by)
    for (const Instruction &instruction : *block)
      if (isTouchedPlainly(atomic, instruction))
        return true;
  return false;
}

/// By the same work-items between the barriers round the atomic operation, before the loop ends.
bool Combiner::isReadLater(const AtomicOperation &atomic, const Loop &loop) const {
  auto *mask = llvm::dyn_cast<llvm::Constant>(atomic.mask());
  if (!atomic.isForOneLane() && mask && mask->isAllOnesValue() && !meetsInSubGroups_)
    return false;
  const BasicBlock *own = atomic.call->getParent();
  const Loop *iteration = &loop; // one iteration of the innermost loop over work-items is theirs alone
  if (iterationsOf(loop) != Iterations::Unknown)
    for (iteration = loops_.getLoopFor(own); iterationsOf(*iteration) == Iterations::Unknown;)
      iteration = iteration->getParentLoop();
  Blocks later;
  for (const BasicBlock *next : llvm::successors(own))
    follow(next, *iteration, later);
  if (iteration == &loop && iterationsOf(loop) == Iterations::Unknown)
    later.insert_range(loop.blocks());
  for (const Instruction *next = atomic.call->getNextNode(); next; next = next->getNextNode())
    if (isTouchedPlainly(atomic, *next))
      return true;
  return isTouched(atomic, later);
}

/// In later regions of the work-group.
bool Combiner::isReadBehindBarriers(const AtomicOperation &atomic, const Loop &groups) const {
  const Loop *region = nullptr;
  for (const Loop *outer = loops_.getLoopFor(atomic.call->getParent()); outer != &groups;
       outer = outer->getParentLoop())
    if (iterationsOf(*outer) == Iterations::WorkItems)
      region = outer;
  if (!region)
    return true;
  llvm::SmallVector<BasicBlock *, 4> exits;
  region->getExitBlocks(exits);
  Blocks later;
  for (const BasicBlock *exit : exits)
    follow(exit, groups, later);
  return isTouched(atomic, later);
}

bool Combiner::isAllowed(const AtomicOperation &atomic, const Loop &loop) const {
  // The next group's local variables are others; the host may be looking at what all devices share.
  if (iterationsOf(loop) == Iterations::WorkGroups &&
      (spaceOf(atomic) == space::Local || atomic.scope() == ScopeCrossDevice))
    return false;
  if (!loop.getLoopPreheader() || !loop.hasDedicatedExits() || !isMovable(atomic.pointer(), loop) ||
      !isFinite(atomic, loop))
    return false;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block)
      if (!isPassable(atomic, instruction))
        return false;
  return !isReadLater(atomic, loop) &&
         (iterationsOf(loop) != Iterations::WorkGroups || !isReadBehindBarriers(atomic, loop));
}

const Combiner::Cell &Combiner::gatherFor(const AtomicOperation &atomic, Loop &loop) {
  const llvm::DataLayout &layout = atomic.call->getDataLayout();
  llvm::APInt offset(layout.getPointerSizeInBits(), 0);
  const Value *base = atomic.pointer()->stripAndAccumulateConstantOffsets(layout, offset, true);
  for (const Cell &cell : cells_)
    if (cell.loop == &loop && cell.base == base && cell.offset == offset &&
        cell.like.call->getType() == atomic.call->getType() &&
        Gathering::of(cell.like)->op == Gathering::of(atomic)->op)
      return cell;
  Gathering gathering = *Gathering::of(atomic);
  LaneBuilder b(atomic.call->getContext(), lanesOf(atomic));
  b.SetInsertPoint(loop.getLoopPreheader()->getTerminator());
  bool isWide = atomic.call->getType()->isVectorTy();
  Value *neutral = isWide ? b.splat(gathering.neutral) : gathering.neutral;
  cells_.push_back(
      {&loop, base, offset, atomic, b.variable(neutral->getType(), "gathered"), b.variable(b.getInt1Ty(), "sent")});
  b.CreateStore(neutral, cells_.back().sum);
  b.CreateStore(b.getFalse(), cells_.back().sent);
  send(cells_.back(), loop);
  return cells_.back();
}

/// The one atomic operation, where the loop ends.
void Combiner::send(const Cell &cell, const Loop &loop) {
  llvm::CallInst *like = cell.like.call;
  LaneBuilder b(like->getContext(), lanesOf(cell.like));
  Gathering gathering = *Gathering::of(cell.like);
  llvm::SmallVector<BasicBlock *, 4> exits;
  loop.getUniqueExitBlocks(exits);
  for (BasicBlock *exit : exits) {
    b.SetInsertPoint(exit, exit->getFirstInsertionPt());
    Value *sum = b.CreateLoad(cell.sum->getAllocatedType(), cell.sum);
    Value *total = gathering.total(b, sum, like->getType()->getScalarType());
    Value *any = b.CreateLoad(b.getInt1Ty(), cell.sent);
    AtomicOperation made =
        AtomicOperation::create(b, gathering.op, total->getType(),
                                {cell.like.pointer(), total, nullptr, any, cell.like.scope(), cell.like.semantics()});
    made.call->setAAMetadata(like->getAAMetadata());
    if (llvm::isa<llvm::FPMathOperator>(like))
      made.call->copyFastMathFlags(like);
  }
}

void Combiner::gather(const AtomicOperation &atomic, Loop &loop) {
  bool changed = false;
  loop.makeLoopInvariant(atomic.pointer(), changed, loop.getLoopPreheader()->getTerminator(), nullptr, &evolution_);
  const Cell &cell = gatherFor(atomic, loop);
  LaneBuilder b(atomic.call->getContext(), lanesOf(atomic));
  b.SetInsertPoint(atomic.call);
  Value *sum = b.CreateLoad(cell.sum->getAllocatedType(), cell.sum);
  b.CreateStore(Gathering::of(atomic)->add(b, sum, atomic), cell.sum);
  Value *sends = atomic.isForOneLane() ? atomic.mask() : atomic.mayBeEmpty() ? b.anyLane(atomic.mask()) : b.getTrue();
  b.CreateStore(b.CreateOr(b.CreateLoad(b.getInt1Ty(), cell.sent), sends), cell.sent);
  atomic.call->removeFromParent(); // cells are like it
  done_.push_back(atomic.call);
}

/// Preheaders, and exits that nothing else leads to.
void shapeLoops(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto &dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  bool changed = false;
  for (Loop *loop : loops)
    changed |= llvm::simplifyLoop(loop, &dominators, &loops, nullptr, nullptr, nullptr, /*PreserveLCSSA=*/false);
  if (!changed)
    return;
  llvm::PreservedAnalyses kept;
  kept.preserve<llvm::LoopAnalysis>();
  kept.preserve<llvm::DominatorTreeAnalysis>();
  analyses.invalidate(function, kept);
}

} // namespace
} // namespace simd

void combineAtomics(llvm::Function &body, llvm::TargetMachine &machine) {
  llvm::SmallVector<AtomicOperation, 8> atomics;
  for (llvm::Instruction &instruction : llvm::instructions(body))
    if (auto atomic = AtomicOperation::of(instruction); atomic && simd::isGatherable(*atomic))
      atomics.push_back(*atomic);
  if (atomics.empty() || atomics.size() > simd::MaxCells)
    return;
  Analyses analyses(machine);
  simd::shapeLoops(body, analyses.functions);
  simd::Combiner combiner(body, analyses.functions);
  for (const AtomicOperation &atomic : atomics)
    combiner.combine(atomic);
}

} // namespace lanecl
