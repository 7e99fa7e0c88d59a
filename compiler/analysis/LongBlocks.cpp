#include "compiler/analysis/LongBlocks.h"
#include "compiler/analysis/Costs.h"
#include "compiler/analysis/FusedProducts.h"
#include "compiler/analysis/ItemSteps.h"
#include "compiler/ir/Operations.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include <cmath>

namespace lanecl::simd {
namespace {

/// What a register holds of each lane where it is full: with twice as many bits there are half as many lanes.
enum class LaneBits : unsigned { Word = 32, Long = 64 };

/// Registers that a value takes.
unsigned registersOf(const llvm::Value &value, LaneBits bits) {
  llvm::Type *type = value.getType();
  if (!type->isSized() || type->getScalarType()->isIntegerTy(1))
    return 0;
  const uint64_t size = llvm::cast<llvm::Instruction>(&value)->getDataLayout().getTypeSizeInBits(type).getFixedValue();
  return static_cast<unsigned>(llvm::divideCeil(size, static_cast<unsigned>(bits)));
}

bool isRotation(const llvm::Instruction &instruction) {
  auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call && (call->getIntrinsicID() == llvm::Intrinsic::fshl || call->getIntrinsicID() == llvm::Intrinsic::fshr);
}

/// No instruction of its own.
bool isFree(const llvm::Instruction &instruction) {
  return llvm::isa<llvm::PHINode, llvm::BitCastInst, llvm::FreezeInst>(instruction);
}

/// A sum that is one instruction with a product, by Contract.cpp or, where the order is free, by LLVM.
bool isFused(const llvm::Instruction &instruction, const targets::Machine &machine) {
  return machine.fusesProducts && isFloatSum(instruction) && instruction.hasAllowContract() &&
         llvm::any_of(instruction.operands(),
                      [](const llvm::Use &operand) { return fusedProductOf(operand.get()).product != nullptr; });
}

/// By way of float, each operation rounded for itself.
bool isConvertedHalf(const llvm::Instruction &instruction, const targets::Machine &machine) {
  return !machine.nativeHalf && instruction.isBinaryOp() && instruction.getType()->getScalarType()->isHalfTy();
}

/// Machine instructions.
double instructionsOf(const llvm::Instruction &instruction, LaneBits bits, const targets::Machine &machine) {
  const unsigned registers = std::max(registersOf(instruction, bits), 1U);
  if (isConvertedHalf(instruction, machine))
    return registers * machine.timing.halfInstructions;
  if (isFused(instruction, machine))
    return 0;
  if (instruction.isBitwiseLogicOp())
    return registers * (machine.rotates ? 0.5 : 1); // two are one instruction
  return registers * (isRotation(instruction) && !machine.rotates ? 3 : 1);
}

/// A loop of one block, which no lane leaves before another.
bool isWholeLoop(const llvm::Loop *loop, const llvm::UniformityInfo &uniformity) {
  if (!loop || loop->getNumBlocks() != 1)
    return false;
  auto *branch = llvm::dyn_cast<llvm::BranchInst>(loop->getHeader()->getTerminator());
  return branch && branch->isConditional() && !uniformity.isDivergent(branch->getCondition());
}

class LongBlock {
public:
  LongBlock(llvm::BasicBlock &block, const llvm::Loop *loop, llvm::ScalarEvolution &evolution,
            const llvm::UniformityInfo &uniformity, LaneBits bits, const targets::Machine &machine)
      : loop_(loop), uniformity_(uniformity), bits_(bits), machine_(machine) {
    for (llvm::Instruction &instruction : block) {
      if (instruction.mayReadOrWriteMemory())
        ++accesses_;
      if (!isLanes(&instruction) || isFree(instruction))
        continue;
      ++operations_;
      work_ += instructionsOf(instruction, bits, machine);
      code_.push_back(&instruction);
    }
    if (isLoop_)
      for (const llvm::PHINode &phi : block.phis())
        recurrence_ = std::max(recurrence_, chainOf(phi));
    if (isChain()) // of other loops nobody asks, which takes time where there are many
      iterations_ = evolution.getSmallConstantTripCount(loop);
    for (auto [at, instruction] : llvm::enumerate(code_))
      for (const llvm::Value *operand : instruction->operand_values())
        if (isLanes(operand))
          uses_[operand].push_back(static_cast<unsigned>(at));
  }

