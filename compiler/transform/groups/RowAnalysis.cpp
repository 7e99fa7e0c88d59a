#include "compiler/transform/groups/RowAnalysis.h"
#include "compiler/image/Memory.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"

namespace lanecl {

using llvm::Instruction, llvm::Value;

constexpr unsigned MaxRows = 8;           ///< of loops
constexpr unsigned MaxInstructions = 300; ///< of a body: the jammed one is several times as long
constexpr unsigned MaxConsecutiveInstructions = 80;
constexpr unsigned ConsecutiveBytes = CacheLineBytes; ///< written side by side
constexpr unsigned MaxConsecutive = 16;
constexpr unsigned MaxConditionDepth = 12;

std::optional<GatherOrScatter> GatherOrScatter::of(Instruction &instruction) {
  auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  bool isScattered = call && (call->getIntrinsicID() == llvm::Intrinsic::masked_gather ||
                              call->getIntrinsicID() == llvm::Intrinsic::masked_scatter);
  return isScattered ? std::optional(GatherOrScatter{call}) : std::nullopt;
}

/// Of what differs from sub-group to sub-group it may know the position only.
bool RowAnalysis::usesOnlyRows() const {
  bool isWhole = body_.regions.size() == 1 && body_.parting == Parting::None && body_.contextBytes == 0 &&
                 body_.uniformBytes == 0 && body_.scratchBytes == 0;
  static constexpr State Others[] = {State::SubGroupId, State::Context,      State::Scratch, State::UniformIn,
                                     State::UniformOut, State::Accumulators, State::Results, State::Worker};
  return isWhole && !row_->use_empty() && llvm::all_of(Others, [&](State other) {
           return function_.getArg(body_.firstState + static_cast<unsigned>(other))->use_empty();
         });
}

/// Done for one row after the other at each instruction, it does what it did.
bool RowAnalysis::isHarmless(const Instruction &instruction) const {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return load->isSimple();
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return store->isSimple();
  if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    switch (call->getIntrinsicID()) {
    case llvm::Intrinsic::masked_load:
    case llvm::Intrinsic::masked_store:
    case llvm::Intrinsic::masked_gather:
    case llvm::Intrinsic::masked_scatter:
    case llvm::Intrinsic::lifetime_start:
    case llvm::Intrinsic::lifetime_end:
    case llvm::Intrinsic::assume:
    case llvm::Intrinsic::experimental_noalias_scope_decl:
      return true;
    default:
      return !call->mayHaveSideEffects();
    }
  }
  if (llvm::isa<llvm::CallBase>(instruction))
    return !instruction.mayHaveSideEffects() && !instruction.mayReadFromMemory();
  return !instruction.isAtomic() && !instruction.mayHaveSideEffects();
}

/// Computed of parameters alone, by instructions that may run at any time.
bool RowAnalysis::isEarly(const Value *value, unsigned depth) const {
  auto *instruction = llvm::dyn_cast<Instruction>(value);
  if (!instruction)
    return true;
  if (depth > MaxConditionDepth || llvm::isa<llvm::PHINode>(instruction) || instruction->mayReadOrWriteMemory() ||
      !llvm::isSafeToSpeculativelyExecute(instruction))
    return false;
  return llvm::all_of(instruction->operands(), [&](const llvm::Use &use) { return isEarly(use, depth + 1); });
}

/// "Is the row within the image?" Most often all neighbours are, or none: then neither do masks made of it differ.
bool RowAnalysis::isBound(const Instruction &instruction) const {
  auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
  return compare && compare->isRelational() && compare->getType()->isIntegerTy(1) && isEarly(compare);
}

bool RowAnalysis::findVarying() {
  llvm::SmallVector<const Value *, 64> pending{row_};
  for (Instruction &instruction : llvm::instructions(function_)) {
    if (!instruction.isTerminator() && !isHarmless(instruction))
      return false;
    if (llvm::isa<llvm::AllocaInst>(instruction)) { // each row has variables of its own
      varying_.insert(&instruction);
      pending.push_back(&instruction);
    }
  }
  while (!pending.empty()) {
    const Value *value = pending.pop_back_val();
    for (const llvm::User *user : value->users()) {
      auto *instruction = const_cast<Instruction *>(llvm::cast<Instruction>(user));
      if (isBound(*instruction)) {
        conditions_.insert(instruction);
        continue;
      }
      if (!instruction->isTerminator()) {
        if (varying_.insert(instruction).second)
          pending.push_back(instruction);
        continue;
      }
      auto *condition = const_cast<Value *>(value);
      if (!llvm::isa<llvm::BranchInst>(instruction) || !isEarly(condition))
        return false;
      conditions_.insert(condition);
    }
  }
  return true;
}

