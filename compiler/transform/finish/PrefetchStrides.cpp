// What the next iterations of long loops load from far away.
#include "compiler/analysis/LoopStrides.h"
#include "compiler/image/Memory.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/transform/Passes.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace lanecl {
namespace {

using namespace llvm;

// Work-items that share a buffer in steps of the global size meet a page only once: no processor foresees that, and
// where an iteration is long none looks ahead as far as the next one's loads.
constexpr unsigned LongIteration = 64;   ///< instructions; shorter ones overlap by themselves
constexpr unsigned Latency = 256;        ///< instructions that run while memory answers
constexpr unsigned MostPrefetches = 4;   ///< of a loop
constexpr unsigned ShareOfPrefetch = 32; ///< instructions of an iteration for each
constexpr int64_t FarStep = 2048;        ///< bytes; nearer ones are foreseen
constexpr unsigned FewIterations = 4;

struct Stride {
  Instruction *load;
  Value *from;
  const SCEVAddRecExpr *address;
};

unsigned sizeOf(const Loop &loop) {
  unsigned size = 0;
  for (const BasicBlock *block : loop.blocks())
    size += block->sizeWithoutDebug();
  return size;
}

/// The address in global memory that it loads from; null.
Value *loadedFrom(Instruction &instruction) {
  Value *address = nullptr;
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    address = load->isSimple() ? load->getPointerOperand() : nullptr;
  else if (auto *masked = dyn_cast<IntrinsicInst>(&instruction);
           masked && masked->getIntrinsicID() == Intrinsic::masked_load)
    address = masked->getArgOperand(0);
  return address && address->getType()->getPointerAddressSpace() == space::Global ? address : nullptr;
}

bool isFar(const SCEVAddRecExpr &address, const Loop &loop, ScalarEvolution &evolution) {
  const SCEV *step = address.getStepRecurrence(evolution);
  if (auto *bytes = dyn_cast<SCEVConstant>(step))
    return bytes->getAPInt().abs().sge(FarStep);
  return evolution.isLoopInvariant(step, &loop);
}

SmallVector<Stride> stridesOf(const Loop &loop, const LoopInfo &loops, ScalarEvolution &evolution) {
  SmallVector<Stride> strides;
  for (BasicBlock *block : loop.blocks()) {
    if (loops.getLoopFor(block) != &loop)
      continue;
    for (Instruction &instruction : *block) {
      Value *from = loadedFrom(instruction);
      const SCEVAddRecExpr *address = from ? strideIn(loop, from, evolution) : nullptr;
      if (!address || !isFar(*address, loop, evolution))
        continue;
      auto isBeside = [&](const Stride &other) {
        auto distance = evolution.computeConstantDifference(address, other.address);
        return distance && distance->abs().slt(CacheLineBytes);
      };
      if (none_of(strides, isBeside))
        strides.push_back({&instruction, from, address});
    }
  }
  return strides;
}

bool prefetch(Loop &loop, const LoopInfo &loops, ScalarEvolution &evolution) {
  const unsigned size = sizeOf(loop), known = evolution.getSmallConstantTripCount(&loop);
  if (size < LongIteration || !loop.getLoopPreheader() || (known && known <= FewIterations))
    return false;
  const SmallVector<Stride> strides = stridesOf(loop, loops, evolution);
  if (strides.empty() || strides.size() > std::min(MostPrefetches, size / ShareOfPrefetch))
    return false;
  SCEVExpander expander(evolution, "prefetch");
  bool any = false;
  for (const Stride &stride : strides) {
    const SCEV *step = stride.address->getStepRecurrence(evolution);
    const SCEV *ahead =
        evolution.getMulExpr(step, evolution.getConstant(step->getType(), std::max(1U, Latency / size)));
    Instruction *before = loop.getLoopPreheader()->getTerminator();
    if (!expander.isSafeToExpandAt(ahead, before))
      continue;
    IRBuilder<> builder(stride.load);
    Value *address =
        builder.CreateGEP(builder.getInt8Ty(), stride.from, expander.expandCodeFor(ahead, ahead->getType(), before));
    builder.CreateIntrinsic(Intrinsic::prefetch, {address->getType()},
                            {address, builder.getInt32(0), builder.getInt32(3), builder.getInt32(1)});
    any = true;
  }
  return any;
}

} // namespace

PreservedAnalyses PrefetchStridesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  bool any = false;
  for (Loop *loop : loops.getLoopsInPreorder())
    any |= prefetch(*loop, loops, evolution);
  return keptAfter(any);
}

} // namespace lanecl