  /// What its loop makes of a value in one iteration takes longer than all instructions of the iteration do.
  bool isChain() const { return isLoop_ && accesses_ == 0 && recurrence_ > work_ / machine_.timing.issue; }
  bool isLong() const {
    return operations_ >= costs::LongBlock && accesses_ * costs::OperationsPerAccess <= operations_;
  }
  double work() const { return work_; }

  /// Cycles for the lanes of one register, of which a value of so many bits has `perValue`.
  double cycles(unsigned perValue) const {
    const targets::CoreTiming &timing = machine_.timing;
    const unsigned room = (machine_.vectorRegisters - costs::Passing) / perValue + costs::Passing;
    const double instructions = work_ + putAside(room);
    const double begun = instructions * perValue > timing.decoded ? timing.decodes : timing.issue;
    // Of each value's lanes the processor sees less, then, but LLVM's scheduler has put side by side what does not
    // wait.
    const double overlap = std::max(1.0, timing.window / (work_ * perValue)); // of one iteration with the next
    return std::max({instructions / begun, waits(timing.window) / (perValue * overlap),
                     recurrence_ / (perValue * loopsSeen(perValue))});
  }

private:
  bool isLanes(const llvm::Value *value) const {
    return llvm::isa<llvm::Instruction>(value) && uniformity_.isDivergent(value);
  }

  /// Whole loops, one behind another, that the processor sees: nearly all of a chain waits.
  double loopsSeen(unsigned perValue) const {
    return iterations_ ? std::max(1.0, machine_.timing.waiting / (iterations_ * work_ * perValue)) : 1;
  }

  /// Cycles from a value of one iteration to that of the next.
  double chainOf(const llvm::PHINode &phi) const {
    llvm::DenseMap<const llvm::Value *, unsigned> made = {{&phi, 0}};
    for (const llvm::Instruction *instruction : code_)
      for (const llvm::Value *operand : instruction->operand_values())
        if (auto found = made.find(operand); found != made.end()) {
          const unsigned end = found->second + latencyOf(*instruction, machine_);
          made[instruction] = std::max(made.lookup(instruction), end);
        }
    return made.lookup(phi.getIncomingValueForBlock(phi.getParent()));
  }

  /// Cycles that what waits for each other takes on a processor that looks so many instructions ahead: one begins once
  /// those that many before it are done.
  double waits(double window) const {
    llvm::DenseMap<const llvm::Value *, unsigned> ready;
    std::vector<unsigned> done; // of all up to there
    std::vector<double> position;
    std::size_t oldest = 0;
    for (const llvm::Instruction *instruction : code_) {
      position.push_back((position.empty() ? 0 : position.back()) + instructionsOf(*instruction, bits_, machine_));
      while (position.back() - position[oldest] > window)
        ++oldest;
      unsigned start = oldest ? done[oldest - 1] : 0;
      for (const llvm::Value *operand : instruction->operand_values())
        start = std::max(start, ready.lookup(operand));
      const unsigned end = ready[instruction] = start + latencyOf(*instruction, machine_);
      done.push_back(std::max(done.empty() ? 0 : done.back(), end));
    }
    return done.empty() ? 0 : done.back();
  }

  /// The cost of what does not fit into so many registers, when the value that is used last makes room.
  double putAside(unsigned room) const {
    struct Held {
      const llvm::Value *value;
      unsigned registers, next;
    };
    llvm::SmallVector<Held, 32> held;
    llvm::DenseMap<const llvm::Value *, unsigned> used; // of its uses
    llvm::DenseSet<const llvm::Value *> stored;
    unsigned registers = 0;
    double cost = 0;
    auto nextUse = [&](const llvm::Value *value) {
      auto found = uses_.find(value);
      unsigned done = used.lookup(value);
      return found == uses_.end() || done >= found->second.size() ? ~0U : found->second[done];
    };
    auto hold = [&](const llvm::Value *value) {
      held.push_back({value, registersOf(*value, bits_), nextUse(value)});
      registers += held.back().registers;
      while (registers > room && held.size() > 1) {
        auto *last = std::max_element(held.begin(), held.end() - 1, [](auto &a, auto &b) { return a.next < b.next; });
        if (last->next != ~0U && stored.insert(last->value).second && isMadeHere(last->value))
          cost += machine_.timing.spill * last->registers;
        registers -= last->registers;
        held.erase(last);
      }
    };
    for (auto [at, instruction] : llvm::enumerate(code_)) {
      for (const llvm::Value *operand : instruction->operand_values()) {
        if (!isLanes(operand))
          continue;
        ++used[operand];
        auto *found = llvm::find_if(held, [&](const Held &entry) { return entry.value == operand; });
        if (found == held.end()) {
          cost += stored.contains(operand) || !isMadeHere(operand)
                      ? machine_.timing.reload * registersOf(*operand, bits_)
                      : 0;
          hold(operand);
        } else {
          found->next = nextUse(operand);
        }
      }
      llvm::erase_if(held, [&](const Held &entry) {
        bool isDone = entry.next == ~0U;
        registers -= isDone ? entry.registers : 0;
        return isDone;
      });
      hold(instruction);
    }
    return cost;
  }

