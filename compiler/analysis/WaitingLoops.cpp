#include "compiler/analysis/WaitingLoops.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/AtomicOperation.h"
#include "compiler/ir/Operations.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/ScopedNoAliasAA.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace lanecl {
namespace {

using llvm::BasicBlock, llvm::Instruction, llvm::Value;

/// In memory that other work-items may write.
bool isShared(const Value &pointer) {
  unsigned space = pointer.getType()->getPointerAddressSpace();
  return space != space::Private && space != space::Constant;
}

const Value *withoutCasts(const Value *value) {
  while (auto *cast = llvm::dyn_cast<llvm::CastInst>(value))
    value = cast->getOperand(0);
  return value;
}

/// What a compare-exchange expects to find; null for everything else.
const Value *expected(const AtomicOperation &atomic) {
  return atomic.op == AtomicOp::CmpXchg ? atomic.source1() : atomic.op == AtomicOp::FCmpWr ? atomic.source0() : nullptr;
}

/// Loads and atomic operations that others' writes may change; behind fences (`fenced`) all loads.
const Value *askedPlace(const Instruction &instruction, bool fenced = false) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    const Value *pointer = load->getPointerOperand();
    return (load->isAtomic() || load->isVolatile() || fenced) && isShared(*pointer) ? pointer : nullptr;
  }
  auto atomic = AtomicOperation::of(instruction);
  return atomic && isShared(*atomic->pointer()) ? atomic->pointer() : nullptr;
}

const Value *objectOf(const AtomicOperation &atomic) { return llvm::getUnderlyingObject(atomic.pointer()); }

/// Operations that step by step come to every bound.
bool isCounting(AtomicOp op) {
  return op == AtomicOp::Add || op == AtomicOp::Sub || op == AtomicOp::Inc || op == AtomicOp::Dec ||
         op == AtomicOp::PreDec;
}

struct Aliases {
  explicit Aliases(const llvm::Module &module) : names(module.getTargetTriple()), library(names), results(library) {
    results.addAAResult(scopes);
  }
  llvm::TargetLibraryInfoImpl names;
  llvm::TargetLibraryInfo library;
  llvm::ScopedNoAliasAAResult scopes;
  llvm::AAResults results;
};

class Inquiry {
public:
  Inquiry(const llvm::Loop &loop, const llvm::DominatorTree &dominators, bool asRings)
      : loop_(loop), dominators_(dominators), asRings_(asRings) {}

  bool run() {
    for (const BasicBlock *block : loop_.blocks())
      for (const Instruction &instruction : *block) {
        fenced_ |= llvm::isa<llvm::FenceInst>(instruction);
        if (auto atomic = AtomicOperation::of(instruction))
          ++atomicsOn_[objectOf(*atomic)];
      }
    for (const BasicBlock *block : loop_.blocks())
      for (const Instruction &instruction : *block)
        if (asks(instruction))
          (counts(instruction) ? counting_ : asking_).insert(&instruction);
    return (!asking_.empty() || !counting_.empty()) && decides();
  }

private:
  bool asks(const Instruction &instruction);
  bool counts(const Instruction &instruction) const;
  bool repeatsItself(const AtomicOperation &atomic);
  bool isTakenBack(const AtomicOperation &atomic) const;
  bool endsAlone(const llvm::CmpInst &compare) const;
  bool mayRepeat(const Value *value);
  bool repeatsNow(const Value *value);
  bool repeats(const Value &value);
  bool mayRepeatOver(const llvm::PHINode &phi);
  bool leaves(const llvm::PHINode &join, unsigned incoming) const;
  bool goesRound(const Value &step) const;
  bool isInLoop(const Value *value) const {
    auto *instruction = llvm::dyn_cast<Instruction>(value);
    return instruction && loop_.contains(instruction);
  }