std::optional<int64_t> RowAnalysis::stride(const Value *value, unsigned depth) const {
  if (value == row_)
    return 1;
  if (!isVarying(value))
    return 0;
  auto *instruction = llvm::dyn_cast<Instruction>(value);
  if (!instruction || depth > MaxConditionDepth)
    return std::nullopt;
  auto of = [&](unsigned operand) { return stride(instruction->getOperand(operand), depth + 1); };
  auto *wraps = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(instruction);
  if (wraps && !wraps->hasNoSignedWrap() && wraps->getType()->getScalarSizeInBits() < 64)
    return std::nullopt;
  switch (instruction->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub: {
    auto a = of(0), b = of(1);
    if (!a || !b)
      return std::nullopt;
    return instruction->getOpcode() == Instruction::Add ? *a + *b : *a - *b;
  }
  case Instruction::SExt: // nothing below wraps
    return of(0);
  case Instruction::ZExt:
    return instruction->hasNonNeg() || instruction->getOperand(0) == row_ ? of(0) : std::nullopt;
  case Instruction::Trunc:
    return llvm::cast<llvm::TruncInst>(instruction)->hasNoSignedWrap() ? of(0) : std::nullopt;
  case Instruction::InsertElement:
    return llvm::isa<llvm::PoisonValue>(instruction->getOperand(0)) ? of(1) : std::nullopt;
  case Instruction::ShuffleVector:
    return llvm::cast<llvm::ShuffleVectorInst>(instruction)->isZeroEltSplat() ? of(0) : std::nullopt;
  case Instruction::GetElementPtr: {
    auto *step = llvm::cast<llvm::GetElementPtrInst>(instruction);
    auto base = of(0), index = of(1);
    if (step->getNumIndices() != 1 || !base || !index)
      return std::nullopt;
    return *base + *index * static_cast<int64_t>(layout_.getTypeAllocSize(step->getSourceElementType()));
  }
  default:
    return std::nullopt;
  }
}

bool RowAnalysis::isConsecutive(Instruction &instruction) const {
  auto access = GatherOrScatter::of(instruction);
  if (!access || isVarying(access->mask()) || !isEarly(access->mask()))
    return false;
  auto bytes = static_cast<int64_t>(layout_.getTypeStoreSize(access->element()));
  return llvm::isPowerOf2_64(static_cast<uint64_t>(bytes)) && stride(access->addresses()) == bytes;
}

unsigned RowAnalysis::registers(const llvm::Type *type) const {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (!vector)
    return 0;
  uint64_t bits = layout_.getTypeSizeInBits(const_cast<llvm::FixedVectorType *>(vector));
  return static_cast<unsigned>(std::max<uint64_t>(1, llvm::divideCeil(bits, machine_.vectorBits)));
}

/// Rows that share the loads of the innermost loops, as many as leave half of the registers free.
unsigned RowAnalysis::chooseForLoops() const {
  llvm::DominatorTree tree(function_);
  llvm::LoopInfo loops(tree);
  unsigned shared = 0, own = 0, kept = 0;
  for (llvm::Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost())
      continue;
    unsigned inLoop = 0;
    for (llvm::BasicBlock *block : loop->blocks())
      for (Instruction &instruction : *block) {
        bool isPhi = llvm::isa<llvm::PHINode>(instruction);
        if (isVarying(&instruction)) {
          (isPhi ? inLoop : own) += registers(instruction.getType());
        } else if (!isPhi) {
          bool isLoad = instruction.mayReadFromMemory();
          shared += isLoad ? registers(instruction.getType()) : 0;
        }
      }
    kept = std::max(kept, inLoop);
  }
  unsigned budget = machine_.vectorRegisters / 2;
  if (shared == 0 || kept == 0 || own > shared * 8 || kept * 2 > budget)
    return 0;
  return std::min(MaxRows, std::bit_floor(budget / kept));
}

/// Runs are of all lanes.
void RowAnalysis::findMasks() {
  for (Instruction &instruction : llvm::instructions(function_)) {
    Value *mask = isConsecutive(instruction) ? GatherOrScatter::of(instruction)->mask() : nullptr;
    auto *constant = llvm::dyn_cast_or_null<llvm::Constant>(mask);
    if (mask && !(constant && constant->isAllOnesValue()))
      masks_.insert(mask);
  }
}

/// Rows that fill a line of the cache together.
unsigned RowAnalysis::chooseForConsecutive() const {
  unsigned consecutive = 0;
  for (Instruction &instruction : llvm::instructions(function_))
    if (isConsecutive(instruction)) {
      auto access = GatherOrScatter::of(instruction);
      auto bytes = static_cast<unsigned>(layout_.getTypeStoreSize(access->element()));
      consecutive = std::max(consecutive, std::min({MaxConsecutive, ConsecutiveBytes / bytes, access->lanes()}));
    }
  return consecutive;
}

unsigned RowAnalysis::choose() {
  if (size_ > MaxInstructions || !usesOnlyRows() || !findVarying())
    return 0;
  unsigned consecutive = size_ <= MaxConsecutiveInstructions ? chooseForConsecutive() : 0;
  findMasks();
  return consecutive ? consecutive : chooseForLoops();
}

} // namespace lanecl
