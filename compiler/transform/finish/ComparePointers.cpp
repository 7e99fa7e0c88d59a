// LLVM 22's InstCombine compares and subtracts pointers that steps from one base lead to by the steps alone. Where
// lanes have a pointer each and some of the steps are a scalar's, it writes those anew for vectors and leaves what is
// no valid code. Lanes' pointers are compared as the numbers that they are (LLVM has no provenance in comparisons).
#include "compiler/transform/Passes.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

namespace lanecl {
namespace {

using namespace llvm;

bool isLanesPointer(const Value &value) {
  return isa<FixedVectorType>(value.getType()) && value.getType()->isPtrOrPtrVectorTy();
}

/// Choices that are looked through one behind another: each doubles what there is to look at.
constexpr unsigned MostChoices = 5;

class Numbers {
public:
  explicit Numbers(Instruction &user) : b_(&user), data_(user.getDataLayout()) {}

  /// The addresses of lanes, in vectors of `type`.
  Value *of(Value &pointers, VectorType *type, unsigned choices = 0) {
    if (!isLanesPointer(pointers))
      return splat(b_.CreatePtrToInt(&pointers, type->getElementType()), type);
    if (auto *step = dyn_cast<GEPOperator>(&pointers))
      return b_.CreateAdd(of(*step->getPointerOperand(), type, choices), splat(offsetOf(*step, type), type));
    if (auto *choice = dyn_cast<SelectInst>(&pointers); choice && choices < MostChoices)
      return b_.CreateSelect(choice->getCondition(), of(*choice->getTrueValue(), type, choices + 1),
                             of(*choice->getFalseValue(), type, choices + 1));
    return b_.CreatePtrToInt(&pointers, type);
  }
  VectorType *typeFor(const Value &pointers) const { return cast<VectorType>(data_.getIntPtrType(pointers.getType())); }

private:
  Value *splat(Value *value, VectorType *type) {
    return value->getType()->isVectorTy() ? value : b_.CreateVectorSplat(type->getElementCount(), value);
  }
  Value *offsetOf(GEPOperator &step, VectorType *type) {
    Value *offset = emitGEPOffset(&b_, data_, &step, /*NoAssumptions=*/true);
    Type *wanted = offset->getType()->isVectorTy() ? type : type->getElementType();
    return b_.CreateSExtOrTrunc(offset, wanted);
  }

  IRBuilder<> b_;
  const DataLayout &data_;
};

/// Steps lead to it; `byScalar`: of which one is a scalar's.
bool isStepped(const Value &pointers, bool byScalar, unsigned choices = 0) {
  if (auto *choice = dyn_cast<SelectInst>(&pointers))
    return choices < MostChoices && (isStepped(*choice->getTrueValue(), byScalar, choices + 1) ||
                                     isStepped(*choice->getFalseValue(), byScalar, choices + 1));
  auto *step = dyn_cast<GEPOperator>(&pointers);
  if (!step)
    return false;
  return !byScalar || !isLanesPointer(*step) || isStepped(*step->getPointerOperand(), true, choices);
}

bool compareAsNumbers(ICmpInst &compare) {
  Value *left = compare.getOperand(0), *right = compare.getOperand(1);
  if (!isLanesPointer(*left) || (!isStepped(*left, false) && !isStepped(*right, false)))
    return false;
  Numbers numbers(compare);
  VectorType *type = numbers.typeFor(*left);
  compare.setOperand(0, numbers.of(*left, type));
  compare.setOperand(1, numbers.of(*right, type));
  return true;
}

bool subtractAsNumbers(BinaryOperator &difference) {
  Value *left = nullptr, *right = nullptr;
  if (!match(&difference, PatternMatch::m_Sub(PatternMatch::m_PtrToInt(PatternMatch::m_Value(left)),
                                              PatternMatch::m_PtrToInt(PatternMatch::m_Value(right)))) ||
      !isLanesPointer(*left) || (!isStepped(*left, true) && !isStepped(*right, true)))
    return false;
  Numbers numbers(difference);
  auto *type = cast<VectorType>(difference.getType());
  if (type != numbers.typeFor(*left)) // what is truncated before is truncated twice: no scalar step is looked for
    return false;
  difference.setOperand(0, numbers.of(*left, type));
  difference.setOperand(1, numbers.of(*right, type));
  return true;
}

} // namespace

PreservedAnalyses ComparePointersPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *compare = dyn_cast<ICmpInst>(&instruction))
      changed |= compareAsNumbers(*compare);
    else if (auto *binary = dyn_cast<BinaryOperator>(&instruction))
      changed |= subtractAsNumbers(*binary);
  return keptAfter(changed);
}

} // namespace lanecl
