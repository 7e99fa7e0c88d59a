#include "compiler/analysis/CodeSize.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"

namespace lanecl {
namespace {

unsigned elementsOf(const llvm::Type *type) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

unsigned operations(const llvm::Instruction &instruction) {
  unsigned most = elementsOf(instruction.getType());
  for (const llvm::Value *operand : instruction.operands())
    most = std::max(most, elementsOf(operand->getType()));
  return most;
}

/// Accesses that the machine makes of one.
unsigned accessesOf(const llvm::Instruction &instruction, const targets::Machine &machine) {
  if (!instruction.mayReadOrWriteMemory())
    return 0;
  auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (!call || call->getIntrinsicID() != llvm::Intrinsic::masked_scatter)
    return 1;
  llvm::Type *type = call->getArgOperand(0)->getType();
  return type->getScalarSizeInBits() >= machine.leastScatterBits ? 1 : elementsOf(type);
}

void addCost(const llvm::Function &function, const targets::Machine &machine, CodeCost &cost) {
  llvm::DenseMap<const llvm::Instruction *, uint64_t> places;
  uint64_t place = 0;
  for (const llvm::BasicBlock &block : function) {
    unsigned memory = 0;
    for (const llvm::Instruction &instruction : block) {
      memory += accessesOf(instruction, machine);
      places[&instruction] = place++;
    }
    cost.memoryOfBlock = std::max(cost.memoryOfBlock, memory);
  }
  cost.instructions += place;
  cost.blocks += function.size();
  for (auto &[instruction, made] : places) {
    uint64_t last = made;
    for (const llvm::User *user : instruction->users())
      last = std::max(last, places.lookup(llvm::cast<llvm::Instruction>(user)));
    cost.liveness += last - made;
  }
}

} // namespace

uint64_t operationsOf(const llvm::Function &body) {
  uint64_t total = 0;
  llvm::SmallPtrSet<const llvm::Function *, 8> seen{&body};
  llvm::SmallVector<const llvm::Function *, 8> work{&body};
  while (!work.empty())
    for (const llvm::Instruction &instruction : llvm::instructions(*work.pop_back_val())) {
      total += operations(instruction);
      auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      auto *callee = call ? call->getCalledFunction() : nullptr;
      if (callee && !callee->isDeclaration() && seen.insert(callee).second)
        work.push_back(callee);
    }
  return total;
}

namespace {

uint64_t inlinedOperations(const llvm::Function &body, llvm::DenseMap<const llvm::Function *, uint64_t> &known) {
  if (auto [found, isNew] = known.try_emplace(&body, 0); !isNew)
    return found->second;
  uint64_t total = 0;
  for (const llvm::Instruction &instruction : llvm::instructions(body)) {
    total = llvm::SaturatingAdd(total, uint64_t(operations(instruction)));
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (auto *callee = call->getCalledFunction(); callee && !callee->isDeclaration())
        total = llvm::SaturatingAdd(total, inlinedOperations(*callee, known));
  }
  return known[&body] = total;
}

} // namespace

uint64_t inlinedOperationsOf(const llvm::Function &body) {
  llvm::DenseMap<const llvm::Function *, uint64_t> known;
  return inlinedOperations(body, known);
}

CodeCost costOf(const llvm::Module &module, const targets::Machine &machine) {
  CodeCost cost;
  for (const llvm::Function &function : module)
    addCost(function, machine, cost);
  return cost;
}

} // namespace lanecl
