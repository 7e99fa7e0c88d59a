// Which loops are unrolled for the private arrays that they index, or the structures along which they go.
#include "compiler/transform/prepare/UnrollShort.h"
#include "compiler/analysis/ItemSteps.h"
#include "compiler/analysis/LoopStrides.h"
#include "compiler/ir/AddressSpaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace lanecl {
namespace {

using namespace llvm;

constexpr uint64_t MostElements = 64; ///< of an array: more are no registers
constexpr unsigned MostIterations = 32;
constexpr uint64_t MostInstructions = 1024; ///< of all copies of the outermost loop
constexpr unsigned MostMembers = 8;         ///< of a structure that is an array
constexpr uint64_t MostOfMembers = 256;     ///< instructions for all of them

using Loops = SmallSetVector<Loop *, 8>;

uint64_t elementsOf(Type *type) {
  if (auto *array = dyn_cast<ArrayType>(type))
    return array->getNumElements() * elementsOf(array->getElementType());
  if (auto *structure = dyn_cast<StructType>(type)) {
    uint64_t elements = 0;
    for (Type *member : structure->elements())
      elements += elementsOf(member);
    return elements;
  }
  return 1;
}

/// Whether the address is constant once all of its `loops`, which it adds, are unrolled.
bool isCounted(const SCEV *address, ScalarEvolution &evolution, Loops &loops) {
  bool counted = true;
  struct Visitor {
    ScalarEvolution &evolution;
    Loops &loops;
    bool &counted;
    bool follow(const SCEV *part) {
      if (auto *sum = dyn_cast<SCEVAddRecExpr>(part)) {
        unsigned iterations = evolution.getSmallConstantTripCount(sum->getLoop());
        counted &= iterations && iterations <= MostIterations;
        loops.insert(const_cast<Loop *>(sum->getLoop()));
      } else if (auto *value = dyn_cast<SCEVUnknown>(part))
        counted &= isa<AllocaInst>(value->getValue());
      return counted;
    }
    bool isDone() const { return !counted; }
  } visitor{evolution, loops, counted};
  visitAll(address, visitor);
  return counted;
}

/// The loops that stand between `variable` and registers: none where it stays memory in any case.
Loops loopsOver(AllocaInst &variable, ScalarEvolution &evolution) {
  Loops loops;
  SmallVector<Instruction *> addresses{&variable};
  while (!addresses.empty()) {
    Instruction *address = addresses.pop_back_val();
    for (User *user : address->users()) {
      if (isa<GetElementPtrInst>(user)) {
        if (!isCounted(evolution.getSCEV(user), evolution, loops))
          return {};
        addresses.push_back(cast<Instruction>(user));
        continue;
      }
      auto *store = dyn_cast<StoreInst>(user);
      auto *call = dyn_cast<CallBase>(user);
      if (!isa<LoadInst>(user) && !(store && store->getValueOperand() != address) &&
          !(call && call->isLifetimeStartOrEnd()))
        return {};
    }
  }
  return loops;
}

/// Instructions of `loop` with all of `unrolled` within it.
uint64_t sizeOf(const Loop &loop, const Loops &unrolled, ScalarEvolution &evolution) {
  uint64_t size = 0;
  for (const BasicBlock *block : loop.blocks()) {
    uint64_t copies = 1;
    for (Loop *inner : unrolled)
      if (inner->contains(block) && loop.contains(inner))
        copies *= evolution.getSmallConstantTripCount(inner);
    size += copies * block->sizeWithoutDebug();
  }
  return size;
}

/// Without asking for the loop's count, which takes all of the code where there are many loops.
bool mayBeShort(const Loop &loop) {
  auto *exiting = loop.isInnermost() && loop.getNumBlocks() <= 2 ? loop.getExitingBlock() : nullptr;
  auto *branch = exiting ? dyn_cast<BranchInst>(exiting->getTerminator()) : nullptr;
  auto *test = branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
  auto *bound = test ? dyn_cast<ConstantInt>(test->getOperand(1)) : nullptr;
  return bound && bound->getValue().abs().ule(MostMembers);
}

/// Members of one structure in each iteration, of which every work-item has its own. The loop may ask before its first
/// iteration.
bool goesAlongMembers(const Loop &loop, const ItemSteps &steps, ScalarEvolution &evolution) {
  const unsigned blocks = loop.getNumBlocks(), iterations = evolution.getSmallConstantTripCount(&loop);
  if (iterations < blocks + 1 || iterations > blocks - 1 + MostMembers)
    return false;
  uint64_t size = 0;
  bool isAlong = false;
  const DataLayout &layout = loop.getHeader()->getDataLayout();
  auto isOfMember = [&](const Instruction &access) {
    auto *pointer = getLoadStorePointerOperand(&access);
    if (!pointer || pointer->getType()->getPointerAddressSpace() == space::Private)
      return false;
    const auto bytes = int64_t(layout.getTypeStoreSize(getLoadStoreType(&access)).getFixedValue());
    const SCEVAddRecExpr *address = strideIn(loop, const_cast<Value *>(pointer), evolution);
    auto *next = address ? dyn_cast<SCEVConstant>(address->getStepRecurrence(evolution)) : nullptr;
    const ItemSteps::Step step = steps.of(pointer);
    return next && next->getAPInt().getSExtValue() == bytes && (!step || (*step != 0 && *step != bytes));
  };
  for (const BasicBlock *block : loop.blocks()) {
    size += uint64_t(block->sizeWithoutDebug());
    isAlong = isAlong || any_of(*block, isOfMember);
  }
  return isAlong && size * iterations <= MostOfMembers;
}

} // namespace

bool markMemberLoops(Function &function, FunctionAnalysisManager &analyses) {
  std::optional<ItemSteps> steps; // when a loop asks
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  bool found = false;
  for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
    if (!mayBeShort(*loop) || !evolution.getSmallConstantTripCount(loop) ||
        !goesAlongMembers(*loop, steps ? *steps : steps.emplace(function, 0), evolution))
      continue;
    addStringMetadataToLoop(loop, "llvm.loop.unroll.full", /*V=*/1); // 0 forces nothing
    found = true;
  }
  return found;
}

PreservedAnalyses MarkPrivateLoops::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  for (Instruction &instruction : instructions(function)) {
    auto *variable = dyn_cast<AllocaInst>(&instruction);
    if (!variable || !variable->getAllocatedType()->isAggregateType() || !variable->isStaticAlloca() ||
        elementsOf(variable->getAllocatedType()) > MostElements)
      continue;
    Loops loops = loopsOver(*variable, evolution);
    if (all_of(loops, [&](Loop *loop) { return sizeOf(*loop, loops, evolution) <= MostInstructions; }))
      for (Loop *loop : loops)
        addStringMetadataToLoop(loop, "llvm.loop.unroll.full");
  }
  return PreservedAnalyses::all();
}

} // namespace lanecl