  bool decides();
  void addExits();
  void addOperands(const Instruction &instruction);
  void addControl(const llvm::PHINode &phi);
  bool passesOn(const llvm::LoadInst &load);
  bool isElsewhere(const Instruction &instruction, const llvm::LoadInst &load);
  bool writes(const Instruction &instruction, const llvm::LoadInst &load);
  void add(const Value *value) {
    if (isInLoop(value) && seen_[bounded_].insert(value).second)
      work_.push_back({llvm::cast<Instruction>(value), bounded_});
  }

  const llvm::Loop &loop_;
  const llvm::DominatorTree &dominators_;
  bool asRings_;
  bool fenced_ = false;                               ///< the loop has fences
  llvm::DenseMap<const Value *, unsigned> atomicsOn_; ///< the loop's atomic operations on each object
  llvm::SmallPtrSet<const Value *, 16> asking_;
  llvm::SmallPtrSet<const Value *, 16> counting_; ///< what asks, too, unless its result is only compared with a bound
  /// What an exit depends on, and whether only by way of a comparison with a bound.
  std::array<llvm::SmallPtrSet<const Value *, 16>, 2> seen_;
  llvm::SmallVector<std::pair<const Instruction *, bool>, 16> work_;
  bool bounded_ = false; ///< of what is added
  // What is known to repeat, and not to, and who is being asked.
  llvm::SmallPtrSet<const Value *, 16> repeating_, advancing_, asked_;
  bool learned_ = false;
  std::optional<Aliases> aliases_;
};

// --- What may be the same in the next iteration ---

/// Who comes this way is on the way out: Clang's form of `break` is a number that a switch behind the join looks at.
bool Inquiry::leaves(const llvm::PHINode &join, unsigned incoming) const {
  auto *choice = llvm::dyn_cast<llvm::SwitchInst>(join.getParent()->getTerminator());
  auto *numbers = choice ? llvm::dyn_cast<llvm::PHINode>(choice->getCondition()) : nullptr;
  if (!numbers || numbers->getParent() != join.getParent())
    return false;
  auto *number = llvm::dyn_cast<llvm::ConstantInt>(numbers->getIncomingValueForBlock(join.getIncomingBlock(incoming)));
  return number && !loop_.contains(choice->findCaseValue(number)->getCaseSuccessor());
}

/// Steps along a ring come back to where they were. Hash tables are rings, too, whose searches need nobody's help: only
/// who asks for sub-groups can mean to wait for another of them.
bool Inquiry::goesRound(const Value &step) const {
  constexpr unsigned rings[] = {Instruction::And, Instruction::Xor, Instruction::URem, Instruction::SRem};
  auto *operation = llvm::dyn_cast<llvm::BinaryOperator>(&step);
  return asRings_ && operation && llvm::is_contained(rings, operation->getOpcode());
}

bool Inquiry::mayRepeatOver(const llvm::PHINode &phi) {
  if (phi.getParent() != loop_.getHeader())
    return llvm::any_of(phi.incoming_values(), [&](const llvm::Use &value) { return mayRepeat(value); });
  // From one iteration to the next: the phi itself, or what is fixed, comes back over some edge.
  llvm::SmallPtrSet<const Value *, 8> seen;
  llvm::SmallVector<const Value *, 8> worklist;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
    if (loop_.contains(phi.getIncomingBlock(i)))
      worklist.push_back(phi.getIncomingValue(i));
  while (!worklist.empty()) {
    const Value *incoming = worklist.pop_back_val();
    if (incoming == &phi || loop_.isLoopInvariant(incoming))
      return true;
    if (!seen.insert(incoming).second)
      continue;
    if (auto *choice = llvm::dyn_cast<llvm::SelectInst>(incoming))
      worklist.append({choice->getTrueValue(), choice->getFalseValue()});
    else if (auto *join = llvm::dyn_cast<llvm::PHINode>(incoming)) {
      for (unsigned i = 0; i < join->getNumIncomingValues(); ++i)
        if (!leaves(*join, i))
          worklist.push_back(join->getIncomingValue(i));
    } else if (llvm::isa<llvm::CastInst, llvm::FreezeInst>(incoming))
      worklist.push_back(llvm::cast<Instruction>(incoming)->getOperand(0));
    else if (goesRound(*incoming))
      return true;
  }
  return false;
}

