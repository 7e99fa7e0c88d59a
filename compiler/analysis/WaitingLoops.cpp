#include "compiler/analysis/WaitingLoops.h"
#include "compiler/analysis/AtomicMessage.h"
#include "compiler/analysis/LaneclIr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace lanecl {
namespace {

using llvm::BasicBlock, llvm::Instruction, llvm::Value;

/// In memory that other work-items may write.
bool isShared(const Value &pointer) {
  unsigned space = pointer.getType()->getPointerAddressSpace();
  return space != 0 && space != 2;
}

const Value *withoutCasts(const Value *value) {
  while (auto *cast = llvm::dyn_cast<llvm::CastInst>(value))
    value = cast->getOperand(0);
  return value;
}

/// What a compare-exchange expects to find; null for everything else.
const Value *expected(const AtomicMessage &message) {
  return message.op == AtomicOp::CmpXchg  ? message.source1()
         : message.op == AtomicOp::FCmpWr ? message.source0()
                                          : nullptr;
}

/// Loads and messages that others' writes may change.
const Value *askedPlace(const Instruction &instruction) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    const Value *pointer = load->getPointerOperand();
    return (load->isAtomic() || load->isVolatile()) && isShared(*pointer) ? pointer : nullptr;
  }
  auto message = AtomicMessage::of(instruction);
  return message && isShared(*message->pointer()) ? message->pointer() : nullptr;
}

class Inquiry {
public:
  Inquiry(const llvm::Loop &loop, const llvm::DominatorTree &dominators, bool asRings)
      : loop_(loop), dominators_(dominators), asRings_(asRings) {}

  bool run() {
    for (const BasicBlock *block : loop_.blocks())
      for (const Instruction &instruction : *block)
        if (asks(instruction))
          asking_.insert(&instruction);
    return !asking_.empty() && decides();
  }

private:
  bool asks(const Instruction &instruction);
  bool repeatsItself(const AtomicMessage &message);
  bool mayRepeat(const Value *value);
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
  void add(const Value *value) {
    if (isInLoop(value) && seen_.insert(value).second)
      work_.push_back(llvm::cast<Instruction>(value));
  }

  const llvm::Loop &loop_;
  const llvm::DominatorTree &dominators_;
  bool asRings_;
  llvm::SmallPtrSet<const Value *, 16> asking_, seen_;
  llvm::SmallVector<const Instruction *, 16> work_;
  llvm::DenseMap<const Value *, bool> repeats_;
};

// --- What may be the same in the next turn ---

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
  // From one turn to the next: the phi itself, or what is fixed, comes back through some way.
  llvm::SmallPtrSet<const Value *, 8> seen;
  llvm::SmallVector<const Value *, 8> ways;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
    if (loop_.contains(phi.getIncomingBlock(i)))
      ways.push_back(phi.getIncomingValue(i));
  while (!ways.empty()) {
    const Value *way = ways.pop_back_val();
    if (way == &phi || loop_.isLoopInvariant(way))
      return true;
    if (!seen.insert(way).second)
      continue;
    if (auto *choice = llvm::dyn_cast<llvm::SelectInst>(way))
      ways.append({choice->getTrueValue(), choice->getFalseValue()});
    else if (auto *join = llvm::dyn_cast<llvm::PHINode>(way)) {
      for (unsigned i = 0; i < join->getNumIncomingValues(); ++i)
        if (!leaves(*join, i))
          ways.push_back(join->getIncomingValue(i));
    } else if (llvm::isa<llvm::CastInst, llvm::FreezeInst>(way))
      ways.push_back(llvm::cast<Instruction>(way)->getOperand(0));
    else if (goesRound(*way))
      return true;
  }
  return false;
}

bool Inquiry::mayRepeat(const Value *value) {
  if (!isInLoop(value))
    return true;
  auto [known, isNew] = repeats_.try_emplace(value, false);
  if (!isNew)
    return known->second;
  bool repeats;
  if (auto *phi = llvm::dyn_cast<llvm::PHINode>(value))
    repeats = mayRepeatOver(*phi);
  else if (auto *choice = llvm::dyn_cast<llvm::SelectInst>(value))
    repeats = mayRepeat(choice->getTrueValue()) || mayRepeat(choice->getFalseValue());
  else
    repeats = !AtomicMessage::is(*value) &&
              llvm::all_of(llvm::cast<Instruction>(value)->operands(), [&](const llvm::Use &operand) {
                return llvm::isa<BasicBlock>(operand) || mayRepeat(operand);
              });
  return repeats_[value] = repeats;
}

