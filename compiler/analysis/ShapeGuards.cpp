#include "compiler/analysis/ShapeGuards.h"
#include "llvm/IR/PatternMatch.h"

namespace lanecl::simd {

using llvm::Instruction;

namespace {

/// Narrower ones are no indices that are worth a test.
constexpr unsigned LeastTestedBits = 16;

} // namespace

Shape ShapeGuards::guardedBy(const Instruction &instruction, const llvm::Value *linear,
                             const llvm::Value *uniform) const {
  Shape shape = shapes_.of(linear);
  if (!shape.isLinear() || !shapes_.isUniform(uniform) || instruction.getType()->getIntegerBitWidth() < LeastTestedBits)
    return Shape::varying();
  return Shape::linear(shape.stride, true, &instruction);
}

const llvm::Value *ShapeGuards::likelyOf(const llvm::SelectInst &choice) const {
  const llvm::Value *chosen = choice.getTrueValue(), *other = choice.getFalseValue();
  if (choice.getType()->getIntegerBitWidth() < LeastTestedBits || !asksForPlace(*choice.getCondition()))
    return nullptr;
  if (shapes_.of(chosen).isLinear() && shapes_.isUniform(other))
    return chosen;
  if (shapes_.of(other).isLinear() && shapes_.isUniform(chosen))
    return other;
  auto *compare = llvm::dyn_cast<llvm::ICmpInst>(choice.getCondition());
  if (!compare || !compare->isEquality() || !shapes_.of(chosen).isLinear() || !shapes_.of(other).isLinear())
    return nullptr;
  return compare->getPredicate() == llvm::ICmpInst::ICMP_NE ? chosen : other;
}

/// Comparisons of what is linear or the same in all lanes: what comes from memory may be anything.
bool ShapeGuards::asksForPlace(const llvm::Value &condition, unsigned depth) const {
  constexpr unsigned MaxDepth = 4;
  if (shapes_.isUniform(&condition))
    return true;
  if (auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&condition))
    return !shapes_.of(compare->getOperand(0)).isVarying() && !shapes_.of(compare->getOperand(1)).isVarying();
  const llvm::Value *a = nullptr, *b = nullptr;
  using namespace llvm::PatternMatch;
  bool isOfTwo =
      match(&condition, m_LogicalAnd(m_Value(a), m_Value(b))) || match(&condition, m_LogicalOr(m_Value(a), m_Value(b)));
  return isOfTwo && depth < MaxDepth && asksForPlace(*a, depth + 1) && asksForPlace(*b, depth + 1);
}

unsigned ShapeGuards::extendedBits(const llvm::Value &guard) const {
  auto &instruction = llvm::cast<Instruction>(guard);
  const llvm::Value *from = instruction.getOperand(0);
  const Shape shape = shapes_.of(from);
  unsigned bits = 0;
  const llvm::APInt *constant = nullptr;
  using namespace llvm::PatternMatch;
  if (llvm::isa<llvm::CastInst>(instruction))
    bits = from->getType()->getIntegerBitWidth();
  else if (match(&instruction, m_And(m_Value(), m_LowBitMask(constant)))) // a zero extension in place
    bits = constant->getActiveBits();
  else if (extendedInPlace(instruction))
    return instruction.getType()->getIntegerBitWidth() -
           static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(instruction.getOperand(1))->getZExtValue());
  return shape.isLinear() && !shape.guard && (!shape.lowBits || bits <= shape.lowBits) ? bits : 0;
}

} // namespace lanecl::simd