  /// By the block's loop: what was made before it was stored once.
  bool isMadeHere(const llvm::Value *value) const {
    return !loop_ || loop_->contains(llvm::cast<llvm::Instruction>(value));
  }

  const llvm::Loop *loop_;
  const llvm::UniformityInfo &uniformity_;
  const bool isLoop_ = isWholeLoop(loop_, uniformity_); ///< the block is the loop
  unsigned iterations_ = 0;                             ///< of the loop; 0: nobody knows
  const LaneBits bits_;
  const targets::Machine &machine_;
  std::vector<const llvm::Instruction *> code_; ///< those with lanes
  llvm::DenseMap<const llvm::Value *, llvm::SmallVector<unsigned, 4>> uses_;
  unsigned operations_ = 0, accesses_ = 0;
  double work_ = 0, recurrence_ = 0;
};

/// Of numbers of 64 bits, which have two registers each; indices in steps from lane to lane have none.
bool isOfLongs(const llvm::BasicBlock &block, const llvm::UniformityInfo &uniformity, const ItemSteps &steps) {
  unsigned all = 0, longs = 0;
  for (const llvm::Instruction &instruction : block)
    if (instruction.isBinaryOp() && uniformity.isDivergent(&instruction) && !steps.of(&instruction)) {
      ++all;
      longs += instruction.getType()->getScalarSizeInBits() == 64;
    }
  return longs > all / 2;
}

/// Addresses that differ by a line of the cache and more from one lane to the next, or by who knows what: each lane has
/// a place in the cache of its own.
unsigned placesOf(const llvm::BasicBlock &block, const llvm::UniformityInfo &uniformity, const ItemSteps &steps) {
  constexpr auto Line = static_cast<int64_t>(CacheLineBytes);
  return static_cast<unsigned>(llvm::count_if(block, [&](const llvm::Instruction &instruction) {
    const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&instruction);
    if (!pointer || !uniformity.isDivergent(pointer) || llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer)))
      return false;
    const ItemSteps::Step step = steps.of(pointer);
    return !step || *step <= -Line || *step >= Line;
  }));
}

/// Counts from a place at a known distance from the neighbour's, in steps that are the same for all lanes; or does not
/// change.
bool isCounted(const llvm::Value *value, const llvm::Loop &loop, const llvm::UniformityInfo &uniformity,
               const ItemSteps &steps) {
  auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (!instruction || !loop.contains(instruction))
    return steps.of(value).has_value();
  if (auto *cast = llvm::dyn_cast<llvm::CastInst>(instruction))
    return isCounted(cast->getOperand(0), loop, uniformity, steps);
  auto *phi = llvm::dyn_cast<llvm::PHINode>(instruction);
  if (instruction->getOpcode() == llvm::Instruction::Add && !uniformity.isDivergent(instruction->getOperand(1)))
    phi = llvm::dyn_cast<llvm::PHINode>(instruction->getOperand(0));
  const llvm::BasicBlock *before = loop.getLoopPreheader(), *latch = loop.getLoopLatch();
  if (!phi || phi->getParent() != loop.getHeader() || !before || !latch)
    return false;
  auto *next = llvm::dyn_cast<llvm::BinaryOperator>(phi->getIncomingValueForBlock(latch));
  return next && next->getOpcode() == llvm::Instruction::Add && next->getOperand(0) == phi &&
         !uniformity.isDivergent(next->getOperand(1)) && steps.of(phi->getIncomingValueForBlock(before)).has_value();
}

/// Where some lanes leave before others.
llvm::SmallVector<llvm::BasicBlock *, 4> divergentExits(const llvm::Loop &loop,
                                                        const llvm::UniformityInfo &uniformity) {
  llvm::SmallVector<llvm::BasicBlock *, 4> exits;
  loop.getExitingBlocks(exits);
  llvm::erase_if(exits, [&](llvm::BasicBlock *exit) { return !uniformity.isDivergent(exit->getTerminator()); });
  return exits;
}

