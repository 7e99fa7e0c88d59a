#include "compiler/analysis/VectorShape.h"
#include "compiler/ir/Attributes.h"
#include "compiler/ir/Operations.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"

namespace lanecl::simd {

using llvm::Instruction;

namespace {

/// Below this width a signed range is so small that the virtual lane 0 may leave it while the active lanes do not.
constexpr unsigned LeastTrustedBits = 32;
/// Narrower ones are no indices that are worth a test.
constexpr unsigned LeastTestedBits = 16;

/// Zero stands for all bits.
uint8_t leastBits(uint8_t a, uint8_t b) { return a && b ? std::min(a, b) : std::max(a, b); }

/// Two linear values have a linear sum while at most one of them needs a test.
const llvm::Value *commonGuard(const Shape &a, const Shape &b, bool &conflict) {
  conflict = a.guard && b.guard && a.guard != b.guard;
  return a.guard ? a.guard : b.guard;
}

} // namespace

const llvm::Value *extendedInPlace(const Instruction &instruction) {
  auto *left =
      instruction.getOpcode() == Instruction::AShr ? llvm::dyn_cast<Instruction>(instruction.getOperand(0)) : nullptr;
  auto *amount = left ? llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1)) : nullptr;
  bool isSame = amount && left->getOpcode() == Instruction::Shl && left->getOperand(1) == amount;
  return isSame ? left->getOperand(0) : nullptr;
}

ShapeAnalysis::ShapeAnalysis(llvm::Function &function, llvm::UniformityInfo &uniformity, const MaskPlan &plan,
                             const PrivateLayout &layout, unsigned width)
    : uniformity_(uniformity), plan_(plan), layout_(layout), data_(function.getDataLayout()), width_(width),
      robust_(attribute::isRobust(function)) {
  constexpr unsigned EnoughSweeps = 40; // after which nothing gets better: what still changes is given up
  unsigned sweeps = 0;
  for (bool changed = true; changed; ++sweeps) {
    changed = false;
    for (llvm::BasicBlock *block : plan.order())
      for (const Instruction &instruction : *block) {
        if (instruction.getType()->isVoidTy() || !uniformity.isDivergent(&instruction))
          continue;
        Shape next = transfer(instruction), &current = shapes_[&instruction];
        if (current.isVarying() || next == current)
          continue;
        current = sweeps < EnoughSweeps ? next : Shape::varying();
        changed = true;
      }
  }
  for (auto &[value, shape] : shapes_) {
    if (shape.kind == Shape::Unknown)
      shape = Shape::varying();
    if (!shape.guard)
      continue;
    tested_.insert(shape.guard);
    if (auto *cast = llvm::dyn_cast<llvm::CastInst>(shape.guard))
      tested_.insert(cast->getOperand(0));
  }
}

Shape ShapeAnalysis::of(const llvm::Value *value) const {
  if (auto found = shapes_.find(value); found != shapes_.end())
    return found->second;
  if (auto *instruction = llvm::dyn_cast<Instruction>(value))
    return uniformity_.isDivergent(instruction) ? Shape() : Shape::uniform();
  if (auto *argument = llvm::dyn_cast<llvm::Argument>(value))
    return uniformity_.isDivergent(argument) ? Shape::varying() : Shape::uniform();
  return Shape::uniform(); // constants, blocks, metadata
}

bool ShapeAnalysis::isMadeExact(const llvm::Value *value) const {
  constexpr unsigned Made[] = {Instruction::PHI,   Instruction::Add,    Instruction::Sub,   Instruction::Or,
                               Instruction::Mul,   Instruction::Shl,    Instruction::SExt,  Instruction::ZExt,
                               Instruction::Trunc, Instruction::Select, Instruction::Freeze};
  auto *instruction = llvm::dyn_cast<Instruction>(value);
  if (!instruction || !value->getType()->isIntegerTy() || value->getType()->getIntegerBitWidth() >= 64 ||
      !llvm::is_contained(Made, instruction->getOpcode()))
    return false;
  Shape shape = of(value);
  return shape.isLinear() && shape.nsw && shape.guard != value;
}

