#include "compiler/analysis/ScatteredAccesses.h"
#include "compiler/analysis/Costs.h"
#include "compiler/analysis/ItemSteps.h"
#include "compiler/analysis/LoopStrides.h"
#include "compiler/analysis/Recurrences.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/AtomicOperation.h"
#include "compiler/ir/Operations.h"
#include "compiler/ir/Queries.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ProfDataUtils.h"
#include <cmath>

namespace lanecl::simd {
namespace {

using namespace llvm;

using Cost = LaneCosts;

class Estimate {
public:
  Estimate(Function &body, const targets::Machine &machine, LaneAnalyses &analyses, bool hasRows)
      : machine_(machine), hasRows_(hasRows), uniformity_(analyses.uniformity(body)),
        loops_(analyses.get<LoopAnalysis>(body)), evolution_(analyses.get<ScalarEvolutionAnalysis>(body)),
        tree_(analyses.get<DominatorTreeAnalysis>(body)), post_(analyses.get<PostDominatorTreeAnalysis>(body)),
        steps_(body, 0, ItemSteps::Of::Group), rows_(body, 1, ItemSteps::Of::Group), layout_(body.getDataLayout()) {}

  Cost all() {
    Cost sum;
    SmallPtrSet<const BasicBlock *, 16> seldom, guarded;
    for (auto *node : depth_first(tree_.getRootNode())) {
      BasicBlock &block = *node->getBlock();
      if (auto *above = node->getIDom()) {
        const BasicBlock &before = *above->getBlock();
        if (seldom.contains(&before) || asksMemory(before) || isUnlikely(before, block))
          seldom.insert(&block);
        if (guarded.contains(&before) || isGuard(before, block))
          guarded.insert(&block);
      }
      const unsigned depth = loops_.getLoopDepth(&block);
      const double weight = std::ldexp(seldom.contains(&block) ? costs::Seldom : 1, int(costs::iterationBits(depth)));
      const double iterations = hasDivergentExits(block) ? costs::UnevenLoop * weight : weight;
      if (loops_.isLoopHeader(&block))
        sum.vectorSums = std::max(sum.vectorSums, vectorSumsOf(block));
      const Loop *loop = loops_.getLoopFor(&block);
      if (loop && loop->getHeader() == &block)
        weightOf_[loop] = weight;
      if (depth > 0 && partsByMemory(block, uniformity_) && !loops_.getLoopFor(&block)->isLoopExiting(&block))
        sum.alone += weight * machine_.item.surprise;
      for (Instruction &instruction : block) {
        const Cost cost = of(instruction);
        sum.alone += weight * cost.alone;
        if (loop)
          aloneOf_[loop] += weight * cost.alone;
        sum.inLanes += iterations * cost.inLanes;
        sum.masked += iterations * cost.masked;
        sum.guarded += iterations * (guarded.contains(&block) ? cost.masked : cost.inLanes);
      }
    }
    for (const auto &[loop, least] : waits_) {
      const double takes = std::max(least, longestRecurrence(
                                               *loop, loops_, [&](auto &made) { return latencyOf(made); },
                                               [&](auto &made) { return questionBefore(made); }));
      sum.alone += std::max(0.0, weightOf_[loop] * takes - aloneOf_[loop]);
    }
    return sum;
  }

private:
  /// Vectors that the loop of `header` adds to in each iteration, once or several times. What it makes anew of others,
  /// as filters that go on from their own results do, waits.
  unsigned vectorSumsOf(BasicBlock &header) const {
    const BasicBlock *latch = loops_.getLoopFor(&header)->getLoopLatch();
    auto isSum = [&](PHINode &phi) {
      return latch && phi.getType()->isVectorTy() && phi.getType()->isFPOrFPVectorTy() &&
             isAddedTo(phi, *phi.getIncomingValueForBlock(latch));
    };
    return static_cast<unsigned>(count_if(header.phis(), isSum));
  }