// --- Who asks ---

// It changes memory the first time only, or never.
bool Inquiry::repeatsItself(const AtomicMessage &message) {
  switch (message.op) {
  case AtomicOp::CmpXchg:
  case AtomicOp::FCmpWr: {
    auto *found = llvm::dyn_cast<llvm::LoadInst>(withoutCasts(expected(message)));
    bool isOwn = found && loop_.contains(found) && found->getPointerOperand() == message.pointer();
    return !isOwn && mayRepeat(expected(message));
  }
  case AtomicOp::Add:
  case AtomicOp::Sub:
  case AtomicOp::Xor:
    if (auto *operand = llvm::dyn_cast<llvm::Constant>(message.source0()); operand && operand->isZeroValue())
      return true;
    [[fallthrough]];
  case AtomicOp::Inc:
  case AtomicOp::Dec:
  case AtomicOp::PreDec: // a try that is taken back
    return llvm::any_of(loop_.blocks(), [&](const BasicBlock *block) {
      return llvm::any_of(*block, [&](const Instruction &other) {
        auto back = AtomicMessage::of(other);
        return &other != message.call && back && back->pointer() == message.pointer();
      });
    });
  default:
    return mayRepeat(message.source0());
  }
}

bool Inquiry::asks(const Instruction &instruction) {
  const Value *place = askedPlace(instruction);
  if (!place || !mayRepeat(place))
    return false;
  auto message = AtomicMessage::of(instruction);
  return !message || repeatsItself(*message);
}

// --- What the exits depend on ---

// Branches behind which a turn may still take other ways out of the loop than behind their other side.
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
      // The header begins another turn.
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

/// What was asked may have been handed on through this place.
bool Inquiry::passesOn(const llvm::LoadInst &load) {
  const Value *pointer = load.getPointerOperand();
  unsigned space = load.getPointerAddressSpace();
  return space != 2 && mayRepeat(pointer) && llvm::any_of(loop_.blocks(), [&](const BasicBlock *block) {
           return llvm::any_of(*block, [&](const Instruction &other) {
             auto *store = llvm::dyn_cast<llvm::StoreInst>(&other);
             return store && store->getPointerAddressSpace() == space;
           });
         });
}

void Inquiry::addOperands(const Instruction &instruction) {
  if (auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction))
    addControl(*phi);
  // A compare-exchange that found something else than what was there before: somebody got on.
  if (auto *compare = llvm::dyn_cast<llvm::CmpInst>(&instruction))
    for (bool swapped : {false, true}) {
      auto message = AtomicMessage::of(*withoutCasts(compare->getOperand(swapped)));
      if (message && !asking_.contains(message->call) && expected(*message) &&
          withoutCasts(expected(*message)) == withoutCasts(compare->getOperand(!swapped)))
        return;
    }
  for (const llvm::Use &operand : instruction.operands())
    add(operand);
}

bool Inquiry::decides() {
  addExits();
  while (!work_.empty()) {
    const Instruction *instruction = work_.pop_back_val();
    if (asking_.contains(instruction))
      return true;
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(instruction); load && passesOn(*load))
      return true;
    if (!AtomicMessage::is(*instruction))
      addOperands(*instruction);
  }
  return false;
}

} // namespace

bool mayWait(const llvm::Loop &loop, const llvm::DominatorTree &dominators, bool asRings) {
  return Inquiry(loop, dominators, asRings).run();
}

bool asksOthers(const llvm::Function &function) {
  return llvm::any_of(llvm::instructions(function), [](const Instruction &each) { return askedPlace(each); });
}

bool mayWait(llvm::Function &function) {
  if (function.isDeclaration() || !asksOthers(function))
    return false;
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  bool asRings = asksForSubGroups(*function.getParent());
  return llvm::any_of(loops.getLoopsInPreorder(),
                      [&](const llvm::Loop *loop) { return mayWait(*loop, dominators, asRings); });
}

} // namespace lanecl
