#include "compiler/transform/lanes/SelectedStores.h"
#include "compiler/analysis/ItemSteps.h"
#include "compiler/ir/AddressSpaces.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lanecl::simd {
namespace {

using llvm::BasicBlock, llvm::Instruction;

/// Instructions that all lanes run where some did.
constexpr unsigned MostAlways = 16;

/// `if (..) { numbers; store }`, behind a block that has read what is there.
struct Conditional {
  llvm::BranchInst *branch;
  BasicBlock *block;
  llvm::StoreInst *store;
  llvm::LoadInst *before;
};

/// The block's only effect is the store that ends it.
llvm::StoreInst *onlyStore(BasicBlock &block) {
  Instruction *end = block.getTerminator();
  auto *store = llvm::dyn_cast_or_null<llvm::StoreInst>(end->getPrevNode());
  if (!store || !store->isSimple() || block.size() > MostAlways)
    return nullptr;
  for (Instruction &instruction : block)
    if (&instruction != store && &instruction != end &&
        (llvm::isa<llvm::PHINode>(instruction) || instruction.mayReadOrWriteMemory() ||
         !llvm::isSafeToSpeculativelyExecute(&instruction)))
      return nullptr;
  return store;
}

/// The last thing that `block` does with memory, but for other loads.
llvm::LoadInst *loadedLast(BasicBlock &block, const llvm::StoreInst &store) {
  for (Instruction &instruction : llvm::reverse(block)) {
    auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (load && load->isSimple() && load->getPointerOperand() == store.getPointerOperand() &&
        load->getType() == store.getValueOperand()->getType())
      return load;
    if (instruction.mayWriteToMemory() || instruction.mayHaveSideEffects())
      return nullptr;
  }
  return nullptr;
}

/// A work-item that stores what it has just read undoes nothing that another one wrote: that would be a race already
/// (OpenCL C 6.15.12.8), and each has a place of its own. Memory that all work-items see may be one that nobody may
/// write.
bool isOwnPlace(const llvm::StoreInst &store, const ItemSteps &steps) {
  llvm::Type *type = store.getValueOperand()->getType();
  auto step = steps.of(store.getPointerOperand());
  return step && static_cast<uint64_t>(*step) == store.getDataLayout().getTypeStoreSize(type).getFixedValue();
}

std::optional<Conditional> conditionalAt(BasicBlock &block, const llvm::UniformityInfo &uniformity) {
  auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional() || !uniformity.isDivergent(branch->getCondition()))
    return std::nullopt;
  for (unsigned side : {0U, 1U}) {
    BasicBlock *inside = branch->getSuccessor(side), *behind = branch->getSuccessor(1 - side);
    if (inside->getSinglePredecessor() != &block || inside->getSingleSuccessor() != behind || inside == behind)
      continue;
    llvm::StoreInst *store = onlyStore(*inside);
    if (!store || store->getPointerAddressSpace() != space::Local)
      return std::nullopt;
    llvm::LoadInst *before = loadedLast(block, *store);
    return before ? std::optional(Conditional{branch, inside, store, before}) : std::nullopt;
  }
  return std::nullopt;
}

void storeAlways(const Conditional &conditional) {
  const auto [branch, block, store, before] = conditional;
  BasicBlock *behind = block->getSingleSuccessor(), *from = branch->getParent();
  const bool onTrue = branch->getSuccessor(0) == block;
  llvm::Value *condition = branch->getCondition();
  while (&block->front() != block->getTerminator())
    block->front().moveBefore(branch->getIterator());
  llvm::IRBuilder<> builder(store);
  auto choose = [&](llvm::Value *inside, llvm::Value *otherwise) {
    return inside == otherwise ? inside
           : onTrue            ? builder.CreateSelect(condition, inside, otherwise)
                               : builder.CreateSelect(condition, otherwise, inside);
  };
  store->setOperand(0, choose(store->getValueOperand(), before));
  builder.SetInsertPoint(branch);
  for (llvm::PHINode &phi : behind->phis())
    phi.setIncomingValueForBlock(from, choose(phi.getIncomingValueForBlock(block), phi.getIncomingValueForBlock(from)));
  behind->removePredecessor(block, /*KeepOneInputPHIs=*/true);
  builder.CreateBr(behind);
  branch->eraseFromParent();
  block->getTerminator()->eraseFromParent();
  new llvm::UnreachableInst(block->getContext(), block);
}

} // namespace

bool selectStores(llvm::Function &function, LaneAnalyses &analyses) {
  auto &uniformity = analyses.uniformity(function);
  std::optional<ItemSteps> steps; // which take time
  llvm::SmallVector<BasicBlock *, 8> empty;
  for (BasicBlock &block : function) {
    auto found = conditionalAt(block, uniformity);
    if (!found)
      continue;
    if (!steps)
      steps.emplace(function, 0, ItemSteps::Of::Group);
    if (!isOwnPlace(*found->store, *steps))
      continue;
    storeAlways(*found);
    empty.push_back(found->block);
  }
  if (empty.empty())
    return false;
  llvm::DeleteDeadBlocks(empty);
  analyses.invalidate(function);
  return true;
}

} // namespace lanecl::simd
