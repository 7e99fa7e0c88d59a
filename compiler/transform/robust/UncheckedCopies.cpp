#include "compiler/transform/robust/UncheckedCopies.h"
#include "compiler/ir/AtomicOperation.h"
#include "compiler/ir/Operations.h"
#include "compiler/ir/VersionChoices.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace lanecl {
namespace {

using llvm::Instruction, llvm::Type, llvm::Value;

/// An atomic operation's result is what was there.
Type *typeOf(const Instruction &access) {
  return llvm::isa<llvm::CallInst>(access) ? access.getType() : llvm::getLoadStoreType(&access);
}

Value *pointerOf(Instruction &access) {
  if (auto atomic = AtomicOperation::of(access))
    return atomic->pointer();
  return llvm::getLoadStorePointerOperand(&access);
}

bool writes(const Instruction &access) { return !llvm::isa<llvm::LoadInst>(access); }

/// Ids of the work-item, what it finds in memory.
bool isOfItem(const Value *value, llvm::SmallPtrSetImpl<const Value *> &seen) {
  auto *instruction = llvm::dyn_cast<Instruction>(value);
  if (!instruction || !seen.insert(value).second)
    return false;
  if (auto query = queryOf(*instruction))
    return query->query <= Query::SubGroupLocalId;
  return instruction->mayReadOrWriteMemory() ||
         llvm::any_of(instruction->operands(), [&](const llvm::Use &use) { return isOfItem(use, seen); });
}

} // namespace

/// Loops as GroupRanges knows them, variables at the start of the entry block. What rotation copies out of a loop are
/// accesses, too: before they are looked for.
void UncheckedCopies::prepare(llvm::Function &kernel) {
  simd::LaneAnalyses().run(kernel, "loop-simplify,lcssa,loop(loop-rotate)");
  for (Instruction &instruction : llvm::instructions(kernel)) // barriers end: what is behind them is told of, too
    if (isGroupCall(instruction))
      llvm::cast<llvm::CallInst>(instruction).addFnAttr(llvm::Attribute::WillReturn);
  llvm::BasicBlock &entry = kernel.getEntryBlock();
  for (Instruction &instruction : llvm::make_early_inc_range(entry))
    if (llvm::isa<llvm::AllocaInst>(instruction))
      instruction.moveBefore(entry, entry.begin());
}

void UncheckedCopies::dropCertain(Accesses &accesses) {
  auto &evolution = analyses_.get<llvm::ScalarEvolutionAnalysis>(kernel_);
  llvm::erase_if(accesses, [&](Instruction *access) {
    Value *pointer = pointerOf(*access);
    if (!pointer)
      return false;
    const llvm::SCEV *place = evolution.getSCEV(withoutCasts(pointer));
    auto *base = llvm::dyn_cast<llvm::SCEVUnknown>(evolution.getPointerBase(place));
    auto size = base ? bytesOfVariable(*base->getValue(), data_) : std::nullopt;
    uint64_t bytes = data_.getTypeStoreSize(typeOf(*access));
    return size && *size >= bytes && !(writes(*access) && isConstantVariable(*base->getValue())) &&
           evolution.getUnsignedRangeMax(evolution.removePointerBase(place)).ule(*size - bytes);
  });
}

bool UncheckedCopies::dependsOnItem(Instruction &access) {
  auto &dominators = analyses_.get<llvm::DominatorTreeAnalysis>(kernel_);
  auto &after = analyses_.get<llvm::PostDominatorTreeAnalysis>(kernel_);
  llvm::SmallPtrSet<const Value *, 32> seen;
  for (auto *node = dominators.getNode(access.getParent())->getIDom(); node; node = node->getIDom()) {
    Instruction *terminator = node->getBlock()->getTerminator();
    if (terminator->getNumSuccessors() > 1 && !after.dominates(access.getParent(), node->getBlock()) &&
        isOfItem(terminator->getOperand(0), seen))
      return true;
  }
  return false;
}

/// The ranges' builder stays where it is.
Extent UncheckedCopies::extentOf(Value &base) {
  llvm::IRBuilderBase::InsertPointGuard guard(b_);
  return extents_.of(&base);
}

std::optional<UncheckedCopies::Foreseen> UncheckedCopies::foresee(Instruction &access, GroupRanges &ranges) {
  Value *pointer = pointerOf(access);
  Value *size = pointer ? b_.getInt64(data_.getTypeStoreSize(typeOf(access))) : nullptr;
  if (!pointer || extents_.isCertain(pointer, size))
    return std::nullopt;
  auto &evolution = analyses_.get<llvm::ScalarEvolutionAnalysis>(kernel_);
  const llvm::SCEV *place = evolution.getSCEV(withoutCasts(pointer));
  auto *base = llvm::dyn_cast<llvm::SCEVUnknown>(evolution.getPointerBase(place));
  if (!base || !llvm::isa<llvm::Argument, llvm::GlobalVariable>(base->getValue()) ||
      (writes(access) && isConstantVariable(*base->getValue())))
    return std::nullopt;
  Extent extent = extentOf(*base->getValue());
  if (!extent.start)
    return std::nullopt;
  auto offset = ranges.of(evolution.removePointerBase(place));
  if (!offset)
    return std::nullopt;
  Value *room = b_.CreateSub(extent.bytes, size);
  Value *inside = b_.CreateAnd(b_.CreateICmpSGE(offset->low, b_.getInt64(0)), b_.CreateICmpSLE(offset->high, room));
  for (Value *need : offset->needs)
    inside = b_.CreateAnd(inside, need);
  Value *isAllMemory = b_.CreateICmpEQ(extent.bytes, b_.getInt64(~uint64_t(0)));
  return Foreseen{&access, createCheapAlternatives(b_, *inside, *isAllMemory), !dependsOnItem(access)};
}

