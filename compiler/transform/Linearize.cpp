#include "compiler/transform/Linearize.h"
#include "compiler/transform/BodyVersions.h"

namespace lanecl::simd {

using llvm::BasicBlock, llvm::Instruction, llvm::Loop, llvm::Value;
using Form = LaneValues::Form;

namespace {

/// So many instructions without effects cost less than a branch round them.
constexpr unsigned CheapInstructions = 4;

/// What the exchange finds decides whether its loop ends, or about a branch in it that says so.
bool decidesExit(const Instruction &exchange, const Loop &loop) {
  llvm::SmallPtrSet<const Instruction *, 16> seen;
  llvm::SmallVector<const Instruction *, 16> work = {&exchange};
  auto add = [&](const Instruction &next) {
    if (loop.contains(&next) && seen.insert(&next).second)
      work.push_back(&next);
  };
  while (!work.empty()) {
    const Instruction &at = *work.pop_back_val();
    if (at.isTerminator() && loop.isLoopExiting(at.getParent()))
      return true;
    if (at.isTerminator())
      for (const BasicBlock *block : loop.blocks()) // where its ways meet
        if (block != loop.getHeader())
          llvm::for_each(block->phis(), add);
    for (const llvm::User *user : at.users())
      add(*llvm::cast<Instruction>(user));
  }
  return false;
}

} // namespace

Linearizer::Linearizer(FunctionPacketizer &function)
    : f_(function), b_(function.b_), values_(function.values_), plan_(function.plan_) {
  selector_ = values_.slot(b_.getInt32Ty(), "exit");
  b_.CreateStore(b_.getInt32(0), selector_);
  if (!f_.to_.getReturnType()->isVoidTy())
    returned_ = values_.slot(f_.to_.getReturnType(), "returned");
}

void Linearizer::run() {
  emitLevel(nullptr);
  if (returned_)
    b_.CreateRet(b_.CreateLoad(returned_->getAllocatedType(), returned_));
  else
    b_.CreateRetVoid();
}

void Linearizer::emitLevel(Loop *level) {
  if (plan_.isLinear(level))
    emitLinearLevel(level);
  else
    emitNaturalLevel(level);
}

// ---- Masks

llvm::AllocaInst *Linearizer::maskSlot(const BasicBlock &owner) {
  auto *&slot = maskSlots_[&owner];
  if (!slot)
    slot = values_.slot(b_.maskType(), owner.getName() + ".mask");
  return slot;
}

/// Lanes that execute `block`, at the builder's position; null: all.
Value *Linearizer::maskOf(const BasicBlock &block) {
  const BasicBlock *owner = plan_.maskOwner(block);
  return owner ? b_.CreateLoad(b_.maskType(), maskSlot(*owner)) : f_.entryMask_;
}

/// The block may run with an empty mask, and had better do so.
bool Linearizer::isCheap(const BasicBlock &block) const {
  unsigned count = 0;
  for (const Instruction &instruction : block) {
    if (llvm::isa<llvm::PHINode>(instruction) || instruction.isTerminator())
      continue;
    if (instruction.mayReadOrWriteMemory() || instruction.isIntDivRem() || llvm::isa<llvm::CallInst>(instruction) ||
        ++count > CheapInstructions)
      return false;
  }
  for (const BasicBlock *next : llvm::successors(&block))
    for (const llvm::PHINode &phi : next->phis())
      if (!f_.shapes_.of(&phi).isVarying()) // scalars are not written under a mask
        return false;
  return !llvm::isa<llvm::ReturnInst>(block.getTerminator());
}

// ---- Linear levels

void Linearizer::emitLinearLevel(Loop *level) {
  auto items = plan_.items(level);
  for (auto &[block, loop] : items)
    if (!loop && plan_.maskOwner(*block) == block && !(level && level->getHeader() == block))
      b_.CreateStore(b_.noLane(), maskSlot(*block));
  emitRange(items, plan_.levelMaskOwner(level), level);
}

/// `maskOwner`: whose mask is known to be not empty here.
void Linearizer::emitRange(Items items, const BasicBlock *maskOwner, Loop *level) {
  for (size_t i = 0; i < items.size();) {
    const BasicBlock &block = *items[i].block;
    const BasicBlock *owner = plan_.maskOwner(block);
    if (owner == maskOwner) {
      emitItem(items[i++], level);
      if (!items[i - 1].loop && plan_.isChoice(block))
        return emitChoice(*items[i - 1].block, items.slice(i));
      continue;
    }
    size_t end = i + 1; // what is reached only through this block stands behind the same test
    while (end < items.size() && plan_.dominates(block, *items[end].block))
      ++end;
    if (end == i + 1 && !items[i].loop && isCheap(block)) {
      emitItem(items[i++], level);
      continue;
    }
    BasicBlock *inside = b_.block(block.getName()), *after = b_.block("after");
    b_.CreateCondBr(b_.anyLane(maskOf(block)), inside, after);
    b_.SetInsertPoint(inside);
    emitRange(items.slice(i, end - i), owner, level);
    b_.CreateBr(after);
    b_.SetInsertPoint(after);
    i = end;
  }
}

/// `behind`: all that lanes come to from here on. A way's blocks lead to one another, then to those that both share.
void Linearizer::emitChoice(BasicBlock &block, Items behind) {
  auto *branch = llvm::cast<llvm::BranchInst>(block.getTerminator());
  llvm::SmallVector<MaskPlan::Item, 16> ways[2], rest;
  auto leadsTo = [&](unsigned way, const BasicBlock &item) {
    BasicBlock *start = branch->getSuccessor(way);
    return start->getUniquePredecessor() && plan_.dominates(*start, item);
  };
  for (const MaskPlan::Item &item : behind)
    (leadsTo(0, *item.block) ? ways[0] : leadsTo(1, *item.block) ? ways[1] : rest).push_back(item);
  BasicBlock *after = b_.block("after"), *starts[2];
  for (unsigned way : {0U, 1U})
    starts[way] = ways[way].empty() ? after : b_.block(branch->getSuccessor(way)->getName());
  copyDeclaration(*branch, *b_.CreateCondBr(values_.scalar(branch->getCondition()), starts[0], starts[1]));
  for (unsigned way : {0U, 1U}) {
    if (ways[way].empty())
      continue;
    b_.SetInsertPoint(starts[way]);
    emitRange(ways[way], nullptr, nullptr);
    b_.CreateBr(after);
  }
  b_.SetInsertPoint(after);
  emitRange(rest, nullptr, nullptr);
}

void Linearizer::emitItem(const MaskPlan::Item &item, Loop *level) {
  bool leavesByBranch = level && !plan_.hasDivergentExit(level);
  if (item.loop) {
    emitLoop(*item.loop);
    if (leavesByBranch)
      leaveThroughInnerLoop(*item.loop, *level);
    return;
  }
  emitBlock(*item.block);
  if (leavesByBranch)
    leaveUniformLoop(*item.block, *level);
}

/// All lanes of a loop with a linear body leave it together here, if they do: a branch.
void Linearizer::leaveUniformLoop(BasicBlock &block, Loop &level) {
  auto isExit = [&](const BasicBlock *to) { return !level.contains(to) && !MaskPlan::isDead(*to); };
  if (llvm::none_of(llvm::successors(&block), isExit))
    return;
  Value *leaves = b_.getFalse();
  for (const Edge &edge : edgesOf(block))
    if (isExit(edge.to))
      leaves = b_.CreateOr(leaves, edge.scalarCondition ? edge.scalarCondition : b_.getTrue());
  BasicBlock *stay = b_.block("stay");
  b_.CreateCondBr(leaves, afterLoop_.at(&level), stay);
  b_.SetInsertPoint(stay);
}

/// An inner loop was left through an exit that leaves `level`, too.
void Linearizer::leaveThroughInnerLoop(Loop &inner, Loop &level) {
  auto targets = MaskPlan::exitTargets(inner);
  if (llvm::all_of(targets, [&](BasicBlock *target) { return level.contains(target); }))
    return;
  BasicBlock *stay = b_.block("stay");
  auto *choice = b_.CreateSwitch(b_.CreateLoad(b_.getInt32Ty(), selector_), stay);
  for (BasicBlock *target : targets)
    if (!level.contains(target))
      choice->addCase(exitNumber(*target), afterLoop_.at(&level));
  b_.SetInsertPoint(stay);
}

// ---- Levels that keep their branches

void Linearizer::emitNaturalLevel(Loop *level) {
  auto items = plan_.items(level);
  llvm::DenseMap<const BasicBlock *, BasicBlock *> made; // by block, or header of an inner loop
  auto key = [](const MaskPlan::Item &item) { return item.loop ? item.loop->getHeader() : item.block; };
  BasicBlock *entry = b_.GetInsertBlock(), *end = level ? nullptr : b_.block("end");
  for (auto &item : items) {
    bool isEntry = level ? key(item) == level->getHeader() : key(item)->isEntryBlock();
    made[key(item)] = isEntry ? entry : b_.block(key(item)->getName());
  }
  auto target = [&](BasicBlock *to) -> BasicBlock * {
    if (MaskPlan::isDead(*to)) {
      auto *nowhere = b_.block("unreachable");
      new llvm::UnreachableInst(b_.getContext(), nowhere);
      return nowhere;
    }
    return level && !level->contains(to) ? afterLoop_.at(level) : made.at(to);
  };
  for (auto &item : items) {
    b_.SetInsertPoint(made.at(key(item)));
    if (!item.loop) {
      emitBlock(*item.block);
      if (llvm::isa<llvm::ReturnInst>(item.block->getTerminator()))
        b_.CreateBr(end);
      else
        emitNaturalBranch(*item.block, target);
      continue;
    }
    emitLoop(*item.loop);
    auto targets = MaskPlan::exitTargets(*item.loop);
    if (targets.empty()) {
      b_.CreateUnreachable();
      continue;
    }
    if (targets.size() == 1) {
      b_.CreateBr(target(targets[0]));
      continue;
    }
    auto *choice = b_.CreateSwitch(b_.CreateLoad(b_.getInt32Ty(), selector_), target(targets[0]));
    for (BasicBlock *to : llvm::drop_begin(targets))
      choice->addCase(exitNumber(*to), target(to));
  }
  if (!level)
    b_.SetInsertPoint(end);
}

void Linearizer::emitNaturalBranch(BasicBlock &block, llvm::function_ref<BasicBlock *(BasicBlock *)> target) {
  auto *terminator = block.getTerminator();
  Instruction *made = nullptr;
  if (auto *branch = llvm::dyn_cast<llvm::BranchInst>(terminator)) {
    made = branch->isUnconditional()
               ? b_.CreateBr(target(branch->getSuccessor(0)))
               : b_.CreateCondBr(values_.scalar(branch->getCondition()), target(branch->getSuccessor(0)),
                                 target(branch->getSuccessor(1)));
  } else {
    auto *original = llvm::cast<llvm::SwitchInst>(terminator);
    auto *copy = b_.CreateSwitch(values_.scalar(original->getCondition()), target(original->getDefaultDest()));
    for (auto &choice : original->cases())
      copy->addCase(choice.getCaseValue(), target(choice.getCaseSuccessor()));
    made = copy;
  }
  made->copyMetadata(*terminator, {llvm::LLVMContext::MD_prof, llvm::LLVMContext::MD_loop});
  copyDeclaration(*terminator, *made);
}

// ---- Loops

void Linearizer::keepLoopMetadata(const Loop &loop, Instruction &branch) {
  if (auto *id = loop.getLoopID())
    branch.setMetadata(llvm::LLVMContext::MD_loop, id);
}

/// At the builder's position, which is behind the loop when it is done.
void Linearizer::emitLoop(Loop &loop) {
  BasicBlock *header = loop.getHeader(), *start = b_.block("loop"), *after = b_.block("loop.done");
  bool ownMask = plan_.hasDivergentExit(&loop);
  if (auto exchange = ownMask ? contendedExchange(loop) : std::nullopt; exchange && !laneByLane_.contains(&loop))
    return emitContendedLoop(loop, *exchange);
  ++(ownMask ? f_.session_.report.divergentLoops : f_.session_.report.uniformLoops);
  auto known = llvm::find_if(*header, [](const Instruction &instruction) {
    return instruction.getDebugLoc() && instruction.getDebugLoc().getLine();
  });
  f_.session_.note(known == header->end() ? header->front() : *known,
                   ownMask ? "divergent loop: as many turns as the longest lane takes" : "uniform loop");
  afterLoop_[&loop] = after;
  if (ownMask && !laneByLane_.contains(&loop))
    b_.CreateStore(b_.orAll(maskOf(*loop.getLoopPreheader())), maskSlot(*header));
  b_.CreateBr(start);
  b_.SetInsertPoint(start);
  if (!plan_.isLinear(&loop)) {
    emitNaturalLevel(&loop);
    b_.SetInsertPoint(after);
    return;
  }
  llvm::AllocaInst *next = nullptr; // stays empty when the latch is jumped over
  if (ownMask) {
    next = nextMasks_[header] = values_.slot(b_.maskType(), "next");
    b_.CreateStore(b_.noLane(), next);
  }
  emitLinearLevel(&loop);
  Instruction *back = nullptr;
  if (ownMask) {
    Value *left = b_.CreateLoad(b_.maskType(), next);
    b_.CreateStore(left, maskSlot(*header));
    back = b_.CreateCondBr(b_.anyLane(left), start, after);
  } else {
    back = b_.CreateBr(start);
  }
  keepLoopMetadata(loop, *back);
  b_.SetInsertPoint(after);
}

/// A loop round a compare-and-exchange whose address stays the same: if all lanes have the same one, only one of them
/// gets on in each iteration, and the others did their work for nothing. Where lanes meet otherwise, at barriers or in
/// operations of sub-groups, they must stay together.
std::optional<AtomicMessage> Linearizer::contendedExchange(const Loop &loop) const {
  std::optional<AtomicMessage> result;
  if (!loop.isInnermost() ||
      llvm::any_of(loop.getHeader()->phis(), [&](llvm::PHINode &phi) { return !f_.shapes_.of(&phi).isVarying(); }))
    return std::nullopt;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block) {
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction); call && call->isConvergent())
        return std::nullopt;
      if (auto message = AtomicMessage::of(instruction); message && message->op == AtomicOp::CmpXchg) {
        if (result || !loop.isLoopInvariant(message->pointer()))
          return std::nullopt;
        result = message;
      }
    }
  return result && decidesExit(*result->call, loop) ? result : std::nullopt;
}

