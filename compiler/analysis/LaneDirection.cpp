#include "compiler/analysis/LaneDirection.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/Operations.h"
#include "compiler/ir/Queries.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

namespace lanecl {
namespace {

using llvm::Instruction, llvm::Value;

/// What a value changes by from one work-item to the next: integers in steps, pointers in bytes; nothing: not known, or
/// not always the same.
using Step = std::optional<int64_t>;

constexpr unsigned Dimensions = 3;

/// The steps along one dimension, where nothing is clamped and nothing wraps round.
class Steps {
public:
  Steps(const llvm::Function &kernel, unsigned dimension) : data_(kernel.getDataLayout()), dimension_(dimension) {
    const llvm::ReversePostOrderTraversal<const llvm::Function *> order(&kernel);
    for (bool changed = true; changed;) { // each value changes twice at most
      changed = false;
      for (const llvm::BasicBlock *block : order)
        for (const Instruction &instruction : *block)
          changed |= !instruction.getType()->isVoidTy() && update(instruction);
    }
  }
  Step of(const Value *value) const {
    auto found = steps_.find(value);
    return found != steps_.end() ? found->second : Step(0); // constants, parameters, what is not reached
  }

private:
  bool update(const Instruction &instruction) {
    const Step next = transfer(instruction);
    auto [entry, isNew] = steps_.try_emplace(&instruction, next);
    if (isNew || entry->second == next || !entry->second)
      return isNew;
    entry->second = std::nullopt;
    return true;
  }

  Step transfer(const Instruction &instruction) const;
  Step transferCall(const llvm::CallBase &call) const;
  Step transferAddress(const llvm::GEPOperator &address) const;
  Step transferPhi(const llvm::PHINode &phi) const;
  bool isStill(const Instruction &instruction) const {
    return llvm::all_of(instruction.operands(), [&](const llvm::Use &operand) { return of(operand) == Step(0); });
  }
  static Step scaled(Step step, const Value *factor) {
    auto *number = llvm::dyn_cast<llvm::ConstantInt>(factor);
    const bool fits = step && number && number->getValue().isSignedIntN(32);
    int64_t result;
    return fits && !__builtin_mul_overflow(*step, number->getSExtValue(), &result) ? Step(result) : std::nullopt;
  }
  static Step sum(Step a, Step b, bool isDifference = false) {
    int64_t result;
    const bool fits =
        a && b && !(isDifference ? __builtin_sub_overflow(*a, *b, &result) : __builtin_add_overflow(*a, *b, &result));
    return fits ? Step(result) : std::nullopt;
  }
  /// Of one or the other: bounds and what stands for places outside do not move.
  static Step either(Step a, Step b) { return a == b ? a : a == Step(0) ? b : b == Step(0) ? a : std::nullopt; }

