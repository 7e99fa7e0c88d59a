#include "compiler/analysis/RegisterPressure.h"
#include "compiler/analysis/Costs.h"
#include "compiler/analysis/ItemSteps.h"
#include "compiler/analysis/LongBlocks.h"
#include "compiler/analysis/LoopStrides.h"
#include "compiler/analysis/Recurrences.h"
#include "compiler/analysis/ScatteredAccesses.h"
#include "compiler/image/Memory.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/AtomicOperation.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

namespace lanecl::simd {
namespace {

bool keepsManySums(llvm::Loop &loop, const llvm::UniformityInfo &uniformity, unsigned many, unsigned leastBits) {
  auto isSum = [&](llvm::PHINode &phi) {
    auto *latch = loop.getLoopLatch();
    auto *next = latch ? llvm::dyn_cast<llvm::Instruction>(phi.getIncomingValueForBlock(latch)) : nullptr;
    return next && phi.getType()->isFloatingPointTy() && phi.getType()->getPrimitiveSizeInBits() >= leastBits &&
           uniformity.isDivergent(&phi) && llvm::is_contained(next->operand_values(), &phi);
  };
  return loop.isInnermost() && llvm::count_if(loop.getHeader()->phis(), isSum) >= many;
}

/// One of the loops does.
bool keepManySums(llvm::Function &body, const targets::Machine &machine, LaneAnalyses &analyses, unsigned leastBits) {
  auto &uniformity = analyses.uniformity(body);
  return llvm::any_of(analyses.get<llvm::LoopAnalysis>(body).getLoopsInPreorder(), [&](llvm::Loop *loop) {
    return keepsManySums(*loop, uniformity, machine.manySums(), leastBits);
  });
}

/// Fields read or written together, at constant distances from an address that differs from lane to lane.
bool fillsStructures(llvm::BasicBlock &block, const llvm::UniformityInfo &uniformity, uint64_t large) {
  const llvm::DataLayout &layout = block.getDataLayout();
  llvm::SmallMapVector<std::pair<const llvm::Value *, unsigned>, uint64_t, 8> bytes;
  for (llvm::Instruction &instruction : block) {
    const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&instruction);
    if (!pointer || !uniformity.isDivergent(pointer))
      continue;
    llvm::APInt offset(64, 0);
    const llvm::Value *base = pointer->stripAndAccumulateConstantOffsets(layout, offset, true);
    if (!llvm::isa<llvm::AllocaInst>(base)) // a lane's own variables are not put in order
      bytes[{base, instruction.getOpcode()}] += layout.getTypeStoreSize(llvm::getLoadStoreType(&instruction));
  }
  return llvm::any_of(bytes, [&](auto &entry) { return entry.second >= large; });
}

/// Read from memory, or else a constant: the two paths to a load in robust programs.
bool isFound(const llvm::Value *value, unsigned depth = 4) {
  if (auto *cast = llvm::dyn_cast<llvm::CastInst>(value))
    return isFound(cast->getOperand(0), depth);
  auto *phi = llvm::dyn_cast<llvm::PHINode>(value);
  if (!phi || phi->getNumIncomingValues() != 2 || !depth)
    return llvm::isa<llvm::LoadInst>(value);
  const llvm::Value *first = phi->getIncomingValue(0), *second = phi->getIncomingValue(1);
  if (llvm::isa<llvm::Constant>(first))
    std::swap(first, second);
  return isFound(first, depth - 1) && (llvm::isa<llvm::Constant>(second) || isFound(second, depth - 1));
}

/// A number that is counted, or an address: where it begins was read from memory.
bool beginsAnywhere(const llvm::PHINode &phi, const llvm::Loop &loop) {
  const llvm::BasicBlock *before = loop.getLoopPreheader(), *latch = loop.getLoopLatch();
  if (!before || !latch || !isFound(phi.getIncomingValueForBlock(before)))
    return false;
  auto *next = llvm::dyn_cast<llvm::Instruction>(phi.getIncomingValueForBlock(latch));
  return next && (next->getOpcode() == llvm::Instruction::Add || llvm::isa<llvm::GetElementPtrInst>(next)) &&
         llvm::is_contained(next->operand_values(), &phi);
}

/// Written, or changed by an atomic operation, at an index that was read from memory.
bool isScatter(const llvm::Instruction &instruction) {
  const llvm::Value *pointer = nullptr;
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    pointer = store->isSimple() ? store->getPointerOperand() : nullptr;
  else if (auto atomic = AtomicOperation::of(instruction))
    pointer = atomic->pointer();
  auto *address = llvm::dyn_cast_or_null<llvm::GEPOperator>(pointer);
  return address && llvm::any_of(address->indices(), [](const llvm::Use &index) { return isFound(index); });
}

/// Its accesses are gathers and scatters, of which at least two serve as few other operations, and no branch depends on
/// what was gathered where nothing is scattered.
bool mostlyGathers(llvm::Loop &loop, const llvm::UniformityInfo &uniformity) {
  unsigned gathers = 0, others = 0;
  bool scatters = false, parts = false;
  for (llvm::BasicBlock *block : loop.blocks()) {
    parts |= partsByMemory(*block, uniformity) && !loop.isLoopExiting(block);
    for (llvm::Instruction &instruction : *block) {
      bool isFree = llvm::isa<llvm::CastInst, llvm::GetElementPtrInst, llvm::CmpInst, llvm::PHINode>(instruction);
      if (!uniformity.isDivergent(&instruction) || instruction.isTerminator() || isFree)
        continue;
      const bool isScattered = llvm::isa<llvm::LoadInst>(instruction) || isScatter(instruction);
      if (!isScattered && instruction.mayReadOrWriteMemory())
        return false;
      scatters |= isScattered && instruction.mayWriteToMemory();
      ++(isScattered ? gathers : others);
    }
  }
  return gathers >= 2 && others <= 2 * gathers && (scatters || !parts);
}

/// So many lanes side by side write less than a line of the cache with `store`, and far from there in the loop's next
/// iteration.
bool writesPartOfLine(llvm::StoreInst &store, const llvm::Loop &loop, unsigned lanes, const ItemSteps &steps,
                      llvm::ScalarEvolution &evolution) {
  if (store.getPointerAddressSpace() != space::Global)
    return false;
  const uint64_t bytes = store.getDataLayout().getTypeStoreSize(store.getValueOperand()->getType());
  const ItemSteps::Step step = steps.of(store.getPointerOperand());
  if (bytes * lanes >= CacheLineBytes || !step || *step != static_cast<int64_t>(bytes))
    return false;
  const llvm::SCEVAddRecExpr *address = strideIn(loop, store.getPointerOperand(), evolution);
  return address && !isNearStep(*address, evolution);
}

/// By the time that the sub-group beside them comes to a line's other part, it has left the cache: that counts for more
/// than registers that run short, unless much else is done for each of them.
bool mostlyWritesPartsOfLines(llvm::Loop &loop, unsigned lanes, const llvm::UniformityInfo &uniformity,
                              const ItemSteps &steps, llvm::ScalarEvolution &evolution) {
  unsigned parts = 0, others = 0;
  for (llvm::BasicBlock *block : loop.blocks())
    for (llvm::Instruction &instruction : *block) {
      auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
      if (store && writesPartOfLine(*store, loop, lanes, steps, evolution))
        ++parts;
      else if (uniformity.isDivergent(&instruction))
        ++others;
    }
  return others < parts * costs::MuchBesideLine;
}

/// `value` takes an id apart where so many lanes are whole, and `more` are not: as channels of pixels lie side by side.
bool partsIds(const llvm::Value &value, unsigned lanes, unsigned more, const ItemSteps &steps) {
  auto *made = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  auto *by = made ? llvm::dyn_cast<llvm::ConstantInt>(made->getOperand(1)) : nullptr;
  if (!by || by->getValue().getActiveBits() > 31)
    return false;
  uint64_t size = by->getZExtValue();
  switch (made->getOpcode()) {
  case llvm::Instruction::And:
    if (!by->getValue().isMask())
      return false;
    ++size;
    break;
  case llvm::Instruction::LShr:
  case llvm::Instruction::AShr:
    size = uint64_t{1} << std::min<uint64_t>(size, 32);
    break;
  case llvm::Instruction::UDiv:
  case llvm::Instruction::SDiv:
  case llvm::Instruction::URem:
  case llvm::Instruction::SRem:
    break;
  default:
    return false;
  }
  return size >= lanes && size % lanes == 0 && size % more != 0 && steps.of(made->getOperand(0)) == 1;
}

/// What one register of each value takes in an iteration, in cycles.
double cyclesOf(llvm::Loop &loop, const llvm::UniformityInfo &uniformity, const targets::Machine &machine) {
  double cycles = 0;
  for (llvm::BasicBlock *block : loop.blocks())
    for (llvm::Instruction &made : *block) {
      if (made.isTerminator() || !uniformity.isDivergent(&made) ||
          llvm::isa<llvm::PHINode, llvm::GetElementPtrInst>(made))
        continue;
      const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&made);
      const bool isDivision = made.isFPDivRem() || made.isIntDivRem();
      cycles += pointer && uniformity.isDivergent(pointer) ? costs::CyclesOfAccess
                : isDivision                               ? machine.timing.floatDivide
                                                           : 1 / costs::PerCycle;
    }
  return cycles;
}

