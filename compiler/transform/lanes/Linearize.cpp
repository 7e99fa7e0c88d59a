#include "compiler/transform/lanes/Linearize.h"
#include "compiler/analysis/Costs.h"
#include "compiler/ir/VersionChoices.h"

namespace lanecl::simd {

using llvm::BasicBlock, llvm::Instruction, llvm::Loop, llvm::Value;

namespace {

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
      for (const BasicBlock *block : loop.blocks()) // where its paths meet
        if (block != loop.getHeader())
          llvm::for_each(block->phis(), add);
    for (const llvm::User *user : at.users())
      add(*llvm::cast<Instruction>(user));
  }
  return false;
}

} // namespace

Linearizer::Linearizer(LaneFunction &function)
    : f_(function), b_(function.b), values_(function.values), plan_(function.plan), instructions_(function),
      edges_(function, instructions_.packs()), ends_(function) {
  if (!f_.to.getReturnType()->isVoidTy())
    returned_ = values_.slot(f_.to.getReturnType(), "returned");
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

/// The block may run with an empty mask, and had better do so.
bool Linearizer::isCheap(const BasicBlock &block) const {
  unsigned count = 0;
  for (const Instruction &instruction : block) {
    if (llvm::isa<llvm::PHINode>(instruction) || instruction.isTerminator())
      continue;
    if (instruction.mayReadOrWriteMemory() || instruction.isIntDivRem() || llvm::isa<llvm::CallInst>(instruction) ||
        ++count > costs::CheapInstructions)
      return false;
  }
  for (const BasicBlock *next : llvm::successors(&block))
    for (const llvm::PHINode &phi : next->phis())
      if (!f_.shapes.of(&phi).isVarying()) // scalars are not written under a mask
        return false;
  return !llvm::isa<llvm::ReturnInst>(block.getTerminator());
}

// ---- Linear levels

void Linearizer::emitLinearLevel(Loop *level) {
  auto items = plan_.items(level);
  for (auto &[block, loop] : items)
    if (!loop && plan_.maskOwner(*block) == block && !(level && level->getHeader() == block))
      b_.CreateStore(b_.noLane(), edges_.maskSlot(*block));
  emitRange(items, plan_.levelMaskOwner(level), level);
}

/// `maskOwner`: whose mask is known to be not empty here.
void Linearizer::emitRange(Items items, const BasicBlock *maskOwner, Loop *level) {
  for (size_t i = 0; i < items.size();) {
    const BasicBlock &block = *items[i].block;
    const BasicBlock *owner = plan_.maskOwner(block);
    if (owner == maskOwner) {
      emitItem(items[i++], level);
      if (!items[i - 1].loop && plan_.isUniformBranch(block))
        return emitUniformBranch(*items[i - 1].block, items.slice(i));
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
    b_.CreateCondBr(anyComes(block), inside, after);
    b_.SetInsertPoint(inside);
    emitRange(items.slice(i, end - i), owner, level);
    b_.CreateBr(after);
    b_.SetInsertPoint(after);
    i = end;
  }
}

/// At the end of `block`, where its values are at hand: which paths all lanes that the function has may go.
void Linearizer::askEndLanes(const BasicBlock &block) {
  auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (!f_.hasAllLanes(block) || !branch || !branch->isConditional())
    return;
  for (unsigned path : {0U, 1U})
    if (const BasicBlock *next = branch->getSuccessor(path); next->getSinglePredecessor())
      if (Value *any = ends_.anyHas(*branch->getCondition(), path == 0))
        anyComes_[next] = any;
}

Value *Linearizer::anyComes(const BasicBlock &block) {
  Value *any = anyComes_.lookup(plan_.maskOwner(block));
  return any ? any : b_.anyLane(edges_.maskOf(block));
}

/// `behind`: all that lanes come to from here on. A path's blocks lead to one another, then to those that both share.
void Linearizer::emitUniformBranch(BasicBlock &block, Items behind) {
  auto *branch = llvm::cast<llvm::BranchInst>(block.getTerminator());
  llvm::SmallVector<MaskPlan::Item, 16> paths[2], rest;
  auto leadsTo = [&](unsigned path, const BasicBlock &item) {
    BasicBlock *start = branch->getSuccessor(path);
    return start->getUniquePredecessor() && plan_.dominates(*start, item);
  };
  for (const MaskPlan::Item &item : behind)
    (leadsTo(0, *item.block) ? paths[0] : leadsTo(1, *item.block) ? paths[1] : rest).push_back(item);
  BasicBlock *after = b_.block("after"), *starts[2];
  for (unsigned path : {0U, 1U})
    starts[path] = paths[path].empty() ? after : b_.block(branch->getSuccessor(path)->getName());
  copyDeclaration(*branch, *b_.CreateCondBr(values_.scalar(branch->getCondition()), starts[0], starts[1]));
  for (unsigned path : {0U, 1U}) {
    if (paths[path].empty())
      continue;
    b_.SetInsertPoint(starts[path]);
    emitRange(paths[path], nullptr, nullptr);
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
  askEndLanes(*item.block);
  if (leavesByBranch)
    leaveUniformLoop(*item.block, *level);
}

/// All lanes of a loop with a linear body leave it together here, if they do: a branch.
void Linearizer::leaveUniformLoop(BasicBlock &block, Loop &level) {
  auto isExit = [&](const BasicBlock *to) { return !level.contains(to) && !MaskPlan::isDead(*to); };
  if (llvm::none_of(llvm::successors(&block), isExit))
    return;
  Value *leaves = b_.getFalse();
  for (const LaneEdges::Edge &edge : edges_.of(block))
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
  auto *choice = b_.CreateSwitch(edges_.takenExit(), stay);
  for (BasicBlock *target : targets)
    if (!level.contains(target))
      choice->addCase(edges_.exitNumber(*target), afterLoop_.at(&level));
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
    auto *choice = b_.CreateSwitch(edges_.takenExit(), target(targets[0]));
    for (BasicBlock *to : llvm::drop_begin(targets))
      choice->addCase(edges_.exitNumber(*to), target(to));
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
  if (auto exchange = ownMask ? contendedExchange(loop) : std::nullopt; exchange && !edges_.isLaneByLane(loop))
    return emitContendedLoop(loop, *exchange);
  ++(ownMask ? f_.session.report.divergentLoops : f_.session.report.uniformLoops);
  auto known = llvm::find_if(*header, [](const Instruction &instruction) {
    return instruction.getDebugLoc() && instruction.getDebugLoc().getLine();
  });
  f_.session.note(known == header->end() ? header->front() : *known,
                  ownMask ? "divergent loop: as many iterations as the longest lane takes" : "uniform loop");
  afterLoop_[&loop] = after;
  if (ownMask && !edges_.isLaneByLane(loop))
    b_.CreateStore(b_.orAll(edges_.maskOf(*loop.getLoopPreheader())), edges_.maskSlot(*header));
  b_.CreateBr(start);
  b_.SetInsertPoint(start);
  if (!plan_.isLinear(&loop)) {
    emitNaturalLevel(&loop);
    b_.SetInsertPoint(after);
    return;
  }
  llvm::AllocaInst *next = nullptr; // stays empty when the latch is jumped over
  if (ownMask)
    next = edges_.beginLoop(*header);
  emitLinearLevel(&loop);
  Instruction *back = nullptr;
  if (ownMask) {
    Value *left = b_.CreateLoad(b_.maskType(), next);
    b_.CreateStore(left, edges_.maskSlot(*header));
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
std::optional<AtomicOperation> Linearizer::contendedExchange(const Loop &loop) const {
  std::optional<AtomicOperation> result;
  if (!loop.isInnermost() ||
      llvm::any_of(loop.getHeader()->phis(), [&](llvm::PHINode &phi) { return !f_.shapes.of(&phi).isVarying(); }))
    return std::nullopt;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block) {
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction); call && call->isConvergent())
        return std::nullopt;
      if (auto atomic = AtomicOperation::of(instruction); atomic && atomic->op == AtomicOp::CmpXchg) {
        if (result || !loop.isLoopInvariant(atomic->pointer()))
          return std::nullopt;
        result = atomic;
      }
    }
  return result && decidesExit(*result->call, loop) ? result : std::nullopt;
}

/// Lane after lane through the whole loop if they all want the same address, else all together.
void Linearizer::emitContendedLoop(Loop &loop, const AtomicOperation &exchange) {
  edges_.runLaneByLane(loop);
  BasicBlock &preheader = *loop.getLoopPreheader();
  values_.enter(*loop.getHeader()); // what is needed here was computed before it
  Value *mask = b_.orAll(edges_.maskOf(preheader));
  Value *first = b_.firstLane(mask), *contended = b_.getTrue();
  if (!f_.isUniform(exchange.pointer())) {
    Value *addresses = values_.addresses(exchange.pointer());
    Value *others = b_.CreateICmpNE(addresses, b_.splat(b_.CreateExtractElement(addresses, first)));
    contended = b_.CreateNot(b_.anyLane(b_.restrict(mask, others)));
  }
  auto *left = values_.slot(b_.maskType(), "left");
  b_.CreateStore(mask, left);
  BasicBlock *iteration = b_.block("iteration"), *after = b_.block("iterations.done");
  b_.CreateBr(iteration);
  b_.SetInsertPoint(iteration);
  Value *waiting = b_.CreateLoad(b_.maskType(), left);
  Value *one = b_.CreateICmpEQ(b_.steps(b_.getInt32Ty(), 1), b_.splat(b_.firstLane(waiting)));
  Value *now = b_.CreateSelect(contended, one, waiting);
  b_.CreateStore(b_.CreateAnd(waiting, b_.CreateNot(now)), left);
  b_.CreateStore(now, edges_.maskSlot(*loop.getHeader()));
  emitLoop(loop);
  b_.CreateCondBr(b_.anyLane(b_.CreateLoad(b_.maskType(), left)), iteration, after);
  b_.SetInsertPoint(after);
}

// ---- Blocks

void Linearizer::emitBlock(BasicBlock &block) {
  instructions_.beginBlock(block);
  Value *mask = edges_.maskOf(block);
  instructions_.packs().open(block);
  for (Instruction &instruction : block)
    if (!llvm::isa<llvm::PHINode>(instruction) && !instruction.isTerminator())
      instructions_.emit(instruction, mask);
  if (auto *ret = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator()); ret && returned_)
    b_.CreateStore(values_.vector(ret->getReturnValue()), returned_);
  edges_.write(block, mask);
}

} // namespace lanecl::simd
