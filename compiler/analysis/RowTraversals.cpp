#include "compiler/analysis/RowTraversals.h"
#include "compiler/Compiler.h"
#include "compiler/analysis/Costs.h"
#include "compiler/analysis/ItemSteps.h"
#include "compiler/analysis/LoopStrides.h"
#include "compiler/image/Memory.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/Queries.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace lanecl::simd {
namespace {

using namespace llvm;

struct Access {
  Instruction *instruction;
  const SCEVAddRecExpr *address;
};

/// What an innermost loop does.
struct Traversal {
  SmallVector<Access> accesses;
  unsigned rows = 0;       ///< accesses to memory that is not a work-item's own
  unsigned operations = 0; ///< that differ between lanes
  bool stores = false, collides = true;
};

class Rows {
public:
  Rows(Function &body, LaneAnalyses &analyses, bool collide)
      : unknownCollide_(collide), uniformity_(analyses.uniformity(body)), loops_(analyses.get<LoopAnalysis>(body)),
        evolution_(analyses.get<ScalarEvolutionAnalysis>(body)), steps_(body, 0) {}

  bool areTraversed(Function &body) {
    if (loops_.empty() || any_of(instructions(body), [&](Instruction &each) { return isCall(each); }))
      return false;
    unsigned outside = 0, inside = 0;
    for (BasicBlock &block : body)
      if (Loop *loop = loops_.getLoopFor(&block); !loop || !loop->isInnermost())
        outside += operationsOf(block);
    for (Loop *loop : loops_.getLoopsInPreorder()) {
      if (!loop->isInnermost())
        continue;
      Traversal traversal;
      if (!read(*loop, traversal))
        return false;
      if (traversal.accesses.empty() && !traversal.operations) // the same for all
        continue;
      if (!traversal.stores || !traversal.rows || !(isIndependent(*loop, traversal) || isHeldUp(traversal)))
        return false;
      inside += traversal.operations + static_cast<unsigned>(traversal.accesses.size());
    }
    return inside && outside <= std::max(costs::OperationsOutside, costs::IterationsOutside * inside);
  }

private:
  /// Of functions, at which lanes may gain.
  bool isCall(const Instruction &instruction) const {
    return isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction) && !queryOf(instruction) &&
           uniformity_.isDivergent(&instruction);
  }

  unsigned costOf(const Instruction &instruction) const {
    const bool isFree = isa<CastInst, GetElementPtrInst, CmpInst, PHINode>(instruction) || instruction.isTerminator() ||
                        queryOf(instruction);
    if (isFree || !uniformity_.isDivergent(&instruction))
      return 0;
    return instruction.getOpcode() == Instruction::FDiv || isa<CallBase>(instruction) ? costs::SlowOperation : 1;
  }
  unsigned operationsOf(const BasicBlock &block) const {
    unsigned operations = 0;
    for (const Instruction &instruction : block)
      operations += costOf(instruction);
    return operations;
  }

  static bool isOwn(const Value &pointer) { return isa<AllocaInst>(getUnderlyingObject(&pointer)); }

  /// False: there is something that is no traversal of a row.
  bool read(const Loop &loop, Traversal &traversal) {
    for (BasicBlock *block : loop.blocks())
      for (Instruction &instruction : *block)
        if (!read(loop, instruction, traversal))
          return false;
    return true;
  }

  bool read(const Loop &loop, Instruction &instruction, Traversal &traversal) {
    Value *pointer = getLoadStorePointerOperand(&instruction);
    if (pointer && (uniformity_.isDivergent(pointer) || isOwn(*pointer)))
      return readAccess(loop, instruction, *pointer, traversal);
    if (instruction.mayWriteToMemory())
      return false;
    traversal.operations += costOf(instruction);
    return true;
  }

  bool readAccess(const Loop &loop, Instruction &instruction, Value &pointer, Traversal &traversal) {
    const unsigned memory = pointer.getType()->getPointerAddressSpace();
    const bool isSimple =
        isa<LoadInst>(instruction) ? cast<LoadInst>(instruction).isSimple() : cast<StoreInst>(instruction).isSimple();
    const SCEVAddRecExpr *address = strideIn(loop, &pointer, evolution_);
    const bool isNear = address && isNearStep(*address, evolution_);
    if (!isSimple || !isNear)
      return false;
    if (isOwn(pointer)) { // a row of each work-item's variable, which the one before has left in the cache
      traversal.stores |= isa<StoreInst>(instruction);
      traversal.accesses.push_back({&instruction, address});
      return true;
    }
    if (memory != space::Global && memory != space::Constant)
      return false;
    const ItemSteps::Step row = steps_.of(&pointer);
    const uint64_t distance = row ? AbsoluteValue(*row) : CacheLineBytes;
    if (distance < CacheLineBytes) // neighbours share what is read
      return false;
    ++traversal.rows;
    traversal.collides &= row ? compiler::lanesInCache(distance) <= costs::FewInCache : unknownCollide_;
    traversal.stores |= isa<StoreInst>(instruction);
    traversal.accesses.push_back({&instruction, address});
    return true;
  }

  /// LLVM makes vectors of its iterations.
  bool isIndependent(Loop &loop, const Traversal &traversal) {
    auto isCounter = [&](PHINode &phi) {
      auto *counter =
          evolution_.isSCEVable(phi.getType()) ? dyn_cast<SCEVAddRecExpr>(evolution_.getSCEV(&phi)) : nullptr;
      return counter && counter->isAffine();
    };
    auto areDisjoint = [&](const Access &store, const Access &other) {
      if (isa<LoadInst>(store.instruction) || store.instruction == other.instruction)
        return true;
      const Value *a = getUnderlyingObject(getLoadStorePointerOperand(store.instruction)),
                  *b = getUnderlyingObject(getLoadStorePointerOperand(other.instruction));
      if (a != b)
        return isa<Argument, AllocaInst>(a) && isa<Argument, AllocaInst>(b); // or a test at run time says so
      auto distance = evolution_.computeConstantDifference(store.address, other.address);
      return distance && distance->isZero();
    };
    return loop.getNumBlocks() == 1 && all_of(loop.getHeader()->phis(), isCounter) &&
           all_of(traversal.accesses, [&](const Access &store) {
             return all_of(traversal.accesses, [&](const Access &other) { return areDisjoint(store, other); });
           });
  }

  static bool isHeldUp(const Traversal &traversal) {
    return traversal.collides && traversal.operations <= costs::OperationsOfAccess * traversal.accesses.size();
  }

  const bool unknownCollide_;
  const UniformityInfo &uniformity_;
  LoopInfo &loops_;
  ScalarEvolution &evolution_;
  const ItemSteps steps_;
};

} // namespace

bool traversesRows(Function &body, LaneAnalyses &analyses, bool collide) {
  return Rows(body, analyses, collide).areTraversed(body);
}

} // namespace lanecl::simd