  const llvm::DataLayout &data_;
  unsigned dimension_;
  llvm::DenseMap<const Value *, Step> steps_;
};

Step Steps::transfer(const Instruction &instruction) const {
  auto operand = [&](unsigned index) { return of(instruction.getOperand(index)); };
  switch (instruction.getOpcode()) {
  case Instruction::PHI:
    return transferPhi(llvm::cast<llvm::PHINode>(instruction));
  case Instruction::Call:
    return transferCall(llvm::cast<llvm::CallBase>(instruction));
  case Instruction::GetElementPtr:
    return transferAddress(llvm::cast<llvm::GEPOperator>(instruction));
  case Instruction::Alloca:
    return std::nullopt; // what it holds is not followed
  case Instruction::SExt:
  case Instruction::ZExt:
  case Instruction::Trunc:
  case Instruction::Freeze:
  case Instruction::AddrSpaceCast:
  case Instruction::URem: // as long as it does not wrap round
  case Instruction::SRem:
    return instruction.getNumOperands() == 2 && operand(1) != Step(0) ? std::nullopt : operand(0);
  case Instruction::Select:
    return either(operand(1), operand(2));
  case Instruction::Or:
    if (!llvm::cast<llvm::PossiblyDisjointInst>(instruction).isDisjoint())
      break;
    [[fallthrough]];
  case Instruction::Add:
    return sum(operand(0), operand(1));
  case Instruction::Sub:
    return sum(operand(0), operand(1), true);
  case Instruction::Mul:
    if (!isStill(instruction))
      return llvm::isa<llvm::Constant>(instruction.getOperand(0)) ? scaled(operand(1), instruction.getOperand(0))
                                                                  : scaled(operand(0), instruction.getOperand(1));
    break;
  case Instruction::Shl:
    if (auto *amount = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
        amount && amount->getValue().ult(31))
      return scaled(operand(0), llvm::ConstantInt::get(amount->getType(), uint64_t(1) << amount->getZExtValue()));
    break;
  default:
    break;
  }
  return isStill(instruction) ? Step(0) : std::nullopt;
}

Step Steps::transferPhi(const llvm::PHINode &phi) const {
  Step result;
  bool any = false;
  for (const Value *value : phi.incoming_values()) {
    if (llvm::isa<Instruction>(value) && !steps_.contains(value))
      continue; // round a loop, not known yet
    const Step step = of(value);
    result = any ? (result == step ? result : std::nullopt) : step;
    any = true;
  }
  return result;
}

Step Steps::transferCall(const llvm::CallBase &call) const {
  if (auto query = queryOf(call))
    return Step(query->query == Query::GlobalId && query->dimension == dimension_);
  if (auto *minmax = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&call))
    return either(of(minmax->getLHS()), of(minmax->getRHS()));
  const bool isPure = call.getCalledFunction() && call.getCalledFunction()->isDeclaration() && !operationOf(call);
  return isPure && isStill(call) ? Step(0) : std::nullopt;
}

Step Steps::transferAddress(const llvm::GEPOperator &address) const {
  if (address.getType()->isVectorTy())
    return std::nullopt;
  Step result = of(address.getPointerOperand());
  for (auto part = llvm::gep_type_begin(address), end = llvm::gep_type_end(address); part != end; ++part) {
    if (part.isStruct())
      continue;
    const uint64_t bytes = part.getSequentialElementStride(data_).getFixedValue();
    result = sum(result, scaled(of(part.getOperand()), llvm::ConstantInt::get(part.getOperand()->getType(), bytes)));
  }
  return result;
}

/// Of an access by a vector of lanes, beside that of an instruction for all of them: neighbours, elements of lines that
/// neighbours share, a line for each lane.
unsigned costOf(Step step, uint64_t bytes) {
  constexpr unsigned Same = 1, Neighbours = 2, Near = 4, Apart = 8;
  constexpr uint64_t Line = 64;
  if (!step)
    return Apart;
  const uint64_t distance = *step < 0 ? 0 - static_cast<uint64_t>(*step) : static_cast<uint64_t>(*step);
  return distance == 0 ? Same : *step > 0 && distance == bytes ? Neighbours : distance < Line ? Near : Apart;
}

/// The dimensions whose ids the kernel asks for, a bit each; 0: calls leave something unseen.
unsigned dimensionsOf(const llvm::Function &kernel) {
  unsigned asked = 0;
  for (const Instruction &instruction : llvm::instructions(kernel)) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call)
      continue;
    if (auto query = queryOf(*call)) {
      asked |= query->query == Query::GlobalId ? 1u << query->dimension : 0;
      continue;
    }
    auto *callee = call->getCalledFunction();
    const bool isSeen = callee && callee->isDeclaration();
    if (!isSeen && llvm::any_of(call->args(), [](const llvm::Use &value) { return value->getType()->isPointerTy(); }))
      return 0;
  }
  return asked;
}

/// Of the kernel's accesses, where lanes lie along `dimension`.
uint64_t costAlong(const llvm::Function &kernel, const llvm::LoopInfo &loops, unsigned dimension) {
  constexpr unsigned IterationBits = 3, MostDepth = 4; // eight iterations of each loop
  const Steps steps(kernel, dimension);
  uint64_t cost = 0;
  for (const Instruction &instruction : llvm::instructions(kernel)) {
    const Value *pointer = llvm::getLoadStorePointerOperand(&instruction);
    const unsigned memory = pointer ? pointer->getType()->getPointerAddressSpace() : space::Private;
    if (memory != space::Global && memory != space::Constant)
      continue;
    const unsigned depth = std::min(loops.getLoopDepth(instruction.getParent()), MostDepth);
    const uint64_t bytes = kernel.getDataLayout().getTypeStoreSize(llvm::getLoadStoreType(&instruction));
    cost += uint64_t(costOf(steps.of(pointer), bytes)) << (IterationBits * depth);
  }
  return cost;
}

} // namespace

unsigned laneDirection(const llvm::Function &kernel) {
  const unsigned asked = dimensionsOf(kernel);
  if (asked <= 1)
    return 0;
  const llvm::DominatorTree tree(const_cast<llvm::Function &>(kernel)); // only read
  const llvm::LoopInfo loops(tree);
  unsigned best = 0;
  uint64_t least = costAlong(kernel, loops, 0) / 2; // what is better by less may not be
  for (unsigned dimension = 1; dimension < Dimensions; ++dimension) {
    if (!(asked >> dimension & 1))
      continue;
    const uint64_t cost = costAlong(kernel, loops, dimension);
    if (cost < least)
      best = dimension, least = cost;
  }
  return best;
}

} // namespace lanecl