/// Some lanes go on for long while others are done: not where they count to limits that lie as close to each other as
/// the places where they began.
bool hasDivergentExits(const llvm::Loop &loop, llvm::ArrayRef<llvm::BasicBlock *> exits,
                       const llvm::UniformityInfo &uniformity, const ItemSteps &steps) {
  return llvm::any_of(exits, [&](const llvm::BasicBlock *exit) {
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(exit->getTerminator());
    auto *test = branch ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition()) : nullptr;
    return !test || !llvm::all_of(test->operands(), [&](const llvm::Use &operand) {
      return isCounted(operand, loop, uniformity, steps);
    });
  });
}

bool mayBeLongBlock(const llvm::BasicBlock &block) {
  auto operations = llvm::count_if(block, [](const llvm::Instruction &i) { return i.isBinaryOp(); });
  return static_cast<double>(operations) >= costs::LongBlock * costs::BinaryShare;
}

/// A function of the library on numbers, such as mad().
bool isArithmetic(const llvm::CallBase &call) {
  const llvm::Function *callee = call.getCalledFunction();
  auto isNumber = [](const llvm::Value *operand) { return operand->getType()->isFPOrFPVectorTy(); };
  return callee && !isLaneclFunction(*callee) && call.getType()->isFPOrFPVectorTy() &&
         llvm::all_of(call.args(), isNumber);
}

/// Reaches no memory but private variables.
bool mayBeChain(const llvm::Loop &loop) {
  unsigned arithmetic = 0;
  for (const llvm::BasicBlock *block : loop.blocks())
    for (const llvm::Instruction &instruction : *block) {
      auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&instruction);
      const bool isOwn = pointer && llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer));
      if (call ? !isArithmetic(*call) : instruction.mayReadOrWriteMemory() && !isOwn)
        return false;
      arithmetic += instruction.isBinaryOp() || call;
    }
  return arithmetic >= costs::LeastOfChain;
}

/// Work-items part elsewhere than at what decides whether they come to the loop: the more of them are together, the
/// less often all take one path.
bool partsAround(llvm::Function &body, const llvm::Loop &loop, const llvm::UniformityInfo &uniformity) {
  llvm::df_iterator_default_set<llvm::BasicBlock *, 32> leading; // to the loop
  for (llvm::BasicBlock *block : llvm::inverse_depth_first_ext(loop.getHeader(), leading))
    static_cast<void>(block);
  return llvm::any_of(body, [&](llvm::BasicBlock &block) {
    const llvm::Instruction *end = block.getTerminator();
    if (end->getNumSuccessors() < 2 || !uniformity.isDivergent(end))
      return false;
    const bool decides = leading.contains(&block) &&
                         !llvm::all_of(llvm::successors(&block), [&](auto *next) { return leading.contains(next); });
    return !decides;
  });
}

double timesOf(unsigned depth) { return std::ldexp(1, static_cast<int>(costs::iterationBits(depth))); }

/// Instructions with values of 32 bits: half as many lanes are twice as much work there, while values of 64 bits are no
/// worse off. Of each block, times its iterations, and of the functions that stay functions where they are called.
class WordsWork {
public:
  explicit WordsWork(const targets::Machine &machine) : machine_(machine) {}

  double of(llvm::Function &function, const llvm::LoopInfo &loops) {
    double sum = 0;
    for (llvm::BasicBlock &block : function)
      sum += of(block, loops);
    return sum;
  }

  double of(llvm::BasicBlock &block, const llvm::LoopInfo &loops) {
    double sum = 0;
    for (llvm::Instruction &instruction : block) {
      auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
      if (callee && !callee->isDeclaration())
        sum += called(*callee);
      else if (llvm::isa<llvm::BinaryOperator, llvm::IntrinsicInst, llvm::SelectInst>(instruction) &&
               registersOf(instruction, LaneBits::Word) == 1)
        sum += instructionsOf(instruction, LaneBits::Word, machine_);
    }
    return sum * timesOf(loops.getLoopDepth(&block));
  }

private:
  double called(llvm::Function &function) {
    auto [known, isNew] = known_.try_emplace(&function, 0);
    if (!isNew)
      return known->second;
    llvm::DominatorTree tree(function);
    const double work = of(function, llvm::LoopInfo(tree));
    return known_[&function] = work;
  }