/// The indices of 32 bits that a pointer is made of.
void findIndices(Value &value, llvm::SmallSetVector<llvm::CastInst *, 4> &indices, unsigned depth = 0) {
  constexpr unsigned MostSteps = 8;
  auto *instruction = llvm::dyn_cast<Instruction>(&value);
  if (!instruction || depth > MostSteps)
    return;
  if (llvm::isa<llvm::SExtInst, llvm::ZExtInst>(instruction))
    indices.insert(llvm::cast<llvm::CastInst>(instruction));
  else if (llvm::isa<llvm::GetElementPtrInst, llvm::BinaryOperator, llvm::AddrSpaceCastInst>(instruction))
    for (llvm::Use &use : instruction->operands())
      findIndices(*use, indices, depth + 1);
}

/// i1: what is promised of the sums in a pointer's indices is true. Of sums that may wrap round nothing is asked.
Value *UncheckedCopies::proveSums(Value &pointer, ExactSums &sums, Plan &plan) {
  llvm::SmallSetVector<llvm::CastInst *, 4> indices;
  findIndices(pointer, indices);
  Value *holds = b_.getTrue();
  for (llvm::CastInst *index : indices) {
    llvm::SmallVector<Instruction *, 8> proven;
    bool mayWrap = false;
    auto isTaken = [&](const Instruction &sum) {
      bool isPromised = promised_.contains(&sum) || isExactSum(sum);
      mayWrap |= !isPromised && !llvm::isa<llvm::TruncInst>(sum);
      return isPromised;
    };
    auto range = sums.of(*index->getOperand(0), isTaken, proven);
    if (!range || proven.empty() || mayWrap)
      continue;
    for (Value *need : range->needs)
      holds = b_.CreateAnd(holds, need);
    plan.exact.insert(proven.begin(), proven.end());
  }
  return holds;
}

/// `accesses` become those in the copy. The result is where it starts.
llvm::BasicBlock *UncheckedCopies::copy(llvm::ArrayRef<llvm::BasicBlock *> originals, Accesses &accesses) {
  llvm::ValueToValueMapTy copies;
  llvm::SmallVector<llvm::BasicBlock *, 16> made;
  for (llvm::BasicBlock *block : originals) {
    made.push_back(llvm::CloneBasicBlock(block, copies, ".checked", &kernel_));
    copies[block] = made.back();
  }
  llvm::remapInstructionsInBlocks(made, copies);
  for (Instruction *&access : accesses)
    access = llvm::cast<Instruction>(&*copies[access]);
  return made.front();
}

UncheckedCopies::Plan UncheckedCopies::plan(const Accesses &accesses) {
  Plan plan{b_.getTrue(), b_.getTrue(), {}, {}, {}};
  auto &evolution = analyses_.get<llvm::ScalarEvolutionAnalysis>(kernel_);
  GroupRanges ranges(b_, evolution);
  ExactSums sums(ranges, evolution);
  for (Instruction *access : accesses)
    if (auto foreseen = foresee(*access, ranges)) {
      plan.all = b_.CreateAnd(plan.all, foreseen->condition);
      plan.all = b_.CreateAnd(plan.all, proveSums(*pointerOf(*access), sums, plan));
      plan.inside.insert(access);
      if (foreseen->isCertain) {
        plan.certain = b_.CreateAnd(plan.certain, foreseen->condition);
        plan.surelyInside.insert(access);
      }
    }
  return plan;
}

/// The kernel behind a choice: what is foreseen to be inside is not checked; or only what all work-items are sure to
/// execute, for others stand behind conditions that keep work-items from going outside; or everything is.
void UncheckedCopies::make(Accesses &accesses) {
  llvm::BasicBlock *entry = &kernel_.getEntryBlock();
  Instruction *start = &*b_.GetInsertPoint();
  auto [all, certain, inside, surelyInside, exact] = plan(accesses);
  if (inside.empty())
    return;
  llvm::BasicBlock *fast = entry->splitBasicBlock(start, "unchecked");
  llvm::SmallVector<llvm::BasicBlock *, 16> blocks;
  for (llvm::BasicBlock &block : llvm::drop_begin(kernel_))
    blocks.push_back(&block);
  Accesses original = accesses, rest;
  llvm::BasicBlock *other = copy(blocks, accesses);
  if (!surelyInside.empty() && surelyInside.size() < inside.size()) {
    Accesses copied = original;
    llvm::BasicBlock *half = copy(blocks, copied);
    for (auto [access, copy] : llvm::zip(original, copied))
      if (!surelyInside.contains(access))
        rest.push_back(copy);
    auto *choice = llvm::BasicBlock::Create(kernel_.getContext(), "choice", &kernel_, fast);
    declareVersions(*llvm::BranchInst::Create(half, other, certain, choice));
    other = choice;
  }
  for (Instruction *access : original)
    if (!inside.contains(access))
      rest.push_back(access);
  accesses.append(rest);
  for (Instruction *sum : exact) // in this copy alone
    ExactSums::promise(*sum);
  entry->getTerminator()->eraseFromParent();
  declareVersions(*llvm::BranchInst::Create(fast, other, all, entry));
}

} // namespace lanecl