  /// `value` is the sum `phi` of the iteration before and something else, or one of several that are.
  static bool isAddedTo(PHINode &phi, Value &value) {
    constexpr unsigned Most = 64; // terms, and paths that meet
    SmallSetVector<Value *, 16> found;
    auto add = [&](Use &operand) { found.insert(operand); };
    found.insert(&value);
    for (unsigned i = 0; i < found.size() && i < Most; ++i) {
      auto *made = dyn_cast<Instruction>(found[i]);
      if (!made || made == &phi)
        continue;
      auto *call = dyn_cast<CallBase>(made);
      if (call && call->arg_size() == 3) // fma(a, b, sum), by whatever name
        add(call->getArgOperandUse(2));
      else if (made->getOpcode() == Instruction::FSub)
        add(made->getOperandUse(0));
      else if (made->getOpcode() == Instruction::FAdd || isa<SelectInst>(made) ||
               (isa<PHINode>(made) && made->getParent() != phi.getParent()))
        for_each(made->operands(), add);
    }
    return &value != &phi && found.contains(&phi);
  }

  /// Which path is a matter of what was read from memory: few work-items may go there, those of a frontier, say.
  bool asksMemory(const BasicBlock &block) const {
    return partsByMemory(block, uniformity_) && !loops_.isLoopHeader(&block);
  }

  /// What is made beside a better version of itself says so.
  static bool isUnlikely(const BasicBlock &branch, const BasicBlock &block) {
    auto *choice = dyn_cast<BranchInst>(branch.getTerminator());
    uint64_t first = 0, second = 0;
    return choice && choice->isConditional() && extractBranchWeights(*choice, first, second) &&
           (choice->getSuccessor(0) == &block ? first < second : choice->getSuccessor(1) == &block && second < first);
  }

  /// Not all lanes that come to `branch` come to `block`, its child in the tree, as their ids tell: a work-item's
  /// branch that asks for numbers out of memory costs more alone than a mask.
  bool isGuard(const BasicBlock &branch, const BasicBlock &block) const {
    auto *test = dyn_cast<BranchInst>(branch.getTerminator());
    return test && uniformity_.isDivergent(test) && asksIds(*test->getCondition()) &&
           !post_.dominates(&block, &branch) && !isOfDivergentLoop(block);
  }

  bool asksIds(const Value &value, unsigned depth = 12) const {
    if (!uniformity_.isDivergent(&value) || queryOf(value))
      return true;
    auto *made = dyn_cast<Instruction>(&value);
    return made && depth && isa<BinaryOperator, CmpInst, CastInst, SelectInst, FreezeInst>(made) &&
           all_of(made->operand_values(), [&](const Value *operand) { return asksIds(*operand, depth - 1); });
  }

  /// Of a loop, the innermost round it, that lanes leave in different iterations.
  bool hasDivergentExits(const BasicBlock &block) {
    const Loop *loop = loops_.getLoopFor(&block);
    if (!loop)
      return false;
    auto [known, isNew] = divergentExits_.try_emplace(loop, false);
    if (isNew) {
      SmallVector<BasicBlock *, 4> exits;
      loop->getExitingBlocks(exits);
      known->second =
          any_of(exits, [&](const BasicBlock *exit) { return uniformity_.isDivergent(exit->getTerminator()); });
    }
    return known->second;
  }

  /// In it or before it: lanes that leave a loop at different iterations mostly run together.
  bool isOfDivergentLoop(const BasicBlock &block) const {
    const BasicBlock *next = block.getSingleSuccessor();
    auto *loop = loops_.getLoopFor(next && loops_.isLoopHeader(next) ? next : &block);
    auto *latch = loop ? loop->getLoopLatch() : nullptr;
    return latch && uniformity_.isDivergent(latch->getTerminator());
  }

  /// Of a register's instruction, which serves so many lanes; of words for what returns nothing.
  double shared(Type &type) const {
    const double native = machine_.nativeLanes();
    return type.getScalarSizeInBits() > 32 ? 2 / native : 1 / native;
  }
  Cost both(double cost, Type &type) const { return {cost, cost * shared(type), cost * shared(type)}; }