Shape ShapeAnalysis::transfer(const Instruction &instruction) const {
  if (auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction))
    return transferPhi(*phi);
  for (const llvm::Use &operand : instruction.operands())
    if (of(operand).kind == Shape::Unknown)
      return {};
  if (isPlainlyUniform(instruction))
    return Shape::uniform();
  if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
    return layout_.isInterleaved(variable) ? Shape::uniform()
                                           : Shape::linear(static_cast<int64_t>(laneBytes(*variable)), true);
  if (auto *step = llvm::dyn_cast<llvm::GEPOperator>(&instruction))
    return transferAddress(*step);
  if (instruction.getType()->isPointerTy() && llvm::isa<llvm::CastInst>(instruction))
    return llvm::isa<llvm::AddrSpaceCastInst>(instruction) ? of(instruction.getOperand(0)) : Shape::varying();
  if (llvm::isa<llvm::FreezeInst>(instruction))
    return of(instruction.getOperand(0));
  if (auto *choice = llvm::dyn_cast<llvm::SelectInst>(&instruction))
    return transferSelect(*choice);
  if (!instruction.getType()->isIntegerTy() || instruction.getType()->isIntegerTy(1))
    return Shape::varying();
  if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
    return transferCall(*call);
  if (auto *cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
    return transferCast(*cast);
  return llvm::isa<llvm::BinaryOperator>(instruction) ? transferBinary(instruction) : Shape::varying();
}

/// What is computed from values that turned out to be the same in all lanes: LLVM's analysis does not know that.
bool ShapeAnalysis::isPlainlyUniform(const Instruction &instruction) const {
  bool isPlain = llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CmpInst, llvm::CastInst, llvm::SelectInst,
                           llvm::GetElementPtrInst, llvm::FreezeInst>(instruction);
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    isPlain = load->isSimple();
  return isPlain && llvm::all_of(instruction.operands(), [&](const llvm::Use &operand) {
           return isUniform(operand) && !layout_.isInterleaved(operand);
         });
}

Shape ShapeAnalysis::transferCall(const llvm::CallInst &call) const {
  if (auto query = queryOf(call)) {
    bool startsAtWhole = query->query == Query::LocalId || query->query == Query::SubGroupLocalId;
    return Shape::linear(1, true, nullptr, startsAtWhole ? llvm::Log2_32(width_) : 0);
  }
  auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
  if (!intrinsic)
    return Shape::varying();
  switch (intrinsic->getIntrinsicID()) {
  case llvm::Intrinsic::smin:
  case llvm::Intrinsic::smax:
  case llvm::Intrinsic::umin:
  case llvm::Intrinsic::umax: {
    bool first = of(call.getArgOperand(0)).isLinear();
    return guardedBy(call, call.getArgOperand(first ? 0 : 1), call.getArgOperand(first ? 1 : 0));
  }
  default:
    return Shape::varying();
  }
}

/// `instruction` (a clamp, a remainder, a bit mask) of a linear and a uniform value often is linear still, but only a
/// test at run time can tell.
Shape ShapeAnalysis::guardedBy(const Instruction &instruction, const llvm::Value *linear,
                               const llvm::Value *uniform) const {
  Shape shape = of(linear);
  if (!shape.isLinear() || !isUniform(uniform) || instruction.getType()->getIntegerBitWidth() < LeastTestedBits)
    return Shape::varying();
  return Shape::linear(shape.stride, true, &instruction);
}

Shape ShapeAnalysis::transferSelect(const llvm::SelectInst &choice) const {
  Shape a = of(choice.getTrueValue()), b = of(choice.getFalseValue());
  bool conflict = false;
  auto *guard = commonGuard(a, b, conflict);
  bool alike = isUniform(choice.getCondition()) && !a.lowBits && !b.lowBits && a.isLinear() && b.isLinear() &&
               a.stride == b.stride;
  if (alike && !conflict)
    return Shape::linear(a.stride, a.nsw && b.nsw, guard);
  const llvm::Value *likely = choice.getType()->isIntegerTy() ? likelyOf(choice) : nullptr;
  return likely ? Shape::linear(of(likely).stride, true, &choice) : Shape::varying();
}

/// What most lanes take where a choice keeps an index inside (`x < first ? first : x`, `x == w - 1 ? 0 : x + 1`): the
/// linear value of the two, of two linear ones the one for places that differ. Null: nobody can tell.
const llvm::Value *ShapeAnalysis::likelyOf(const llvm::SelectInst &choice) const {
  const llvm::Value *chosen = choice.getTrueValue(), *other = choice.getFalseValue();
  if (choice.getType()->getIntegerBitWidth() < LeastTestedBits || !asksForPlace(*choice.getCondition()))
    return nullptr;
  if (of(chosen).isLinear() && isUniform(other))
    return chosen;
  if (of(other).isLinear() && isUniform(chosen))
    return other;
  auto *compare = llvm::dyn_cast<llvm::ICmpInst>(choice.getCondition());
  if (!compare || !compare->isEquality() || !of(chosen).isLinear() || !of(other).isLinear())
    return nullptr;
  return compare->getPredicate() == llvm::ICmpInst::ICMP_NE ? chosen : other;
}

