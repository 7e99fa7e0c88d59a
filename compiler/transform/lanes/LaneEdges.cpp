#include "compiler/transform/lanes/LaneEdges.h"

namespace lanecl::simd {

using llvm::BasicBlock, llvm::Loop, llvm::Value;
using Form = LaneValues::Form;

LaneEdges::LaneEdges(LaneFunction &function, LanePacks &packs)
    : f_(function), b_(function.b), packs_(packs), values_(function.values), plan_(function.plan),
      selector_(values_.slot(b_.getInt32Ty(), "exit")) {
  b_.CreateStore(b_.getInt32(0), selector_);
}

// ---- Masks

llvm::AllocaInst *LaneEdges::maskSlot(const BasicBlock &owner) {
  auto *&slot = maskSlots_[&owner];
  if (!slot)
    slot = values_.slot(b_.maskType(), owner.getName() + ".mask");
  return slot;
}

Value *LaneEdges::maskOf(const BasicBlock &block) {
  const BasicBlock *owner = plan_.maskOwner(block);
  return owner ? b_.CreateLoad(b_.maskType(), maskSlot(*owner)) : f_.entryMask;
}

llvm::AllocaInst *LaneEdges::beginLoop(const BasicBlock &header) {
  llvm::AllocaInst *next = nextMasks_[&header] = values_.slot(b_.maskType(), "next");
  b_.CreateStore(b_.noLane(), next);
  return next;
}

llvm::SmallVector<LaneEdges::Edge, 4> LaneEdges::of(BasicBlock &block) {
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
    f_.session.fail(*terminator, "an unusual branch");
  }
  return edges;
}

/// One comparison a case; cases of one destination are one edge.
void LaneEdges::addSwitchEdges(llvm::SwitchInst &branch, bool diverges, llvm::SmallVectorImpl<Edge> &edges) {
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

void LaneEdges::write(BasicBlock &block, Value *mask) {
  auto edges = of(block);
  if (plan_.divergesAt(block)) {
    ++f_.session.report.divergentBranches;
    f_.session.note(*block.getTerminator(), "divergent branch");
  }
  Writes writes;
  for (const Edge &edge : edges)
    if (!MaskPlan::isDead(*edge.to))
      collect(block, edge, mask, writes);
  flush(writes, plan_.levelOf(block));
  numberExit(block, edges);
}

/// Integers of which the first lane's tells the others', in all lanes.
Value *LaneEdges::lanesOf(Value &number) {
  if (f_.shapes.isUniform(&number))
    return values_.vector(&number);
  const Shape shape = f_.shapes.of(&number);
  if (!number.getType()->isIntegerTy() || !shape.isLinear() || shape.guard || shape.lowBits)
    return nullptr;
  return b_.CreateAdd(b_.splat(values_.scalar(&number)), b_.steps(number.getType(), shape.stride));
}

/// What a loop that all lanes leave together leaves behind, a number or a comparison, made anew: then it need not keep
/// the lanes' numbers. Others need them for their masks.
Value *LaneEdges::lanesLeft(const llvm::PHINode &phi, Value &value) {
  const Loop *level = plan_.levelOf(*phi.getIncomingBlock(0));
  if (phi.getNumIncomingValues() != 1 || plan_.levelOf(*phi.getParent()) == level || plan_.hasDivergentExit(level))
    return nullptr;
  auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&value);
  if (!compare)
    return lanesOf(value);
  Value *left = lanesOf(*compare->getOperand(0)), *right = left ? lanesOf(*compare->getOperand(1)) : nullptr;
  return right ? b_.CreateICmp(compare->getPredicate(), left, right) : nullptr;
}

/// What the lanes on an edge write: the phis behind it (values are read before anything is written) and their mask.
void LaneEdges::collect(BasicBlock &block, const Edge &edge, Value *mask, Writes &writes) {
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
    if (llvm::isa<llvm::UndefValue>(value) || f_.packs.isReplaced(phi)) // whatever is there
      continue;
    Shape shape = f_.shapes.of(&phi);
    Value *condition = isBack || isFirst || leavesTogether ? nullptr : edge.scalarCondition;
    if (!shape.isVarying())
      writes.phis.push_back({values_.slot(phi, Form::Scalar), values_.scalar(value), nullptr, condition});
    if (f_.shapes.isMadeExact(&phi))
      writes.phis.push_back({values_.slot(phi, Form::Exact), values_.exact(value), nullptr, condition});
    if (!shape.isUniform()) {
      Value *left = lanesLeft(phi, *value), *lanes = left ? left : values_.vector(value);
      writes.phis.push_back({values_.slot(phi, Form::Wide), lanes, writesAll ? nullptr : edgeMask(), nullptr});
    }
  }
  for (unsigned number : f_.packs.joinedPacks(to)) {
    const Pack &pack = f_.packs.pack(number);
    unsigned from =
        pack.operands[static_cast<unsigned>(llvm::cast<llvm::PHINode>(pack.first()).getBasicBlockIndex(&block))];
    if (from != PackPlan::None)
      writes.phis.push_back(
          {packs_.slot(number), packs_.packed(from),
           writesAll ? nullptr : spreadLanes(b_, edgeMask(), static_cast<unsigned>(pack.values.size())), nullptr});
  }
  if (ownsMask && !startsLoop)
    writes.masks.push_back({&to, edgeMask()});
  if (!isBack)
    written_.insert(&to);
}

void LaneEdges::flush(const Writes &writes, const Loop *level) {
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

llvm::ConstantInt *LaneEdges::exitNumber(const BasicBlock &target) {
  auto [entry, isNew] = exitNumbers_.try_emplace(&target, exitNumbers_.size() + 1);
  return b_.getInt32(entry->second);
}

/// Remembers through which exit the loop is left, if it is: `emitNaturalLevel` and others go on from there.
void LaneEdges::numberExit(BasicBlock &block, llvm::ArrayRef<Edge> edges) {
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