  const targets::Machine &machine_;
  llvm::DenseMap<const llvm::Function *, double> known_; ///< 0 while it is being found, for what calls itself
};

} // namespace

unsigned latencyOf(const llvm::Instruction &instruction, const targets::Machine &machine) {
  const targets::CoreTiming &timing = machine.timing;
  if (isConvertedHalf(instruction, machine))
    return timing.multiply + timing.halfConversions;
  if (isRotation(instruction)) // two shifts beside one another
    return timing.other * (machine.rotates ? 1 : 2);
  if (isFused(instruction, machine)) // the product has all of it
    return 0;
  if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    return call->getType()->isFPOrFPVectorTy() ? timing.floatCall : timing.other;
  switch (instruction.getOpcode()) {
  case llvm::Instruction::Mul:
  case llvm::Instruction::FMul:
    return timing.multiply;
  case llvm::Instruction::FAdd:
  case llvm::Instruction::FSub:
    return timing.floatAdd;
  case llvm::Instruction::FDiv:
    return timing.floatDivide;
  default:
    return timing.other;
  }
}

bool mayBeLong(llvm::Function &function) {
  if (llvm::any_of(function, mayBeLongBlock))
    return true;
  if (function.isDeclaration())
    return false;
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  return llvm::any_of(loops.getLoopsInPreorder(),
                      [](const llvm::Loop *loop) { return loop->isInnermost() && mayBeChain(*loop); });
}

unsigned lanesForLongBlocks(llvm::Function &body, const llvm::LoopInfo &loops, llvm::ScalarEvolution &evolution,
                            const llvm::UniformityInfo &uniformity, unsigned most, const targets::Machine &machine) {
  const unsigned native = machine.nativeLanes();
  unsigned best = 0;
  double work = 0;
  WordsWork words(machine);
  std::optional<double> all;
  for (llvm::BasicBlock &block : body) {
    const llvm::Loop *loop = loops.getLoopFor(&block);
    const LongBlock code(block, loop, evolution, uniformity, LaneBits::Word, machine);
    const bool isLong = code.isLong(); // which counts for more than any chain
    if (isLong ? code.work() <= work : work > 0 || !code.isChain())
      continue;
    work = isLong ? code.work() : 0;
    best = native;
    double least = code.cycles(1);
    for (unsigned lanes = 2 * native; lanes <= most; lanes *= 2)
      if (double cycles = code.cycles(lanes / native);
          cycles * costs::GainByRegisters < least &&
          (isLong || lanes <= 2 * native || !partsAround(body, *loop, uniformity)))
        least = cycles, best = lanes;
    const LongBlock half(block, loop, evolution, uniformity, LaneBits::Long, machine);
    const double gain = (least - 2 * half.cycles(1) * costs::GainByRegisters) * timesOf(loops.getLoopDepth(&block));
    if (gain <= 0)
      continue;
    if (!all)
      all = words.of(body, loops);
    if (gain * machine.timing.issue > *all - words.of(block, loops))
      best = native / 2;
  }
  return best;
}

bool hasRoomForTwo(llvm::Function &body, const llvm::LoopInfo &loops, llvm::ScalarEvolution &evolution,
                   const llvm::UniformityInfo &uniformity, const ItemSteps &steps, const targets::Machine &machine) {
  auto hasRoom = [&](const llvm::Loop *loop, auto blocks) {
    const auto exits = loop ? divergentExits(*loop, uniformity) : llvm::SmallVector<llvm::BasicBlock *, 4>();
    const bool isDivergent = loop && hasDivergentExits(*loop, exits, uniformity, steps);
    // Lanes that are done have a place there, too.
    const unsigned most = isDivergent || exits.empty() ? costs::ManyPlaces - 1 : 0;
    double one = 0, two = 0;
    for (llvm::BasicBlock *block : blocks) {
      if (isOfLongs(*block, uniformity, steps) || placesOf(*block, uniformity, steps) > most)
        return false;
      const LongBlock code(*block, loop, evolution, uniformity, LaneBits::Word, machine);
      one += code.cycles(1);
      two += code.cycles(2);
    }
    return two <= one * costs::LossByRegisters;
  };
  if (loops.empty())
    return hasRoom(nullptr, llvm::make_pointer_range(body));
  // Elsewhere is not where the time goes.
  return llvm::all_of(loops.getLoopsInPreorder(),
                      [&](const llvm::Loop *loop) { return !loop->isInnermost() || hasRoom(loop, loop->blocks()); });
}

} // namespace lanecl::simd