/// Comparisons of what is linear or the same in all lanes: what comes from memory may be anything.
bool ShapeAnalysis::asksForPlace(const llvm::Value &condition, unsigned depth) const {
  constexpr unsigned MaxDepth = 4;
  if (isUniform(&condition))
    return true;
  if (auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&condition))
    return !of(compare->getOperand(0)).isVarying() && !of(compare->getOperand(1)).isVarying();
  const llvm::Value *a = nullptr, *b = nullptr;
  using namespace llvm::PatternMatch;
  bool isOfTwo =
      match(&condition, m_LogicalAnd(m_Value(a), m_Value(b))) || match(&condition, m_LogicalOr(m_Value(a), m_Value(b)));
  return isOfTwo && depth < MaxDepth && asksForPlace(*a, depth + 1) && asksForPlace(*b, depth + 1);
}

bool ShapeAnalysis::isTestedBefore(const llvm::Value &guard) const {
  auto *cast = llvm::dyn_cast<llvm::CastInst>(&guard);
  return cast && of(cast->getOperand(0)).guard;
}

/// How many low bits a value that is `guard`, plus something, has from before the extension, in which it is linear
/// without a test; 0: it is none.
unsigned ShapeAnalysis::extendedBits(const llvm::Value &guard) const {
  auto &instruction = llvm::cast<Instruction>(guard);
  const llvm::Value *from = instruction.getOperand(0);
  const Shape shape = of(from);
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

const llvm::Value *ShapeAnalysis::mostlyOf(const Instruction &guard) const {
  if (of(&guard).guard != &guard)
    return nullptr;
  if (auto *choice = llvm::dyn_cast<llvm::SelectInst>(&guard))
    return likelyOf(*choice);
  auto *clamp = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&guard);
  return clamp ? clamp->getArgOperand(of(clamp->getArgOperand(0)).isLinear() ? 0 : 1) : nullptr;
}

Shape ShapeAnalysis::transferBinary(const Instruction &instruction) const {
  const llvm::Value *left = instruction.getOperand(0), *right = instruction.getOperand(1);
  switch (instruction.getOpcode()) {
  case Instruction::Add:
    return transferSum(instruction, 1);
  case Instruction::Sub:
    return transferSum(instruction, -1);
  case Instruction::Or:
    return llvm::cast<llvm::PossiblyDisjointInst>(instruction).isDisjoint() ? transferSum(instruction, 1)
                                                                            : Shape::varying();
  case Instruction::Mul:
  case Instruction::Shl:
    return transferScale(instruction);
  case Instruction::And:
  case Instruction::Xor:
  case Instruction::LShr:
  case Instruction::AShr:
    return transferBits(instruction);
  case Instruction::URem:
  case Instruction::SRem:
    return guardedBy(instruction, left, right);
  default:
    return Shape::varying();
  }
}

/// Trailing zero bits of a uniform value or of a linear one's scalar.
unsigned ShapeAnalysis::zerosOf(const llvm::Value *value) const {
  Shape shape = of(value);
  return shape.isLinear() ? shape.zeros : llvm::computeKnownBits(value, data_).countMinTrailingZeros();
}

/// The lanes of a linear value differ in so many low bits only, which are zero in the scalar; 0: not so.
unsigned ShapeAnalysis::laneBits(const Shape &shape) const {
  if (!shape.isLinear() || shape.guard || shape.lowBits || shape.stride <= 0 || shape.stride > (int64_t(1) << 24))
    return 0;
  unsigned bits = llvm::Log2_64(static_cast<uint64_t>(shape.stride) * (width_ - 1)) + 1;
  return bits <= shape.zeros ? bits : 0;
}

