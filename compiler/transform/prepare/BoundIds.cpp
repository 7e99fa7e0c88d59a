#include "compiler/ir/Operations.h"
#include "compiler/transform/Passes.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace lanecl {

namespace {

/// The least that the query can say.
uint64_t leastOf(const QueryCall &query, const std::array<uint32_t, 3> &required, bool whole) {
  const bool isSize = query.query == Query::EnqueuedLocalSize || (query.query == Query::LocalSize && whole);
  return isSize ? required[query.dimension] : 0;
}

/// First one beyond what the query can say. `required`: 0 where the group's size is not known.
uint64_t limitOf(const QueryCall &query, const std::array<uint32_t, 3> &required) {
  uint64_t size = required[query.dimension];
  switch (query.query) {
  case Query::LocalId:
    return size ? size : uint64_t(1) << 31;
  case Query::LocalSize: // of the last group in a dimension it may be less
  case Query::EnqueuedLocalSize:
    return size ? size + 1 : uint64_t(1) << 31;
  default:
    return uint64_t(1) << 31;
  }
}

/// A number of 32 bits made of ids and constants without wrapping.
bool isStraight(const llvm::Value &value, unsigned depth = 0) {
  constexpr unsigned MaxDepth = 6;
  if (llvm::isa<llvm::ConstantInt>(value))
    return true;
  if (auto *truncation = llvm::dyn_cast<llvm::TruncInst>(&value)) {
    auto query = queryOf(*truncation->getOperand(0));
    return query && !isMemoryQuery(query->query);
  }
  auto *sum = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  if (!sum || depth == MaxDepth ||
      !llvm::is_contained(
          {llvm::Instruction::Add, llvm::Instruction::Sub, llvm::Instruction::Mul, llvm::Instruction::Shl},
          sum->getOpcode()))
    return false;
  bool isShift = sum->getOpcode() == llvm::Instruction::Shl;
  return sum->hasNoSignedWrap() && isStraight(*sum->getOperand(0), depth + 1) &&
         (isShift ? llvm::isa<llvm::ConstantInt>(sum->getOperand(1)) : isStraight(*sum->getOperand(1), depth + 1));
}

llvm::Value *extendedSum(llvm::Value &value, llvm::IRBuilder<> &builder) {
  if (auto *sum = llvm::dyn_cast<llvm::BinaryOperator>(&value)) {
    llvm::Value *a = extendedSum(*sum->getOperand(0), builder), *b = extendedSum(*sum->getOperand(1), builder);
    auto *made = llvm::cast<llvm::BinaryOperator>(llvm::BinaryOperator::Create(sum->getOpcode(), a, b));
    made->setHasNoSignedWrap();
    return builder.Insert(made);
  }
  if (auto *truncation = llvm::dyn_cast<llvm::TruncInst>(&value))
    return truncation->getOperand(0); // below 2^31
  return builder.CreateSExt(&value, builder.getInt64Ty());
}

/// `a[3 * i + 1]` with an int i: that nothing wraps is known as long as the sum has 32 bits, and lost when LLVM makes
/// it one of 64.
void extendIndices(llvm::Function &function) {
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto *cast = llvm::dyn_cast<llvm::SExtInst>(&instruction);
    auto *sum = cast ? llvm::dyn_cast<llvm::BinaryOperator>(cast->getOperand(0)) : nullptr;
    if (!sum || !cast->getType()->isIntegerTy(64) || !sum->getType()->isIntegerTy(32) || !isStraight(*sum))
      continue;
    llvm::IRBuilder<> builder(cast);
    cast->replaceAllUsesWith(extendedSum(*sum, builder));
    cast->eraseFromParent();
  }
}

} // namespace

// Without this, `int i = get_global_id(0)` is a truncation and an extension for every address made from i.
void boundIds(llvm::Module &module, const std::array<uint32_t, 3> &required, bool whole) {
  for (llvm::Function &function : module) {
    auto query = queryOf(function);
    if (!query || isMemoryQuery(*query))
      continue;
    unsigned bits = function.getReturnType()->getIntegerBitWidth();
    for (llvm::User *user : function.users()) {
      auto *call = llvm::dyn_cast<llvm::CallInst>(user);
      auto asked = call ? queryOf(*call) : std::nullopt;
      if (!asked)
        continue;
      llvm::APInt least(bits, leastOf(*asked, required, whole)), limit(bits, limitOf(*asked, required));
      if (least + 1 == limit && least != 0) // nothing else
        call->replaceAllUsesWith(llvm::ConstantInt::get(call->getType(), least));
      else
        call->addRangeRetAttr(llvm::ConstantRange(least, limit));
    }
  }
  for (llvm::Function &function : module)
    extendIndices(function);
}

} // namespace lanecl