/// Lane after lane through the whole loop if they all want the same address, else all together.
void Linearizer::emitContendedLoop(Loop &loop, const AtomicMessage &exchange) {
  laneByLane_.insert(&loop);
  BasicBlock &preheader = *loop.getLoopPreheader();
  values_.enter(*loop.getHeader()); // what is needed here was computed before it
  Value *mask = b_.orAll(maskOf(preheader));
  Value *first = b_.firstLane(mask), *contended = b_.getTrue();
  if (!f_.isUniform(exchange.pointer())) {
    Value *addresses = values_.addresses(exchange.pointer());
    Value *others = b_.CreateICmpNE(addresses, b_.splat(b_.CreateExtractElement(addresses, first)));
    contended = b_.CreateNot(b_.anyLane(b_.restrict(mask, others)));
  }
  auto *left = values_.slot(b_.maskType(), "left");
  b_.CreateStore(mask, left);
  BasicBlock *turn = b_.block("turn"), *after = b_.block("turns.done");
  b_.CreateBr(turn);
  b_.SetInsertPoint(turn);
  Value *waiting = b_.CreateLoad(b_.maskType(), left);
  Value *one = b_.CreateICmpEQ(b_.steps(b_.getInt32Ty(), 1), b_.splat(b_.firstLane(waiting)));
  Value *now = b_.CreateSelect(contended, one, waiting);
  b_.CreateStore(b_.CreateAnd(waiting, b_.CreateNot(now)), left);
  b_.CreateStore(now, maskSlot(*loop.getHeader()));
  emitLoop(loop);
  b_.CreateCondBr(b_.anyLane(b_.CreateLoad(b_.maskType(), left)), turn, after);
  b_.SetInsertPoint(after);
}