/// Until the next instruction can go on, of what lanes have each for themselves: what they have alike is the same work
/// for two registers.
double waitsFor(const llvm::Instruction &made, const llvm::UniformityInfo &uniformity,
                const targets::Machine &machine) {
  if (llvm::isa<llvm::GetElementPtrInst, llvm::PHINode>(made) || !uniformity.isDivergent(&made))
    return 0;
  if (llvm::isa<llvm::LoadInst>(made))
    return costs::LatencyOfGather;
  // A sum that is fused with a product takes as long as that: it is what is handed on.
  const bool isSum = made.getOpcode() == llvm::Instruction::FAdd || made.getOpcode() == llvm::Instruction::FSub;
  return isSum ? machine.timing.multiply : latencyOf(made, machine);
}

/// Iterations of one of the loops wait for those before, longer than most of what they have to do with one register for
/// each value takes.
bool waitsInLoops(llvm::Function &body, const targets::Machine &machine, LaneAnalyses &analyses) {
  auto &uniformity = analyses.uniformity(body);
  auto &loops = analyses.get<llvm::LoopAnalysis>(body);
  auto latency = [&](const llvm::Instruction &made) { return waitsFor(made, uniformity, machine); };
  return llvm::any_of(loops.getLoopsInPreorder(), [&](llvm::Loop *loop) {
    return loop->isInnermost() && longestRecurrence(*loop, loops, latency, [](auto &) { return nullptr; }) >
                                      costs::WaitingShare * cyclesOf(*loop, uniformity, machine);
  });
}

} // namespace