  /// Of a function that stays one, for it is large: a hash, say. What it reaches by its arguments are mostly variables
  /// of who calls it. None for what calls itself, while it is being found.
  double arithmeticOf(const Function &function) {
    auto [known, isNew] = arithmetic_.try_emplace(&function, 0);
    if (!isNew)
      return known->second;
    double sum = 0;
    for (const Instruction &instruction : instructions(function)) {
      auto *call = dyn_cast<CallBase>(&instruction);
      const Function *callee = call && !isa<IntrinsicInst>(call) ? call->getCalledFunction() : nullptr;
      if (callee)
        sum += callee->isDeclaration() || isLaneclFunction(*callee) ? 0 : arithmeticOf(*callee);
      else if (isa<BinaryOperator, IntrinsicInst, SelectInst>(instruction))
        sum += machine_.item.other;
    }
    return arithmetic_[&function] = sum;
  }

  /// What lanes have alike is found once for all of them: mostly next to nothing, but for divisions in loops.
  Cost ofUniform(const Instruction &instruction) const {
    if (!instruction.isIntDivRem() || isa<Constant>(instruction.getOperand(1)) ||
        !loops_.getLoopFor(instruction.getParent()))
      return {};
    const double cost = machine_.item.division / machine_.nativeLanes();
    return {machine_.item.division, cost, cost};
  }

  Cost of(Instruction &instruction) {
    if (Value *pointer = getLoadStorePointerOperand(&instruction))
      return ofAccess(instruction, *pointer);
    if (isWorkGroupBarrier(instruction))
      return both(machine_.item.barrier, *Type::getInt32Ty(instruction.getContext()));
    if (!uniformity_.isDivergent(&instruction))
      return ofUniform(instruction);
    if (instruction.isTerminator() || queryOf(instruction) ||
        isa<PHINode, GetElementPtrInst, CastInst, AllocaInst>(instruction))
      return {};
    Type &type = *instruction.getType();
    if (auto *call = dyn_cast<CallBase>(&instruction)) {
      auto *callee = call->getCalledFunction();
      if (auto atomic = AtomicOperation::of(instruction))
        return ofAtomic(*atomic);
      if (!callee || isLaneclFunction(*callee))
        return {};
      if (type.isVoidTy())
        return both(arithmeticOf(*callee), type);
      return both(isa<IntrinsicInst>(call) ? machine_.item.other : machine_.item.call, type);
    }
    switch (instruction.getOpcode()) {
    case Instruction::FAdd:
    case Instruction::FSub:
    case Instruction::FMul:
      return both(machine_.item.sum, type);
    case Instruction::FDiv:
    case Instruction::SDiv:
    case Instruction::UDiv:
    case Instruction::SRem:
    case Instruction::URem:
      return {machine_.item.division, machine_.item.division / 2, machine_.item.division / 2};
    default:
      return both(machine_.item.other, type);
    }
  }

  /// Tickets: of one address lanes take theirs together. Where nobody asks for a result a work-item's own operations
  /// are put together, too (atomics/CombineAtomics), and at addresses of their own lanes have one each.
  Cost ofAtomic(const AtomicOperation &atomic) const {
    if (atomic.call->use_empty() || uniformity_.isDivergent(atomic.pointer()) || atomic.isOnOwnMemory() ||
        AtomicOperation::kindOf(atomic.op) == Kind::None)
      return {};
    return both(machine_.item.locked, *atomic.call->getType());
  }

  Cost ofAccess(const Instruction &instruction, Value &pointer) {
    Cost cost = ofWholeAccess(instruction, pointer);
    if (uniformity_.isDivergent(&pointer) && cost.inLanes > cost.alone * shared(*getLoadStoreType(&instruction)))
      cost.masked += isa<StoreInst>(instruction) ? machine_.access.maskedStore : machine_.access.maskedLoad;
    return cost;
  }