// ---- Blocks and edges

void Linearizer::emitBlock(BasicBlock &block) {
  f_.beginBlock(block);
  Value *mask = maskOf(block);
  for (Instruction &instruction : block)
    if (!llvm::isa<llvm::PHINode>(instruction) && !instruction.isTerminator())
      f_.emit(instruction, mask);
  if (auto *ret = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator()); ret && returned_)
    b_.CreateStore(values_.vector(ret->getReturnValue()), returned_);
  emitEdges(block, mask);
}

llvm::SmallVector<Linearizer::Edge, 4> Linearizer::edgesOf(BasicBlock &block) {
  llvm::SmallVector<Edge, 4> edges;
  auto *terminator = block.getTerminator();
  bool diverges = plan_.divergesAt(block);
  if (auto *branch = llvm::dyn_cast<llvm::BranchInst>(terminator)) {
    if (branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) {
      edges.push_back({branch->getSuccessor(0)});
      return edges;
    }
    Value *condition = diverges ? values_.vector(branch->getCondition()) : values_.scalar(branch->getCondition());
    for (unsigned i : {0u, 1u}) {
      Value *taken = i == 0 ? condition : b_.CreateNot(condition);
      edges.push_back({branch->getSuccessor(i), diverges ? taken : nullptr, diverges ? nullptr : taken});
    }
  } else if (auto *choice = llvm::dyn_cast<llvm::SwitchInst>(terminator)) {
    addSwitchEdges(*choice, diverges, edges);
  } else if (!llvm::isa<llvm::ReturnInst, llvm::UnreachableInst>(terminator)) {
    f_.session_.fail(*terminator, "an unusual branch");
  }
  return edges;
}