/// From the assumption that nothing does, until that stays: values of a cycle depend on one another.
bool Inquiry::mayRepeat(const Value *value) {
  if (!isInLoop(value) || repeating_.contains(value))
    return true;
  if (!asked_.empty()) // within such a round
    return repeatsNow(value);
  if (advancing_.contains(value))
    return false;
  bool result = false;
  do {
    learned_ = false;
    asked_.clear();
    result = repeatsNow(value);
  } while (learned_);
  for (const Value *other : asked_)
    if (!repeating_.contains(other))
      advancing_.insert(other);
  asked_.clear();
  return result;
}

bool Inquiry::repeatsNow(const Value *value) {
  if (!asked_.insert(value).second || advancing_.contains(value))
    return repeating_.contains(value);
  bool result = repeats(*value);
  if (result)
    learned_ |= repeating_.insert(value).second;
  return result;
}

bool Inquiry::repeats(const Value &value) {
  if (auto *phi = llvm::dyn_cast<llvm::PHINode>(&value))
    return mayRepeatOver(*phi);
  if (auto *choice = llvm::dyn_cast<llvm::SelectInst>(&value))
    return mayRepeat(choice->getTrueValue()) || mayRepeat(choice->getFalseValue());
  if (goesRound(value))
    return true;
  return !AtomicOperation::is(value) &&
         llvm::all_of(llvm::cast<Instruction>(value).operands(),
                      [&](const llvm::Use &operand) { return llvm::isa<BasicBlock>(operand) || mayRepeat(operand); });
}

// --- Who asks ---

// It changes memory the first time only, or never.
bool Inquiry::repeatsItself(const AtomicOperation &atomic) {
  switch (atomic.op) {
  case AtomicOp::CmpXchg:
  case AtomicOp::FCmpWr: {
    auto *found = llvm::dyn_cast<llvm::LoadInst>(withoutCasts(expected(atomic)));
    bool isOwn = found && loop_.contains(found) && found->getPointerOperand() == atomic.pointer();
    bool isLoad = withoutCasts(atomic.source0()) == withoutCasts(atomic.source1());
    return isLoad || (!isOwn && mayRepeat(expected(atomic)));
  }
  case AtomicOp::Add:
  case AtomicOp::Sub:
  case AtomicOp::Inc:
  case AtomicOp::Dec:
  case AtomicOp::PreDec:
    return true;
  default:
    return mayRepeat(atomic.source0()) || isTakenBack(atomic);
  }
}

/// Another atomic operation of the loop on the same memory may undo it.
bool Inquiry::isTakenBack(const AtomicOperation &atomic) const { return atomicsOn_.lookup(objectOf(atomic)) > 1; }

bool Inquiry::asks(const Instruction &instruction) {
  const Value *place = instruction.use_empty() ? nullptr : askedPlace(instruction, fenced_);
  if (!place || !mayRepeat(place))
    return false;
  auto atomic = AtomicOperation::of(instruction);
  return !atomic || repeatsItself(*atomic);
}

/// A counter that hands out work comes to its end by itself. Not one by zero, which is a load, nor a try that is taken
/// back.
bool Inquiry::counts(const Instruction &instruction) const {
  auto atomic = AtomicOperation::of(instruction);
  if (!atomic || !isCounting(atomic->op))
    return false;
  auto *operand = llvm::dyn_cast<llvm::Constant>(atomic->source0());
  if (AtomicOperation::sourcesOf(atomic->op) > 0 && operand && operand->isZeroValue())
    return false;
  return !isTakenBack(*atomic);
}

// --- What the exits depend on ---

