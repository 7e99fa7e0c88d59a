#include "compiler/transform/lanes/LowerDivision.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lanecl {

using llvm::Instruction, llvm::Value;

// Why the truncated quotient is exact: let k = floor(a / b) + 1. Then k - a / b >= 1 / b, and k * b <= 2a, so relative
// to k the gap is at least 1 / 2a: 2^-17 for 16 bits, 2^-33 for 32. Rounding in a type of 24 or 53 bits never closes
// it.
Value *createVectorDivision(llvm::IRBuilderBase &builder, Instruction::BinaryOps opcode, Value *a, Value *b) {
  llvm::Type *type = a->getType();
  unsigned bits = type->getScalarSizeInBits();
  bool isSigned = opcode == Instruction::SDiv || opcode == Instruction::SRem;
  llvm::Type *real = type->getWithNewType(bits > 16 ? builder.getDoubleTy() : builder.getFloatTy());
  auto toReal = [&](Value *value) {
    return isSigned ? builder.CreateSIToFP(value, real) : builder.CreateUIToFP(value, real);
  };
  Value *ratio = builder.CreateFDiv(toReal(a), toReal(b));
  llvm::Type *integer = type->getWithNewType(builder.getInt32Ty());
  Value *truncated =
      isSigned || bits < 32 ? builder.CreateFPToSI(ratio, integer) : builder.CreateFPToUI(ratio, integer);
  Value *quotient = builder.CreateTrunc(builder.CreateFreeze(truncated), type); // what does not fit must stay a value
  if (opcode == Instruction::SDiv || opcode == Instruction::UDiv)
    return quotient;
  return builder.CreateSub(a, builder.CreateMul(quotient, b));
}

namespace {

constexpr unsigned WideBits = 64;
constexpr uint64_t MostNarrow = UINT32_MAX;

/// The divisor of a 64-bit division of vectors that is better narrow, else null. A power of two is a shift, and what is
/// not constant is one scalar division for each lane, which is as fast.
llvm::Constant *narrowDivisor(const Instruction &instruction) {
  if (!instruction.isIntDivRem() || !instruction.getType()->isVectorTy() ||
      instruction.getType()->getScalarSizeInBits() != WideBits)
    return nullptr;
  auto *divisor = llvm::dyn_cast<llvm::Constant>(instruction.getOperand(1));
  auto *all = divisor ? llvm::dyn_cast_or_null<llvm::ConstantInt>(divisor->getSplatValue()) : nullptr;
  const bool isNarrow = all && !all->isZero() && all->getValue().ule(MostNarrow) && !all->getValue().isPowerOf2();
  return isNarrow ? divisor : nullptr;
}

/// Where all lanes' numbers fit in 32 bits without a sign they are divided so.
class NarrowDivisions {
public:
  explicit NarrowDivisions(llvm::Function &function) : function_(function) {}
  void narrow(Instruction &division);

private:
  Value *test(Value *value);

  llvm::Function &function_;
  /// Of values that were asked for: whether those of all lanes are in [0, MostNarrow]; null: they always are. A result
  /// is there where what was divided is.
  llvm::SmallDenseMap<Value *, Value *> tests_;
};

/// i1 behind the value, where it is there for all that divide it; or null where it is known to hold.
Value *NarrowDivisions::test(Value *value) {
  if (auto found = tests_.find(value); found != tests_.end())
    return found->second;
  Value *&made = tests_[value];
  if (llvm::computeKnownBits(value, function_.getDataLayout()).getMaxValue().ule(MostNarrow))
    return made = nullptr;
  llvm::IRBuilder<> builder(value->getContext());
  if (auto *instruction = llvm::dyn_cast<Instruction>(value))
    builder.SetInsertPoint(*instruction->getInsertionPointAfterDef());
  else
    builder.SetInsertPoint(&*function_.getEntryBlock().getFirstInsertionPt());
  auto *type = llvm::cast<llvm::FixedVectorType>(value->getType());
  // Lanes that take no part may have no value.
  Value *upper = builder.CreateAnd(builder.CreateFreeze(value), llvm::ConstantInt::get(type, ~MostNarrow));
  return made =
             builder.CreateIsNull(builder.CreateBitCast(upper, builder.getIntNTy(type->getNumElements() * WideBits)));
}

void NarrowDivisions::narrow(Instruction &division) {
  Value *number = division.getOperand(0), *divisor = division.getOperand(1);
  const auto opcode = llvm::cast<llvm::BinaryOperator>(division).getOpcode();
  const bool isQuotient = opcode == Instruction::SDiv || opcode == Instruction::UDiv;
  auto narrowed = [&](llvm::IRBuilderBase &at) {
    auto *type = number->getType()->getWithNewType(at.getInt32Ty());
    Value *result = at.CreateBinOp(isQuotient ? Instruction::UDiv : Instruction::URem, at.CreateTrunc(number, type),
                                   at.CreateTrunc(divisor, type));
    return at.CreateZExt(result, number->getType());
  };
  Value *fits = test(number);
  llvm::IRBuilder<> builder(&division);
  if (!fits) {
    Value *result = narrowed(builder);
    tests_[result] = nullptr;
    division.replaceAllUsesWith(result);
    division.eraseFromParent();
    return;
  }
  Instruction *narrowEnd = nullptr, *wideEnd = nullptr;
  auto *likely = llvm::MDBuilder(division.getContext()).createLikelyBranchWeights();
  llvm::SplitBlockAndInsertIfThenElse(fits, division.getIterator(), &narrowEnd, &wideEnd, likely);
  llvm::BasicBlock *end = division.getParent();
  builder.SetInsertPoint(narrowEnd);
  Value *narrow = narrowed(builder);
  division.moveBefore(wideEnd->getIterator());
  builder.SetInsertPoint(end, end->begin());
  llvm::PHINode *result = builder.CreatePHI(division.getType(), 2);
  division.replaceAllUsesWith(result);
  result->addIncoming(narrow, narrowEnd->getParent());
  result->addIncoming(&division, wideEnd->getParent());
  tests_[result] = fits;
}

} // namespace

void narrowDivisions(llvm::Function &function) {
  llvm::SmallVector<Instruction *, 8> divisions;
  for (Instruction &instruction : llvm::instructions(function))
    if (narrowDivisor(instruction))
      divisions.push_back(&instruction);
  NarrowDivisions narrow(function);
  for (Instruction *division : divisions)
    narrow.narrow(*division);
}

void lowerDivisions(llvm::Function &function) {
  llvm::SmallVector<Instruction *, 8> divisions;
  for (Instruction &instruction : llvm::instructions(function))
    if (instruction.isIntDivRem() && instruction.getType()->isVectorTy() &&
        instruction.getType()->getScalarSizeInBits() <= MaxDividedBits &&
        !llvm::isa<llvm::Constant>(instruction.getOperand(1)))
      divisions.push_back(&instruction);
  for (Instruction *division : divisions) {
    llvm::IRBuilder<> builder(division);
    auto opcode = llvm::cast<llvm::BinaryOperator>(division)->getOpcode();
    division->replaceAllUsesWith(
        createVectorDivision(builder, opcode, division->getOperand(0), division->getOperand(1)));
    division->eraseFromParent();
  }
}

} // namespace lanecl