  Cost ofWholeAccess(const Instruction &instruction, Value &pointer) {
    Type &type = *getLoadStoreType(&instruction);
    if (!uniformity_.isDivergent(&pointer)) {
      const double cost = isa<StoreInst>(instruction) ? 1 : shared(type);
      return {1, cost, cost};
    }
    const unsigned memory = pointer.getType()->getPointerAddressSpace();
    if (memory == space::Private && isa<AllocaInst>(getUnderlyingObject(&pointer)) && hasOneIndex(pointer))
      return both(1, type);
    const auto &costs = isa<StoreInst>(instruction) ? machine_.access.stores : machine_.access.loads;
    const uint64_t bytes = layout_.getTypeStoreSize(&type);
    const ItemSteps::Step step = steps_.of(&pointer);
    if (step && *step == int64_t(bytes))
      return both(1, type);
    const Loop *loop = loops_.getLoopFor(instruction.getParent());
    const bool waits =
        loop && (isa<StoreInst>(instruction) ? loop->isLoopInvariant(&pointer) : isChained(*loop, &pointer));
    const double alone = machine_.item.access;
    if (waits) {
      double &least = waits_[loop];
      if (isa<StoreInst>(instruction)) // whose value the next iteration reads
        least = machine_.item.waiting;
    }
    if (step && AbsoluteValue(*step) <= costs::NearElements * bytes)
      return {alone, costs.near, costs.near};
    // Rows that go together reach contiguous memory (groups/UnrollAndJam): transpositions.
    const ItemSteps::Step row = hasRows_ ? rows_.of(&pointer) : std::nullopt;
    const bool isAlong = loop && isAlongRow(*loop, pointer);
    if ((isAlong && isRead(*loop)) || (row && *row == int64_t(bytes)) || (!step && isNearId(pointer)))
      return {alone, costs.along, costs.along};
    if (memory == space::Private)
      return {alone, costs.own, costs.own};
    const double scattered = costs.scattered * (isAlong ? machine_.access.ofNearRow : 1);
    return {alone, scattered, scattered};
  }

  /// An id, or two, with some of their bits exchanged or wrapped round: mostly neighbours', as a test at run time
  /// tells.
  bool isNearId(const Value &value, unsigned depth = 8) const {
    if (!uniformity_.isDivergent(&value) || queryOf(value))
      return true;
    auto *made = dyn_cast<Instruction>(&value);
    if (!made || !depth)
      return false;
    if (auto *phi = dyn_cast<PHINode>(made))
      return isNearCounter(*phi, depth);
    const unsigned opcode = made->getOpcode();
    if (opcode == Instruction::Shl || opcode == Instruction::Mul) {
      auto *by = dyn_cast<ConstantInt>(made->getOperand(1));
      return by && by->getValue().ule(opcode == Instruction::Shl ? 1 : 2) && isNearId(*made->getOperand(0), depth - 1);
    }
    return isa<BinaryOperator, CastInst, SelectInst, GetElementPtrInst>(made) &&
           all_of(made->operand_values(), [&](const Value *operand) { return isNearId(*operand, depth - 1); });
  }

  /// From an id on, by as much for all: in steps of the global size, say.
  bool isNearCounter(const PHINode &phi, unsigned depth) const {
    const Loop *loop = loops_.getLoopFor(phi.getParent());
    const BasicBlock *before = loop && loop->getHeader() == phi.getParent() ? loop->getLoopPreheader() : nullptr;
    auto *next = before && loop->getLoopLatch()
                     ? dyn_cast<BinaryOperator>(phi.getIncomingValueForBlock(loop->getLoopLatch()))
                     : nullptr;
    return next && next->getOpcode() == Instruction::Add && is_contained(next->operand_values(), &phi) &&
           any_of(next->operand_values(), [&](const Value *step) { return !uniformity_.isDivergent(step); }) &&
           isNearId(*phi.getIncomingValueForBlock(before), depth - 1);
  }

  /// The address is made of what the iteration before has found, and not only counted.
  bool isChained(const Loop &loop, const Value *value, unsigned depth = 6) const {
    auto *made = dyn_cast<Instruction>(value);
    if (!made || !depth || !uniformity_.isDivergent(made) || !loop.contains(made) || isa<LoadInst, CallBase>(made))
      return false;
    if (auto *phi = dyn_cast<PHINode>(made); phi && phi->getParent() == loop.getHeader()) {
      auto *latch = loop.getLoopLatch();
      auto *next = latch ? dyn_cast<Instruction>(phi->getIncomingValueForBlock(latch)) : nullptr;
      auto isStep = [&](const Use &operand) { return operand == phi || loop.isLoopInvariant(operand); };
      return next && next != phi && !all_of(next->operands(), isStep);
    }
    return any_of(made->operand_values(), [&](const Value *operand) { return isChained(loop, operand, depth - 1); });
  }