/// Bits are taken away, inverted or shifted out: those in which the lanes differ, others, or (tested) who knows.
Shape ShapeAnalysis::transferBits(const Instruction &instruction) const {
  const llvm::Value *left = instruction.getOperand(0), *right = instruction.getOperand(1);
  if (auto *extended = extendedInPlace(instruction)) { // linear unless the low bits wrap: tested
    Shape shape = of(extended);
    bool isSum = shape.isLinear() && !shape.guard && (!shape.lowBits || extendedBits(instruction) <= shape.lowBits);
    return isSum ? Shape::linear(shape.stride, true, &instruction) : Shape::varying();
  }
  if (!of(left).isLinear() && !instruction.isShift())
    std::swap(left, right);
  Shape shape = of(left);
  unsigned bits = laneBits(shape);
  auto *constant = llvm::dyn_cast<llvm::ConstantInt>(right);
  if (instruction.isShift())
    return bits && constant && constant->getValue().uge(bits) ? Shape::uniform() : Shape::varying();
  if (bits && instruction.getOpcode() == Instruction::And && constant) {
    const llvm::APInt &kept = constant->getValue();
    if (kept.countr_zero() >= bits)
      return Shape::uniform();
    if (kept.countr_one() >= bits)
      return Shape::linear(shape.stride, true, nullptr, shape.zeros);
  }
  if (bits && instruction.getOpcode() == Instruction::Xor && isUniform(right) && zerosOf(right) >= bits)
    return Shape::linear(shape.stride, true, nullptr, std::min<unsigned>(shape.zeros, zerosOf(right)));
  return guardedBy(instruction, left, right);
}

Shape ShapeAnalysis::transferSum(const Instruction &instruction, int sign) const {
  Shape a = of(instruction.getOperand(0)), b = of(instruction.getOperand(1));
  bool conflict = false;
  auto *guard = commonGuard(a, b, conflict);
  int64_t stride = a.stride + sign * b.stride;
  bool differ = a.isLinear() && b.isLinear() && !guard && !a.lowBits && !b.lowBits;
  if (stride == 0 && differ) // two ids that count alike
    return Shape::uniform();
  if (a.isVarying() || b.isVarying() || conflict || stride == 0)
    return Shape::varying();
  unsigned bits = instruction.getType()->getIntegerBitWidth();
  bool disjoint = instruction.getOpcode() == Instruction::Or;
  uint8_t lowBits = leastBits(a.lowBits, b.lowBits);
  bool nsw = bits == 64 || (bits >= LeastTrustedBits && a.nsw && b.nsw && (disjoint || instruction.hasNoSignedWrap()));
  if (guard && robust_ && bits < 64) // the test is of what came before
    return Shape::varying();
  if (lowBits) {
    Shape low = Shape::linear(stride, false);
    low.lowBits = lowBits;
    return guard || disjoint ? Shape::varying() : low;
  }
  return Shape::linear(stride, nsw, guard,
                       std::min(zerosOf(instruction.getOperand(0)), zerosOf(instruction.getOperand(1))));
}

Shape ShapeAnalysis::transferScale(const Instruction &instruction) const {
  Shape a = of(instruction.getOperand(0));
  auto *factor = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
  if (!a.isLinear() || a.lowBits || !factor || factor->getValue().getSignificantBits() > 31)
    return Shape::varying();
  bool shift = instruction.getOpcode() == Instruction::Shl;
  int64_t by = shift ? int64_t(1) << std::min<uint64_t>(factor->getZExtValue(), 31) : factor->getSExtValue();
  if ((shift && factor->getZExtValue() > 30) || by == 0 || std::abs(a.stride) > (int64_t(1) << 31))
    return Shape::varying();
  unsigned bits = instruction.getType()->getIntegerBitWidth();
  bool nsw = bits == 64 || (bits >= LeastTrustedBits && a.nsw && instruction.hasNoSignedWrap());
  return Shape::linear(a.stride * by, nsw, a.guard,
                       std::min(63u, a.zeros + static_cast<unsigned>(llvm::countr_zero(static_cast<uint64_t>(by)))));
}

Shape ShapeAnalysis::transferCast(const llvm::CastInst &cast) const {
  Shape a = of(cast.getOperand(0));
  if (a.isLinear() && a.lowBits) // what is truncated is what is not linear
    return llvm::isa<llvm::TruncInst>(cast) && cast.getType()->getIntegerBitWidth() <= a.lowBits
               ? Shape::linear(a.stride, false)
               : Shape::varying();
  if (!a.isLinear())
    return Shape::varying();
  if (llvm::isa<llvm::SExtInst, llvm::ZExtInst>(cast))
    return transferExtension(cast);
  auto *trunc = llvm::dyn_cast<llvm::TruncInst>(&cast);
  if (!trunc)
    return Shape::varying();
  unsigned bits = cast.getType()->getIntegerBitWidth();
  return Shape::linear(a.stride, bits >= LeastTrustedBits && a.nsw && trunc->hasNoSignedWrap(), a.guard, a.zeros);
}