/// One comparison a case; cases of one destination are one edge.
void Linearizer::addSwitchEdges(llvm::SwitchInst &branch, bool diverges, llvm::SmallVectorImpl<Edge> &edges) {
  Value *on = branch.getCondition();
  Value *value = diverges ? values_.vector(on) : values_.scalar(on);
  llvm::MapVector<BasicBlock *, Value *> conditions;
  Value *any = nullptr;
  auto unite = [&](Value *a, Value *b) { return a ? b_.CreateOr(a, b) : b; };
  for (auto &choice : branch.cases()) {
    Value *constant = choice.getCaseValue();
    Value *equal = b_.CreateICmpEQ(value, diverges ? b_.splat(constant) : constant);
    conditions[choice.getCaseSuccessor()] = unite(conditions[choice.getCaseSuccessor()], equal);
    any = unite(any, equal);
  }
  Value *&otherwise = conditions[branch.getDefaultDest()];
  if (any)
    otherwise = unite(otherwise, b_.CreateNot(any));
  for (auto &[to, condition] : conditions)
    edges.push_back({to, diverges ? condition : nullptr, diverges ? nullptr : condition});
}

void Linearizer::emitEdges(BasicBlock &block, Value *mask) {
  auto edges = edgesOf(block);
  if (plan_.divergesAt(block)) {
    ++f_.session_.report.divergentBranches;
    f_.session_.note(*block.getTerminator(), "divergent branch");
  }
  EdgeWrites writes;
  for (const Edge &edge : edges)
    if (!MaskPlan::isDead(*edge.to))
      collectWrites(block, edge, mask, writes);
  flush(writes, plan_.levelOf(block));
  numberExit(block, edges);
}

