#include "compiler/analysis/ItemSteps.h"
#include "compiler/ir/Operations.h"
#include "compiler/ir/Queries.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace lanecl {

using llvm::Instruction, llvm::Value;

namespace {

using Step = ItemSteps::Step;

Step scaled(Step step, const Value *factor) {
  auto *number = llvm::dyn_cast<llvm::ConstantInt>(factor);
  const bool fits = step && number && number->getValue().isSignedIntN(32);
  int64_t result;
  return fits && !__builtin_mul_overflow(*step, number->getSExtValue(), &result) ? Step(result) : std::nullopt;
}

Step sum(Step a, Step b, bool isDifference = false) {
  int64_t result;
  const bool fits =
      a && b && !(isDifference ? __builtin_sub_overflow(*a, *b, &result) : __builtin_add_overflow(*a, *b, &result));
  return fits ? Step(result) : std::nullopt;
}

/// Of one or the other: bounds and what stands for places outside do not move.
Step either(Step a, Step b) { return a == b ? a : a == Step(0) ? b : b == Step(0) ? a : std::nullopt; }

} // namespace

ItemSteps::ItemSteps(const llvm::Function &kernel, unsigned dimension, Of neighbours)
    : data_(kernel.getDataLayout()), dimension_(dimension), neighbours_(neighbours) {
  const llvm::ReversePostOrderTraversal<const llvm::Function *> order(&kernel);
  for (bool changed = true; changed;) { // each value changes twice at most
    changed = false;
    for (const llvm::BasicBlock *block : order)
      for (const Instruction &instruction : *block)
        changed |= !instruction.getType()->isVoidTy() && update(instruction);
  }
}

Step ItemSteps::of(const Value *value) const {
  auto found = steps_.find(value);
  return found != steps_.end() ? found->second : Step(0); // constants, parameters, what is not reached
}

bool ItemSteps::update(const Instruction &instruction) {
  const Step next = transfer(instruction);
  auto [entry, isNew] = steps_.try_emplace(&instruction, next);
  if (isNew || entry->second == next || !entry->second)
    return isNew;
  entry->second = std::nullopt;
  return true;
}

bool ItemSteps::isStill(const Instruction &instruction) const {
  return llvm::all_of(instruction.operands(), [&](const llvm::Use &operand) { return of(operand) == Step(0); });
}

Step ItemSteps::transfer(const Instruction &instruction) const {
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
  case Instruction::And: // a remainder, or how LLVM writes an extension
    if (auto *mask = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1)); mask && mask->getValue().isMask())
      return operand(0);
    break;
  case Instruction::UDiv: // most neighbours have the same quotient
  case Instruction::SDiv:
  case Instruction::LShr:
    return operand(0) && operand(1) == Step(0) ? Step(0) : std::nullopt;
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

Step ItemSteps::transferPhi(const llvm::PHINode &phi) const {
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

Step ItemSteps::transferQuery(const QueryCall &query) const {
  const bool isOfGroup = neighbours_ == Of::Group;
  switch (query.query) {
  case Query::GlobalId:
    return Step(query.dimension == dimension_);
  case Query::LocalId:
    return Step(isOfGroup && query.dimension == dimension_);
  case Query::GlobalLinearId:
  case Query::LocalLinearId:
  case Query::SubGroupLocalId:
    return Step(isOfGroup && dimension_ == 0);
  default:
    return Step(0);
  }
}

Step ItemSteps::transferCall(const llvm::CallBase &call) const {
  if (auto query = queryOf(call))
    return transferQuery(*query);
  if (auto *minmax = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&call))
    return either(of(minmax->getLHS()), of(minmax->getRHS()));
  const bool isPure = call.getCalledFunction() && call.getCalledFunction()->isDeclaration() && !operationOf(call);
  return isPure && isStill(call) ? Step(0) : std::nullopt;
}

Step ItemSteps::transferAddress(const llvm::GEPOperator &address) const {
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

} // namespace lanecl