/// A sum that may wrap is linear after an extension unless it does wrap between lane 0 and the last lane: that is
/// tested at run time, and with it what its operand was to be tested for. A zero extension of what is never negative is
/// a sign extension.
Shape ShapeAnalysis::transferExtension(const llvm::CastInst &cast) const {
  Shape a = of(cast.getOperand(0));
  if (a.nsw && (llvm::isa<llvm::SExtInst>(cast) || cast.hasNonNeg()))
    return Shape::linear(a.stride, true, a.guard, a.zeros);
  unsigned bits = cast.getSrcTy()->getIntegerBitWidth();
  bool fits = bits >= 8 && std::abs(a.stride) < (int64_t(1) << (bits - 1)) / width_;
  return fits ? Shape::linear(a.stride, true, &cast) : Shape::varying();
}

Shape ShapeAnalysis::transferAddress(const llvm::GEPOperator &step) const {
  if (step.getType()->isVectorTy())
    return Shape::varying();
  Shape result = of(step.getPointerOperand());
  if (layout_.isInterleaved(&step))
    return result.isUniform() && llvm::all_of(step.indices(), [&](auto &index) { return isUniform(index); })
               ? Shape::uniform()
               : Shape::varying();
  llvm::SmallMapVector<llvm::Value *, llvm::APInt, 4> variable;
  llvm::APInt constant(64, 0);
  if (result.isVarying() || !step.collectOffset(data_, 64, variable, constant))
    return Shape::varying();
  result.kind = Shape::Linear;
  for (auto &[index, scale] : variable) {
    Shape shape = of(index);
    bool conflict = false;
    auto *guard = commonGuard(result, shape, conflict);
    if (shape.isVarying() || shape.lowBits || conflict ||
        (shape.isLinear() && !shape.nsw && index->getType()->getIntegerBitWidth() < 64))
      return Shape::varying();
    result.guard = guard;
    result.stride += shape.stride * scale.getSExtValue();
  }
  return result;
}

Shape ShapeAnalysis::transferPhi(const llvm::PHINode &phi) const {
  // Which value a lane gets was decided by a divergent branch: here, or where it left a loop.
  bool leftDivergently = llvm::any_of(
      phi.blocks(), [&](const llvm::BasicBlock *from) { return plan_.leavesDivergentLoop(*from, *phi.getParent()); });
  if (plan_.isMaskedJoin(*phi.getParent()) || (leftDivergently && !phi.hasConstantValue()))
    return Shape::varying();
  Shape result;
  bool first = true, allUniform = true;
  for (const llvm::Use &use : phi.incoming_values()) {
    if (auto *value = llvm::dyn_cast<Instruction>(use))
      for (auto *loop = plan_.levelOf(*value->getParent()); loop && !loop->contains(&phi); loop = loop->getParentLoop())
        if (plan_.hasDivergentExit(loop)) // each lane keeps the value of its own last iteration
          return Shape::varying();
    Shape shape = of(use);
    if (shape.kind == Shape::Unknown)
      continue;
    if (unsigned bits = shape.guard && phi.getType()->isIntegerTy() ? extendedBits(*shape.guard) : 0) {
      shape.guard = nullptr;
      shape.nsw = false;
      shape.zeros = 0;
      shape.lowBits = static_cast<uint8_t>(bits);
    }
    bool isNumber = phi.getType()->isIntegerTy() || phi.getType()->isPointerTy();
    // A guard is tested on its newest value, which need not be the one that came into the phi.
    if (shape.isVarying() || shape.guard || !isNumber || (!first && shape.stride != result.stride))
      return Shape::varying();
    unsigned zeros = shape.lowBits ? 0 : std::min(zerosOf(use), first ? 63u : result.zeros);
    uint8_t lowBits = leastBits(shape.lowBits, first ? 0 : result.lowBits);
    result = Shape::linear(shape.stride, shape.nsw && (first || result.nsw), nullptr, zeros);
    result.lowBits = lowBits;
    allUniform &= shape.isUniform();
    first = false;
  }
  if (!first && allUniform)
    return Shape::uniform();
  bool isPointless = result.isLinear() && result.stride == 0 && !phi.getType()->isPointerTy();
  return isPointless ? Shape::varying() : result;
}

} // namespace lanecl::simd