/// What the lanes on an edge write: the phis behind it (values are read before anything is written) and their mask.
void Linearizer::collectWrites(BasicBlock &block, const Edge &edge, Value *mask, EdgeWrites &writes) {
  Loop *level = plan_.levelOf(block);
  BasicBlock &to = *edge.to;
  bool isBack = level && level->getHeader() == &to, isExit = level && !level->contains(&to);
  bool isFirst = !isBack && !isExit && !written_.contains(&to);
  bool stays = !plan_.isLinear(level); // a branch of its own leads there: nobody else is on the way
  // Nobody else's value is at stake: all lanes go, or nothing has been written yet.
  bool sharesHeader = isBack && laneByLane_.contains(level);             // the other lanes' start values lie there
  bool leavesTogether = isExit && !plan_.leavesDivergentLoop(block, to); // or nobody does, and writes again later
  bool writesAll = (isBack && !sharesHeader) || isFirst || leavesTogether || (!isExit && stays);
  bool ownsMask = plan_.maskOwner(to) == &to;
  bool startsLoop = !isBack && plan_.levelOf(to) && plan_.levelOf(to)->getHeader() == &to;
  Value *taken = nullptr;
  auto edgeMask = [&] {
    if (!taken) {
      Value *condition = edge.scalarCondition ? b_.splat(edge.scalarCondition) : edge.vectorCondition;
      taken = condition ? b_.restrict(mask, condition) : b_.orAll(mask);
    }
    return taken;
  };
  for (llvm::PHINode &phi : to.phis()) {
    Value *value = phi.getIncomingValueForBlock(&block);
    if (llvm::isa<llvm::UndefValue>(value)) // whatever is there
      continue;
    Shape shape = f_.shapes_.of(&phi);
    Value *condition = isBack || isFirst || leavesTogether ? nullptr : edge.scalarCondition;
    if (!shape.isVarying())
      writes.phis.push_back({values_.slot(phi, Form::Scalar), values_.scalar(value), nullptr, condition});
    if (f_.shapes_.isMadeExact(&phi))
      writes.phis.push_back({values_.slot(phi, Form::Exact), values_.exact(value), nullptr, condition});
    if (!shape.isUniform())
      writes.phis.push_back(
          {values_.slot(phi, Form::Wide), values_.vector(value), writesAll ? nullptr : edgeMask(), nullptr});
  }
  if (ownsMask && !startsLoop)
    writes.masks.push_back({&to, edgeMask()});
  if (!isBack)
    written_.insert(&to);
}