// Branches behind which an iteration may still leave the loop by other edges than behind their other side.
void Inquiry::addExits() {
  using Exits = llvm::SmallPtrSet<const BasicBlock *, 4>;
  llvm::DenseMap<const BasicBlock *, Exits> reached;
  llvm::SmallVector<BasicBlock *, 4> exits;
  loop_.getUniqueExitBlocks(exits);
  for (const BasicBlock *exit : exits) {
    reached[exit].insert(exit);
    llvm::SmallVector<const BasicBlock *, 16> work(llvm::pred_begin(exit), llvm::pred_end(exit));
    while (!work.empty()) {
      const BasicBlock *block = work.pop_back_val();
      // The header begins another iteration.
      if (loop_.contains(block) && reached[block].insert(exit).second && block != loop_.getHeader())
        work.append(llvm::pred_begin(block), llvm::pred_end(block));
    }
  }
  auto behind = [&](const BasicBlock *next) { return next == loop_.getHeader() ? Exits() : reached.lookup(next); };
  for (const BasicBlock *block : loop_.blocks()) {
    const Instruction *end = block->getTerminator();
    if (end->getNumSuccessors() < 2)
      continue;
    auto first = behind(*llvm::succ_begin(block));
    if (llvm::any_of(llvm::successors(block), [&](const BasicBlock *next) { return behind(next) != first; }))
      add(end->getOperand(0));
  }
}

// The branches that choose among the values that come from within the loop.
void Inquiry::addControl(const llvm::PHINode &phi) {
  llvm::SmallVector<const BasicBlock *, 16> work;
  for (const BasicBlock *from : phi.blocks())
    if (loop_.contains(from))
      work.push_back(from);
  if (work.size() < 2)
    return;
  const BasicBlock *header = loop_.getHeader(), *first = header;
  if (phi.getParent() != header)
    first = dominators_.getNode(phi.getParent())->getIDom()->getBlock();
  llvm::SmallPtrSet<const BasicBlock *, 16> seen;
  while (!work.empty()) {
    const BasicBlock *block = work.pop_back_val();
    if (!loop_.contains(block) || !seen.insert(block).second)
      continue;
    if (block->getTerminator()->getNumSuccessors() > 1)
      add(block->getTerminator()->getOperand(0));
    if (block != first && block != header)
      work.append(llvm::pred_begin(block), llvm::pred_end(block));
  }
}

/// What is known of the memory that is accessed: no two parameters that lead to the same (AliasScopes).
bool Inquiry::isElsewhere(const Instruction &instruction, const llvm::LoadInst &load) {
  if (!aliases_)
    aliases_.emplace(*loop_.getHeader()->getModule());
  return !llvm::isModSet(aliases_->results.getModRefInfo(&instruction, llvm::MemoryLocation::get(&load)));
}

bool Inquiry::writes(const Instruction &instruction, const llvm::LoadInst &load) {
  const unsigned space = load.getPointerAddressSpace();
  if (!instruction.mayWriteToMemory() || isElsewhere(instruction, load))
    return false;
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return space::mayMeet(store->getPointerAddressSpace(), space);
  if (auto atomic = AtomicOperation::of(instruction))
    return space::mayMeet(atomic->pointer()->getType()->getPointerAddressSpace(), space);
  if (auto *memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction))
    return space::mayMeet(memory->getDestAddressSpace(), space);
  auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction); // what only others do is asked by who loads it
  return call && !llvm::isa<llvm::IntrinsicInst>(call) &&
         !(call->getCalledFunction() && isLaneclFunction(*call->getCalledFunction()));
}

/// What was asked may have been handed on through this place.
bool Inquiry::passesOn(const llvm::LoadInst &load) {
  if (load.getPointerAddressSpace() == space::Constant || (bounded_ && asking_.empty()) ||
      !mayRepeat(load.getPointerOperand()))
    return false;
  return llvm::any_of(loop_.blocks(), [&](const BasicBlock *block) {
    return llvm::any_of(*block, [&](const Instruction &other) { return writes(other, load); });
  });
}