  /// What was read tells which way an iteration went that comes to `made`: it could as well have been chosen there.
  const Value *questionBefore(const Instruction &made) const {
    auto *node = isa<PHINode>(made) ? tree_.getNode(made.getParent()) : nullptr;
    auto *above = node ? node->getIDom() : nullptr;
    return above && partsByMemory(*above->getBlock(), uniformity_)
               ? cast<BranchInst>(above->getBlock()->getTerminator())->getCondition()
               : nullptr;
  }

  /// What a work-item alone waits for, by numbers of its own, in an iteration of a loop whose accesses are made of what
  /// the one before found.
  double latencyOf(const Instruction &made) const {
    if (isa<LoadInst>(made))
      return machine_.item.waiting;
    if (made.isFPDivRem() || made.isIntDivRem())
      return costs::PerCycle * machine_.timing.floatDivide;
    if (isa<GetElementPtrInst, CastInst>(made) || (isa<PHINode>(made) && !questionBefore(made)))
      return 0;
    const bool isFloat = made.getType()->isFPOrFPVectorTy() && isa<BinaryOperator>(made);
    return costs::PerCycle * (isFloat ? machine_.timing.multiply : 1);
  }

  /// The same element of each lane's own variable.
  bool hasOneIndex(const Value &pointer) const {
    auto *address = dyn_cast<GEPOperator>(&pointer);
    return !address ||
           all_of(address->indices(), [&](const Use &index) { return !uniformity_.isDivergent(index.get()); });
  }

  /// What lanes/UnrollStreams reads in pieces: a block that writes nothing, which all lanes leave together.
  bool isRead(const Loop &loop) const {
    return loop.getNumBlocks() == 1 && !uniformity_.isDivergent(loop.getHeader()->getTerminator()) &&
           none_of(*loop.getHeader(), [](const Instruction &made) { return made.mayHaveSideEffects(); });
  }

  /// Not asked where there are many loops: each one's addresses are made of all those before.
  bool isAlongRow(const Loop &loop, Value &pointer) {
    if (hasManyLoops_)
      return false;
    const SCEVAddRecExpr *address = strideIn(loop, &pointer, evolution_);
    return address && isNearStep(*address, evolution_);
  }

  const targets::Machine &machine_;
  const bool hasRows_;
  const UniformityInfo &uniformity_;
  LoopInfo &loops_;
  const bool hasManyLoops_ = loops_.getLoopsInPreorder().size() > 64;
  ScalarEvolution &evolution_;
  DominatorTree &tree_;
  PostDominatorTree &post_;
  const ItemSteps steps_, rows_; ///< along dimension 0, and 1
  const DataLayout &layout_;
  DenseMap<const Loop *, bool> divergentExits_;
  DenseMap<const Function *, double> arithmetic_;
  DenseMap<const Loop *, double> weightOf_, aloneOf_;
  MapVector<const Loop *, double> waits_; ///< loops where a work-item alone waits: an iteration's least latency
};

} // namespace

bool partsByMemory(const BasicBlock &block, const UniformityInfo &uniformity) {
  auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  auto *test = branch && branch->isConditional() ? dyn_cast<CmpInst>(branch->getCondition()) : nullptr;
  return test && uniformity.isDivergent(test) &&
         any_of(test->operand_values(), [](const Value *value) { return isa<LoadInst>(value); });
}

bool LaneCosts::loseByLanes(const targets::Machine &machine, const Kernel &kernel) const {
  const double lanes = kernel.hasMasks ? guarded : inLanes;
  const double most = kernel.hasGroups ? costs::LossByLanesOfGroups : costs::LossByLanes;
  const double loss = costs::LossByVectors * std::max(1.0, machine.nativeLanes() / costs::LanesOfHalf) *
                      (vectorSums >= machine.timing.multiply ? costs::LossByManySums : 1);
  return lanes > most * alone || (vectors != 0 && !kernel.hasGroups && lanes > loss * vectors);
}

LaneCosts costsOfLanes(Function &body, const targets::Machine &machine, LaneAnalyses &analyses, bool hasRows) {
  return Estimate(body, machine, analyses, hasRows).all();
}

} // namespace lanecl::simd