void Linearizer::flush(const EdgeWrites &writes, const Loop *level) {
  for (const PhiWrite &write : writes.phis) {
    Value *value = write.value;
    auto before = [&] { return b_.CreateLoad(write.slot->getAllocatedType(), write.slot); };
    if (write.mask)
      value = b_.blend(write.mask, value, before());
    else if (write.condition)
      value = b_.CreateSelect(write.condition, value, before());
    b_.CreateStore(value, write.slot);
  }
  for (const MaskWrite &write : writes.masks) {
    bool isBack = level && level->getHeader() == write.to;
    auto *slot = isBack ? nextMasks_.at(write.to) : maskSlot(*write.to);
    b_.CreateStore(b_.CreateOr(write.mask, b_.CreateLoad(b_.maskType(), slot)), slot);
  }
}

// ---- Exits

llvm::ConstantInt *Linearizer::exitNumber(const BasicBlock &target) {
  auto [entry, isNew] = exitNumbers_.try_emplace(&target, exitNumbers_.size() + 1);
  return b_.getInt32(entry->second);
}

/// Remembers through which exit the loop is left, if it is: `emitNaturalLevel` and others go on from there.
void Linearizer::numberExit(BasicBlock &block, llvm::ArrayRef<Edge> edges) {
  Loop *level = plan_.levelOf(block);
  if (!level || plan_.hasDivergentExit(level))
    return;
  Value *number = nullptr;
  for (const Edge &edge : edges) {
    if (level->contains(edge.to) || MaskPlan::isDead(*edge.to))
      continue;
    Value *own = exitNumber(*edge.to);
    number = number && edge.scalarCondition ? b_.CreateSelect(edge.scalarCondition, own, number) : own;
  }
  if (number)
    b_.CreateStore(number, selector_);
}

} // namespace lanecl::simd