/// A number that grows with the counter that it is made of.
bool growsWithOperands(const Instruction &instruction) {
  constexpr unsigned Growing[] = {Instruction::Add, Instruction::Sub,    Instruction::Mul,    Instruction::Shl,
                                  Instruction::PHI, Instruction::Select, Instruction::Freeze, Instruction::Load};
  auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction); // of the sub-group or work-group: one of the numbers
  return instruction.isCast() || llvm::is_contained(Growing, instruction.getOpcode()) ||
         (call && call->getCalledFunction() && isLaneclFunction(*call->getCalledFunction()));
}

/// All that depends on it is whether the loop is left.
bool Inquiry::endsAlone(const llvm::CmpInst &compare) const {
  return llvm::all_of(compare.users(), [&](const llvm::User *user) {
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(user);
    return branch && (!loop_.contains(branch) || loop_.isLoopExiting(branch->getParent()));
  });
}

void Inquiry::addOperands(const Instruction &instruction) {
  // A compare-exchange that found something else than what was there before: somebody got on. If that is all that is
  // asked: it may find the same and go on.
  auto *compare = llvm::dyn_cast<llvm::CmpInst>(&instruction);
  for (bool swapped : {false, true}) {
    auto atomic = compare ? AtomicOperation::of(*withoutCasts(compare->getOperand(swapped))) : std::nullopt;
    if (atomic && !asking_.contains(atomic->call) && expected(*atomic) && endsAlone(*compare) &&
        withoutCasts(expected(*atomic)) == withoutCasts(compare->getOperand(!swapped)))
      return;
  }
  auto *numbers = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
  bounded_ = (numbers && numbers->isRelational()) || (bounded_ && growsWithOperands(instruction));
  for (const llvm::Use &operand : instruction.operands())
    add(operand);
  bounded_ = false; // what chooses among values
  if (auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction))
    addControl(*phi);
  if (auto *choice = llvm::dyn_cast<llvm::SelectInst>(&instruction))
    add(choice->getCondition());
}

bool Inquiry::decides() {
  addExits();
  while (!work_.empty()) {
    auto [instruction, bounded] = work_.pop_back_val();
    bounded_ = bounded;
    if (asking_.contains(instruction) || (!bounded && counting_.contains(instruction)))
      return true;
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(instruction); load && passesOn(*load))
      return true;
    if (!AtomicOperation::is(*instruction))
      addOperands(*instruction);
  }
  return false;
}

} // namespace

bool mayWait(const llvm::Loop &loop, const llvm::DominatorTree &dominators, bool asRings) {
  return Inquiry(loop, dominators, asRings).run();
}

bool asksOthers(const llvm::Function &function) {
  bool fenced = llvm::any_of(llvm::instructions(function),
                             [](const Instruction &each) { return llvm::isa<llvm::FenceInst>(each); });
  return llvm::any_of(llvm::instructions(function), [&](const Instruction &each) { return askedPlace(each, fenced); });
}

bool isReducible(const llvm::Function &function) {
  llvm::CycleInfo cycles;
  cycles.compute(const_cast<llvm::Function &>(function));
  return llvm::all_of(cycles.toplevel_cycles(), [](auto *top) {
    return llvm::all_of(llvm::depth_first(top), [](auto *cycle) { return cycle->isReducible(); });
  });
}

bool mayWait(llvm::Function &function) {
  if (function.isDeclaration() || !asksOthers(function))
    return false;
  if (!isReducible(function))
    return true;
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  bool asRings = asksForSubGroups(*function.getParent());
  return llvm::any_of(loops.getLoopsInPreorder(),
                      [&](const llvm::Loop *loop) { return mayWait(*loop, dominators, asRings); });
}

} // namespace lanecl