bool hasOneRegister(llvm::Function &body, unsigned wide, const targets::Machine &machine, LaneAnalyses &analyses) {
  const ItemSteps steps(body, 0);
  auto parts = [&](llvm::Instruction &made) { return partsIds(made, machine.nativeLanes(), wide, steps); };
  return keepManySums(body, machine, analyses, 0) || llvm::any_of(llvm::instructions(body), parts);
}

unsigned lanesFor(llvm::Function &body, unsigned most, const targets::Machine &machine, bool isOfLines,
                  LaneAnalyses &analyses) {
  auto &uniformity = analyses.uniformity(body);
  auto &loops = analyses.get<llvm::LoopAnalysis>(body);
  auto &evolution = analyses.get<llvm::ScalarEvolutionAnalysis>(body);
  if (unsigned best = lanesForLongBlocks(body, loops, evolution, uniformity, most, machine))
    return best;
  const unsigned native = machine.nativeLanes();
  if (keepManySums(body, machine, analyses, 64)) // which have two registers each where others have one
    return native / 2;
  const unsigned wide = std::min(most, native * std::max(machine.registersForLatency(), machine.registersForLine()));
  if (hasOneRegister(body, wide, machine, analyses))
    return native;
  auto fills = [&](llvm::BasicBlock &block) { return fillsStructures(block, uniformity, machine.largeStructure()); };
  if (machine.registersForLine() == 1)
    return llvm::any_of(body, fills) || (isOfLines && !waitsInLoops(body, machine, analyses)) ? native : wide;
  const ItemSteps steps(body, 0);
  auto writesParts = [&](llvm::Loop *loop) {
    return mostlyWritesPartsOfLines(*loop, native, uniformity, steps, evolution);
  };
  if (llvm::any_of(loops.getLoopsInPreorder(), writesParts))
    return wide;
  // What is read before the loops does not stand against lines that are whole in them.
  auto fillsThere = [&](llvm::BasicBlock &block) {
    return (loops.empty() || loops.getLoopFor(&block)) && fillsStructures(block, uniformity, machine.largeStructure());
  };
  if (llvm::any_of(body, fillsThere))
    return native;
  const bool hasRoom =
      machine.registersForLatency() > 1 || hasRoomForTwo(body, loops, evolution, uniformity, steps, machine);
  return hasRoom ? wide : native;
}

bool streamsPerLane(llvm::Function &body, LaneAnalyses &analyses) {
  auto &uniformity = analyses.uniformity(body);
  auto &loops = analyses.get<llvm::LoopAnalysis>(body);
  auto traverses = [&](llvm::Loop *loop) {
    auto beginsApart = [&](llvm::PHINode &phi) { return uniformity.isDivergent(&phi) && beginsAnywhere(phi, *loop); };
    return llvm::any_of(loop->getHeader()->phis(), beginsApart) && mostlyGathers(*loop, uniformity);
  };
  return !loops.empty() && llvm::all_of(loops.getLoopsInPreorder(), traverses);
}

} // namespace lanecl::simd
