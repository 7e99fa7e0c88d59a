#include "compiler/analysis/ShapingArguments.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/Queries.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

namespace lanecl {
namespace {

using compiler::Shaping;
using llvm::Instruction, llvm::Value;

/// i or i + 1 of a loop.
bool isCounter(const Value &value) {
  const auto *sum = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  const bool isNext = sum && sum->getOpcode() == Instruction::Add && llvm::isa<llvm::Constant>(sum->getOperand(1));
  return llvm::isa<llvm::PHINode>(isNext ? sum->getOperand(0) : &value);
}

Shaping shapingBy(const llvm::Use &use) {
  const auto &user = *llvm::cast<Instruction>(use.getUser());
  if (llvm::isa<llvm::SwitchInst>(user))
    return Shaping::Any;
  if (llvm::isa<llvm::PHINode>(user))
    return Shaping::Small;
  if (!llvm::isa<llvm::BinaryOperator, llvm::ICmpInst>(user))
    return Shaping::None;
  const Value &other = *user.getOperand(1 - use.getOperandNo());
  const bool isConstant = llvm::isa<llvm::Constant>(other);
  switch (user.getOpcode()) {
  case Instruction::ICmp:
    return isConstant ? Shaping::Any : isCounter(other) ? Shaping::Small : Shaping::None;
  case Instruction::Mul:
    return isConstant ? Shaping::None : Shaping::Small;
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return use.getOperandNo() == 1 ? Shaping::Any : Shaping::None;
  default:
    return Shaping::None;
  }
}

/// Values that are known behind that use where this one is; a variable, too.
void follow(const llvm::Use &use, llvm::SmallVectorImpl<const Value *> &known) {
  const auto *user = llvm::cast<Instruction>(use.getUser());
  if (const auto *binary = llvm::dyn_cast<llvm::BinaryOperator>(user)) {
    if (llvm::isa<llvm::Constant>(binary->getOperand(1 - use.getOperandNo())))
      known.push_back(user);
  } else if (llvm::isa<llvm::CastInst, llvm::FreezeInst, llvm::LoadInst>(user)) {
    known.push_back(user);
  } else if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user)) {
    if (llvm::isa<llvm::AllocaInst>(store->getPointerOperand()))
      known.push_back(store->getPointerOperand());
  } else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(user)) {
    const llvm::Function *callee = call->getCalledFunction();
    if (callee && call->isArgOperand(&use) && call->getArgOperandNo(&use) < callee->arg_size())
      known.push_back(callee->getArg(call->getArgOperandNo(&use)));
  }
}

/// Calls `visit` with each use of what is known where `argument` is, until that returns false.
template <typename Visit> void visitKnown(const llvm::Argument &argument, Visit visit) {
  if (!argument.getType()->isIntegerTy() || argument.getType()->getIntegerBitWidth() > 64)
    return;
  llvm::SmallVector<const Value *, 8> known{&argument};
  llvm::SmallPtrSet<const Value *, 8> seen;
  while (!known.empty()) {
    const Value *value = known.pop_back_val();
    if (!(value->getType()->isIntegerTy() || llvm::isa<llvm::AllocaInst>(value)) || !seen.insert(value).second)
      continue;
    for (const llvm::Use &use : value->uses()) {
      if (!llvm::isa<Instruction>(use.getUser()))
        continue;
      if (!visit(use))
        return;
      follow(use, known);
    }
  }
}

/// An id along dimension 0, or a sum with one.
bool isOfId(const Value &value, unsigned depth = 6) {
  if (auto query = queryOf(value))
    return query->dimension == 0 && (query->query == Query::GlobalId || query->query == Query::LocalId);
  const auto *made = llvm::dyn_cast<Instruction>(&value);
  if (!made || depth == 0 || !(llvm::isa<llvm::CastInst, llvm::FreezeInst>(made) || made->isBinaryOp()))
    return false;
  const bool isSum = !made->isBinaryOp() || made->getOpcode() == Instruction::Add ||
                     made->getOpcode() == Instruction::Sub || made->getOpcode() == Instruction::Or;
  return isSum && llvm::any_of(made->operand_values(), [&](const Value *part) { return isOfId(*part, depth - 1); });
}

/// By how many bytes addresses in global memory move where `index` grows by one, the fewest; 0: it is no part of any.
uint64_t bytesOfIndex(const Value &index) {
  constexpr unsigned Most = 64;
  struct Part {
    const Value *value;
    uint64_t factor;
  };
  llvm::SmallVector<Part, 8> parts{{&index, 1}};
  llvm::SmallPtrSet<const Value *, 16> seen{&index};
  uint64_t bytes = 0;
  auto add = [&](const Value &value, uint64_t factor) {
    if (seen.insert(&value).second)
      parts.push_back({&value, factor});
  };
  for (unsigned i = 0; i < parts.size() && i < Most; ++i)
    for (const llvm::Use &use : parts[i].value->uses()) {
      const auto *user = llvm::dyn_cast<Instruction>(use.getUser());
      const uint64_t factor = parts[i].factor;
      if (const auto *address = llvm::dyn_cast_or_null<llvm::GetElementPtrInst>(user)) {
        const uint64_t size = address->getDataLayout().getTypeAllocSize(address->getSourceElementType());
        if (use.getOperandNo() == 1 && address->getPointerAddressSpace() == space::Global)
          bytes = bytes ? std::min(bytes, size * factor) : size * factor;
      } else if (user && user->isBinaryOp()) {
        const auto *by = llvm::dyn_cast<llvm::ConstantInt>(user->getOperand(1 - use.getOperandNo()));
        if (user->getOpcode() == Instruction::Mul && by)
          add(*user, factor * by->getZExtValue());
        else if (user->getOpcode() == Instruction::Shl && by && use.getOperandNo() == 0)
          add(*user, factor << std::min<uint64_t>(by->getZExtValue(), 32));
        else if (user->getOpcode() == Instruction::Add || user->getOpcode() == Instruction::Sub)
          add(*user, factor);
      } else if (user && llvm::isa<llvm::CastInst, llvm::FreezeInst, llvm::PHINode>(user)) {
        add(*user, factor);
      } else if (const auto *call = llvm::dyn_cast_or_null<llvm::CallBase>(user)) {
        const llvm::Function *callee = call->getCalledFunction();
        if (callee && call->isArgOperand(&use) && call->getArgOperandNo(&use) < callee->arg_size())
          add(*callee->getArg(call->getArgOperandNo(&use)), factor);
      }
    }
  return bytes;
}

} // namespace

Shaping shapingOf(const llvm::Argument &argument) {
  Shaping shaping = Shaping::None;
  visitKnown(argument, [&](const llvm::Use &use) {
    shaping = std::max(shaping, shapingBy(use));
    return shaping != Shaping::Any;
  });
  return shaping;
}

uint32_t rowBytesOf(const llvm::Argument &argument) {
  uint64_t bytes = 0;
  visitKnown(argument, [&](const llvm::Use &use) {
    const auto &user = *llvm::cast<Instruction>(use.getUser());
    if (user.getOpcode() == Instruction::Mul && isOfId(*user.getOperand(1 - use.getOperandNo())))
      bytes = bytesOfIndex(user);
    return bytes == 0;
  });
  return static_cast<uint32_t>(std::min<uint64_t>(bytes, UINT32_MAX));
}

} // namespace lanecl
